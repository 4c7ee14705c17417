import type { Db } from '../../infra/app-context.ts'
import type { ChangeListeners } from '../../infra/database/change-listeners.ts'
import { toCodeKey } from '../../lib/part-number.ts'
import type { PageDeps } from '../accounts/service.ts'
import type { Person } from '../accounts/visitor.ts'
import type { CatalogueExamples } from '../catalogue/messages.ts'
import type { PlateLinks } from '../search/page/search-view.ts'
import type { PlateLink } from '../search/schemas.ts'
import type { SearchService } from '../search/service.ts'
import type { MachineQuery } from './machines/machine.ts'
import { noPlateLinks, parsePlateNumber, toPlateLinks } from './machines/plate-number.ts'
import { listPlateMatches } from './queries.ts'

export { getMachineFilters, listMakeChoices, makeChoicesJson } from './queries.ts'

export interface FinderDeps extends PageDeps {
  changes: Pick<ChangeListeners, 'add'>
  search: SearchService
  getExamples: () => Promise<CatalogueExamples | null>
  /** 'Tuesday 24 November', for what is in stock. Null: none can be promised. */
  getDeliveryDay: () => string | null
}

/** The company whose prices the visitor sees; null: list prices. */
export function getCompanyId(person: Person | null): number | null {
  return person?.company?.id ?? null
}

/** Serial and mach look-up is for full customers alone (R-FINDER-6). */
export function isFullCustomer(person: Person | null): boolean {
  return person?.permissions.includes('full_customer') ?? false
}

/**
 * Creates the look-up of serial numbers, mach numbers and PINs that are typed into the search field (R-FINDER-12).
 * A text of another form costs no statement; one with letters, which looks like a part number, costs one only when the
 * catalogue does not match all of it.
 */
export function createPlateFinder(db: Db) {
  return async (typed: string, isUnmatched: boolean, isFullCustomer: boolean): Promise<PlateLinks> => {
    const plate = parsePlateNumber(typed)
    if (!plate || (plate.prefix !== '' && !plate.isPin && !isUnmatched)) return noPlateLinks
    return toPlateLinks(plate, await listPlateMatches(db, plate), isFullCustomer)
  }
}

/** What a number may be that no machine has as it was typed: of this make, or else of any. For full customers. */
export async function listCandidates(
  db: Db,
  { make, typed }: MachineQuery & { kind: 'plate' },
): Promise<PlateLink[]> {
  const plate = parsePlateNumber(typed)
  if (!plate) return []
  const ofMake = make === '' ? [] : await listPlateMatches(db, { ...plate, prefix: toCodeKey(make) })
  const matches = ofMake.length > 0 ? ofMake : await listPlateMatches(db, plate)
  return toPlateLinks(plate, matches, true).links
}

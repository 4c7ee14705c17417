import type { Person } from '../accounts/visitor.ts'
import { toFleetEntry } from '../basket/lines/line-entry.ts'
import type { LineEntry } from '../basket/lines/line-entry-schema.ts'
import type { ProductSummary } from '../search/listed-product.ts'

/** The owner of lists: the company, or the person when they buy for no company (R-LIST-1). */
export type ListOwner = { companyId: number } | { personId: number }

export function toListOwner(person: Pick<Person, 'id' | 'company'>): ListOwner {
  return person.company ? { companyId: person.company.id } : { personId: person.id }
}

/** The company whose prices apply; null: list prices. */
export function getPricingCompanyId({ company }: Pick<Person, 'company'>): number | null {
  return company?.id ?? null
}

interface CatalogueName {
  id: number
  name: string
  slug: string
}

/** A list without its products. Make, model and variant are null only when the catalogue no longer has them. */
export interface ListHead {
  id: number
  name: string
  make: CatalogueName | null
  model: CatalogueName | null
  variant: { id: number; name: string } | null
  fleetNumbers: string[]
  version: number
}

export interface ListLine {
  productId: number
  quantity: number
  entry: LineEntry
}

/** The numbers of a list's machines are the reference of its lines that have none of their own. */
export const withFleetNumbers = (entry: LineEntry, fleetNumbers: readonly string[]): LineEntry => ({
  ...toFleetEntry(fleetNumbers),
  ...entry,
})

export interface SavedList extends ListHead {
  lines: ListLine[]
}

/** A list with the current data of the products that the catalogue still has. */
export interface ListDetails extends SavedList {
  parts: ListPart[]
}

export interface ListPart {
  line: Omit<ListLine, 'productId'>
  product: ProductSummary
  /** Its position on the machine of the list; '' when the catalogue does not name it. */
  position: string
  /** The service interval; null: not known. */
  hours: number | null
}

/** The validated contents of a list to save. `machine` null: unchanged. */
export interface NewList {
  name: string
  machine: { makeId: number; modelId: number; variantId: number } | null
  fleetNumbers: string[]
  lines: ListLine[]
}

export const listsUrl = '/account/productlists'
export const newListUrl = `${listsUrl}/new`
export const listUrl = (id: number): string => `${listsUrl}/${id}`
/** The page that the QR code of a wallpaper opens. */
export const listOrderUrl = (id: number): string => `${listUrl(id)}/order`

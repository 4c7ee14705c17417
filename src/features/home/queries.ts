import type { Db } from '../../infra/app-context.ts'
import { getRow } from '../../infra/database/query.ts'
import type { Person } from '../accounts/visitor.ts'
import { type MakeChoice, toPageMakes } from '../finder/machines/machine.ts'
import { makeChoicesJson } from '../finder/service.ts'
import { type AccountOverviewRow, accountOverviewColumns, toAccountOverview } from '../order-pages/service.ts'
import { type ListHead, toListOwner } from '../product-lists/list.ts'
import { latestListsJson } from '../product-lists/service.ts'
import { toListRow } from '../product-lists/view.ts'
import type { HomeOverview } from './MemberHomePage.tsx'

const listLimit = 4

/** In one statement, because it is never cached (R-PAGE-15). Null: the catalogue is empty. */
export async function getHomeOverview(db: Db, person: Person, now: Date): Promise<HomeOverview | null> {
  type Row = AccountOverviewRow & {
    lists: (ListHead & { products: number })[]
    makes: MakeChoice[]
    hasProducts: boolean
  }
  const { lists, makes, hasProducts, ...overview } = await getRow(db)<Row>`
    select ${accountOverviewColumns(person, now)}, ${latestListsJson(toListOwner(person), listLimit)} as lists,
      ${makeChoicesJson} as makes,
      exists (select from product) as "hasProducts"`
  if (!hasProducts) return null
  return {
    ...toAccountOverview(overview, person, now),
    lists: lists.map(toListRow),
    panel: toPageMakes(makes),
  }
}

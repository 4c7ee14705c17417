import type { IsoDate } from '../../../lib/dates.ts'
import type { RowCount } from '../../../lib/row-count.ts'
import type { ColumnSortLink } from '../../../ui/SortHeading.tsx'
import { toListQuery, toRowsParameter } from '../../admin/table/list-page.ts'
import { type Sorting, toSortLinks } from '../../admin/table/sorting.ts'
import { type MovementReason, stockUrl } from '../stock.ts'

export const movementsUrl = `${stockUrl}/movements` as const

/** By time alone: all movements can neither be sorted by anything else nor counted. */
export const movementSorts = ['time'] as const
export type MovementSort = (typeof movementSorts)[number]

/** What the list shows. `query`: a part number in any spelling; '' for all. */
export interface MovementListChoice extends Sorting<MovementSort> {
  query: string
  reason: MovementReason | ''
  /** Of the person who changed the stock; null: any. */
  who: number | null
  from: IsoDate | null
  until: IsoDate | null
  rows: RowCount
}

export const toMovementsQuery = ({ who, rows, ...choice }: MovementListChoice): string =>
  toListQuery({ ...choice, who: who === null ? null : String(who), rows: toRowsParameter(rows) })

export const toMovementsUrl = (choice: MovementListChoice): string =>
  `${movementsUrl}?${toMovementsQuery(choice)}`

export const toMovementSortLinks = (choice: MovementListChoice): Record<MovementSort, ColumnSortLink> =>
  toSortLinks(choice, { time: { name: 'When', usual: 'down' } }, sorting =>
    toMovementsUrl({ ...choice, ...sorting }),
  )

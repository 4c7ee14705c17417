import type { ColumnSortLink } from '../../../ui/SortHeading.tsx'
import { toListQuery } from '../../admin/table/list-page.ts'
import { type Sorting, toSortLinks } from '../../admin/table/sorting.ts'
import type { QuoteGroup } from './groups.ts'

export const quotesUrl = '/admin/quotes'

export const quoteSorts = ['requested', 'until'] as const
export type QuoteSort = (typeof quoteSorts)[number]

/** What the list shows. */
export interface QuoteListChoice extends Sorting<QuoteSort> {
  group: QuoteGroup
  /** As it was typed; '': all. */
  query: string
}

/** Requests without a price and questions without an answer: the oldest first; all others: the newest. */
const getUsualDirection = (group: QuoteListChoice['group'], sort: QuoteSort): QuoteListChoice['direction'] =>
  sort === 'until' || group === 'quote_requested' || group === 'to_answer' ? 'up' : 'down'

export function chooseQuoteSorting(
  group: QuoteListChoice['group'],
  sort: QuoteSort = 'requested',
  direction: QuoteListChoice['direction'] = getUsualDirection(group, sort),
): Sorting<QuoteSort> {
  return { sort, direction }
}

/** What follows the '?' of the list: the usual sorting is left out. */
export function toQuotesQuery({ group, query, sort, direction }: QuoteListChoice): string {
  const isUsual = sort === 'requested' && direction === getUsualDirection(group, sort)
  return toListQuery({ state: group, query, ...(!isUsual && { sort, direction }) })
}

const toQuotesUrl = (choice: QuoteListChoice): string => `${quotesUrl}?${toQuotesQuery(choice)}`

export function toQuoteSortLinks(choice: QuoteListChoice): Record<QuoteSort, ColumnSortLink> {
  const columns = {
    requested: { name: 'Requested', usual: getUsualDirection(choice.group, 'requested') },
    until: { name: 'Status, last day', usual: getUsualDirection(choice.group, 'until') },
  }
  return toSortLinks(choice, columns, sorting => toQuotesUrl({ ...choice, ...sorting }))
}

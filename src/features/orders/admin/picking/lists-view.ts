import { formatDateTime } from '../../../../lib/dates.ts'
import { pluralize } from '../../../catalogue/listing.ts'
import { type ListedPickList, toPickListUrl } from '../../picking/pick-list.ts'

/** A pick list in a list of them. */
export interface PickListItem {
  id: number
  url: string
  /** '3 orders, made 24 November 2026, 09:00 by Stella Affleck' */
  made: string
  /** '4 of 9 parts picked' */
  progress: string
  /** '24 November 2026, 09:40'; null: it is open. */
  finished: string | null
}

export function toPickListItem(list: ListedPickList): PickListItem {
  return {
    id: list.id,
    url: toPickListUrl(list.id),
    made: `${pluralize(list.orderCount, 'order')}, made ${formatDateTime(list.createdAt)} by ${list.createdBy}`,
    progress: formatProgress(list),
    finished: list.finishedAt && formatDateTime(list.finishedAt),
  }
}

function formatProgress({ orderCount, partCount, pickedCount, shortCount }: ListedPickList): string {
  if (orderCount === 0) return 'Every order was taken off it'
  const short = shortCount === 0 ? '' : `, ${shortCount} short`
  return `${pickedCount} of ${pluralize(partCount, 'part')} picked${short}`
}

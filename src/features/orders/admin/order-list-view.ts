import {
  formatDate,
  formatShortDateTime,
  formatShortDay,
  type IsoDate,
  toIsoDate,
  toLondonTime,
} from '../../../lib/dates.ts'
import { pluralize } from '../../catalogue/listing.ts'
import { getCarrierName } from '../despatch/carriers.ts'
import { formatMethod } from '../messages.ts'
import { isIn } from '../states.ts'
import { formatUndated } from '../undated.ts'
import type { AdminOrderRow } from './admin-order.ts'
import type { AdminOrderListItem } from './page-props.ts'
import { backOrderText, decideGoodsShare, getStateDescription } from './state-view.ts'
import { adminOrderUrl } from './view.ts'

/** A row of the list of orders. */
export function toAdminOrderListItem(row: AdminOrderRow, today: IsoDate): AdminOrderListItem {
  const { reference, name, email, company, purchaseOrder, lineCount, total } = row
  return {
    reference,
    url: adminOrderUrl(reference),
    at: formatShortDateTime(row.at),
    name,
    email,
    company,
    purchaseOrder,
    lineCount,
    method: formatMethod(row),
    total,
    state: getStateDescription(row),
    ...formatListedPromise(row, today),
    detail: formatDetail(row),
    share: decideGoodsShare(row),
  }
}

function formatListedPromise(
  row: AdminOrderRow,
  today: IsoDate,
): Pick<AdminOrderListItem, 'promised' | 'isLate'> {
  const { state, promised, isReadyToCollect, at } = row
  if (!isIn('isDespatchable', state)) return { promised: '', isLate: false }
  if (promised === null) return { promised: formatUndated(row, toLondonTime(at).date), isLate: false }
  const day = toIsoDate(promised)
  const isLate = day < today && !isReadyToCollect
  return { promised: `${isLate ? 'Was due' : 'For'} ${formatShortDay(day)}`, isLate }
}

/** Why it is held, what is still to go, or how it was sent; ''. */
function formatDetail(row: AdminOrderRow): string {
  const { state, onStop, holdReason, toGo, lastParcel } = row
  if (isIn('isDespatchable', state) && onStop) return holdReason
  if (toGo && (state === 'part_despatched' || getStateDescription(row).text === backOrderText)) {
    const isBackOrder = state !== 'part_despatched'
    const quantity = isBackOrder ? toGo.missing : toGo.quantity
    const pieces = `${quantity.toLocaleString('en-GB')} × ${toGo.code}`
    const moreCount = (isBackOrder ? toGo.shortCount : toGo.lineCount) - 1
    const more = moreCount > 0 ? ` and ${pluralize(moreCount, 'more line')}` : ''
    return isBackOrder ? `Waits for ${pieces}${more}` : `${pieces}${more} to go`
  }
  if (!lastParcel) return ''
  const { carrier, collectedBy, despatchedAt } = lastParcel
  const day = formatDate(toLondonTime(new Date(despatchedAt)).date)
  if (collectedBy !== '') return `${day}, by ${collectedBy}`
  return carrier === '' ? day : `${day}, ${getCarrierName(carrier)}`
}

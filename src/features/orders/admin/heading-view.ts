import { formatCount, pluralize } from '../../../lib/count.ts'
import { formatDay, formatShortDay, type IsoDate, toIsoDate, toLondonTime } from '../../../lib/dates.ts'
import { formatDelayEvent } from '../delay.ts'
import { getCarrierName, getTrackingUrl } from '../despatch/carriers.ts'
import { listToCome, type OpenLine } from '../despatch/rules.ts'
import { getOrderDay, listLaterLines } from '../despatch/view.ts'
import type { Order } from '../order.ts'
import { findPromisedDay } from '../promised-day.ts'
import { type DueText, formatRestDue } from '../rest.ts'
import { isIn } from '../states.ts'
import { formatUndated } from '../undated.ts'
import type { AdminOrderDetails } from './admin-order.ts'
import type { AdminOrderView } from './page-props.ts'
import {
  canGoOutWhole,
  decideGoodsShare,
  type GoodsShare,
  getPickedShare,
  goodsShareTexts,
  hasGoods,
} from './state-view.ts'

/** What stands below the state of an order in its heading, and in the form about its delay. */

export function toHeading(
  order: Order,
  details: Pick<AdminOrderDetails, 'parcels'>,
  lines: readonly OpenLine[],
  today: IsoDate,
): AdminOrderView['heading'] {
  const { state, onStop, isReadyToCollect } = order
  if (state !== 'part_despatched')
    return { goods: null, sent: toSent(details, lines), due: formatOrderDue(order, details, lines, today) }
  const share = decideGoodsShare({
    onStop,
    isReadyToCollect,
    picked: getPickedShare(lines),
    canGoOutWhole: canGoOutWhole(lines),
    hasGoods: hasGoods(order, lines),
  })
  return {
    goods: share && { share, text: formatRestGoods(share, lines) },
    sent: toSent(details, lines),
    due: formatRestDue(order, lines, today),
  }
}

/** How much of the rest can go now: 'The rest can go now', '12 of the remaining 18 can go now'. */
function formatRestGoods(share: GoodsShare, lines: readonly OpenLine[]): string {
  if (share === 'all') return 'The rest can go now'
  if (share === 'none') return goodsShareTexts.none
  const toCome = listToCome(lines, [])
  const open = toCome.reduce((sum, { quantity }) => sum + quantity, 0)
  const sendable = toCome.reduce((sum, { line, quantity }) => sum + Math.min(line.sendable, quantity), 0)
  return `${formatCount(sendable)} of the remaining ${formatCount(open)} can go now`
}

/** When an order is due of which nothing has left. */
function formatOrderDue(
  order: Order,
  { parcels }: Pick<AdminOrderDetails, 'parcels'>,
  lines: readonly OpenLine[],
  today: IsoDate,
): DueText[] {
  const { state, onStop, delay, wasHeld, isReadyToCollect } = order
  if (!isIn('isDespatchable', state)) return []
  const day = findPromisedDay(order, lines)
  if (day !== null && day < today && !isReadyToCollect)
    return [{ text: `Was due ${formatDay(day)}`, isLate: true }]
  if (delay) return [{ text: formatDelayEvent(day), isLate: false }]
  if (day !== null)
    return [{ text: `${onStop ? 'Was promised for' : 'For'} ${formatDay(day)}`, isLate: false }]
  if (onStop) return []
  const laterLines = listLaterLines({ ...order, parcels })
  return [
    {
      text: formatUndated({ isDelayed: false, wasHeld, laterLines }, getOrderDay(order.placedAt)),
      isLate: false,
    },
  ]
}

/** What has left, of several parcels when the last: '6 of 12 pieces sent Fri 20 Nov' and its carrier; null: nothing has. */
function toSent(
  { parcels }: Pick<AdminOrderDetails, 'parcels'>,
  lines: readonly OpenLine[],
): AdminOrderView['heading']['sent'] {
  const last = parcels.at(-1)
  if (!last) return null
  const sum = (count: (line: OpenLine) => number) => lines.reduce((total, line) => total + count(line), 0)
  const sent = sum(line => line.despatchedQuantity)
  const total = sum(line => line.quantity)
  const verb = last.collectedBy === '' ? 'sent' : 'collected'
  const when = `${parcels.length > 1 ? ', last' : ''} ${formatShortDay(toLondonTime(new Date(last.despatchedAt)).date)}`
  return {
    text: `${sent === total ? '' : `${formatCount(sent)} of `}${pluralize(total, 'piece')} ${verb}${when}`,
    carrier: last.carrier === '' ? '' : getCarrierName(last.carrier),
    trackingUrl: getTrackingUrl(last.carrier, last.trackingNumber),
  }
}

/** In the form about a delay: 'Promised: Wednesday 25 November', 'The rest is due about 4–11 December'; ''. */
export function formatPromisedFirst(order: Order, lines: readonly OpenLine[]): string {
  const { state, delay, wasHeld, deliveryDate } = order
  if (delay !== null) return ''
  if (state !== 'part_despatched')
    return wasHeld || deliveryDate === null ? '' : `Promised: ${formatDay(toIsoDate(deliveryDate))}`
  return formatRestDue(order, lines, null)
    .map(row => row.text)
    .join(', ')
}

import { formatCount, pluralize } from '../../../lib/count.ts'
import { formatDay, formatShortDay, toLondonTime } from '../../../lib/dates.ts'
import { countPieces, type Expectation, listOpenPieces } from '../../orders/expectation/expectation.ts'
import type { Order } from '../../orders/order.ts'
import { isIn } from '../../orders/states.ts'
import { getCarrierName, getTrackingUrl } from '../../warehouse/despatch/carriers.ts'
import { formatDelayEvent } from '../../warehouse/despatch/delay.ts'
import {
  type DueText,
  formatNoDate,
  formatRemainingAnnounced,
  formatRemainingDue,
} from '../../warehouse/despatch/due-text.ts'
import type { LineAllocation } from '../../warehouse/despatch/rules.ts'
import type { AdminOrderDetails } from '../admin-order.ts'
import { decideGoodsShare, type GoodsShare, goodsShareTexts } from '../state-view.ts'

/** What stands below the state of an order in its heading, and in the form about its delay. */

export function toHeading(
  order: Order,
  details: Pick<AdminOrderDetails, 'parcels'>,
  lines: readonly LineAllocation[],
  expectation: Expectation,
) {
  const sent = toSent(details, lines)
  if (order.state !== 'part_despatched') return { goods: null, sent, due: formatOrderDue(order, expectation) }
  const share = decideGoodsShare(order, expectation)
  return {
    goods: share && { share, text: formatRemainingGoods(share, expectation) },
    sent,
    due: formatRemainingDue(expectation),
  }
}

/** How much of the rest can go now: 'The rest can go now', '12 of the remaining 18 can go now'. */
function formatRemainingGoods(share: GoodsShare, { pieces }: Expectation): string {
  if (share === 'all') return 'The rest can go now'
  if (share === 'none') return goodsShareTexts.none
  const open = listOpenPieces(pieces)
  const allocatable = countPieces(open.filter(({ canGo }) => canGo))
  return `${formatCount(allocatable)} of the remaining ${formatCount(countPieces(open))} can go now`
}

/** When an order is due of which nothing has left. */
function formatOrderDue({ state, onStop, wasHeld }: Order, expectation: Expectation): DueText[] {
  const { source, day, isLate } = expectation
  if (!isIn('isDespatchable', state)) return []
  if (day !== null && isLate) return [{ text: `Was due ${formatDay(day)}`, isLate }]
  if (source === 'announced') return [{ text: formatDelayEvent(day), isLate: false }]
  if (day !== null) return [{ text: `${onStop ? 'Promised for' : 'For'} ${formatDay(day)}`, isLate: false }]
  return onStop ? [] : [{ text: formatNoDate(expectation, { wasHeld }), isLate: false }]
}

/** What has left, of several parcels when the last: '6 of 12 pieces sent Fri 20 Nov' and its carrier; null: nothing has. */
function toSent({ parcels }: Pick<AdminOrderDetails, 'parcels'>, lines: readonly LineAllocation[]) {
  const last = parcels.at(-1)
  if (!last) return null
  const sum = (count: (line: LineAllocation) => number) =>
    lines.reduce((total, line) => total + count(line), 0)
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
export function formatPromisedFirst({ state }: Pick<Order, 'state'>, expectation: Expectation): string {
  const { source, day } = expectation
  if (source === 'announced') return ''
  if (state === 'part_despatched') return formatRemainingAnnounced(expectation)
  return day === null ? '' : `Promised: ${formatDay(day)}`
}

import { formatDate, toLondonTime } from '../../../lib/dates.ts'
import { upperFirst } from '../../../lib/text.ts'
import { palletCarrier } from '../despatch/carriers.ts'
import { listProposed, listToCome, type OlderOrders, type OpenLine } from '../despatch/rules.ts'
import { formatMissing, listWaitedFor } from '../despatch/together.ts'
import { formatRestArrival } from '../despatch/view.ts'
import type { Order } from '../order.ts'
import { isIn } from '../states.ts'
import type { AdminOrderDetails } from './admin-order.ts'
import type { TypedDespatch } from './despatch-form.ts'
import type { DespatchFormView } from './page-props.ts'
import { toServiceName } from './picking/queue-view.ts'

/** More inputs would be a slow page; the others follow in the next parcel. */
const maxDespatchLines = 100

export function toDespatchForm(
  order: Order,
  { openLines, olderOrders }: { openLines: readonly OpenLine[]; olderOrders: readonly OlderOrders[] },
  { lastCarrier, readyAt }: Pick<AdminOrderDetails, 'lastCarrier' | 'readyAt'>,
  typed: TypedDespatch | undefined,
): DespatchFormView | null {
  if (!isIn('isDespatchable', order.state) || order.onStop) return null
  const waitedFor = listWaitedFor(order, openLines)
  const proposedLines = waitedFor.length > 0 ? [] : listProposed(openLines)
  const proposed = new Map(proposedLines.map(({ position, quantity }) => [position, quantity]))
  const typedPositions = new Set(typed?.lines.map(({ position }) => position))
  const toCome = listToCome(openLines, [])
  const lines = toCome.map(({ line, quantity }) => ({
    position: line.position,
    code: line.code,
    title: line.title,
    open: quantity,
    onHand: line.onHand,
    proposed: proposed.get(line.position) ?? 0,
    note: formatNote(line, quantity, order),
    older: countForOlder(line, quantity) > 0 ? toOlder(olderOrders, line.productId) : null,
  }))
  // What was typed and what can go out comes first, so that it is listed however many lines are waiting for goods.
  const rank = (line: { position: number; proposed: number }) =>
    typedPositions.has(line.position) ? 0 : line.proposed > 0 ? 1 : 2
  const sorted = lines.toSorted((a, b) => rank(a) - rank(b))
  const count = Math.max(maxDespatchLines, typedPositions.size)
  const isCollected = order.deliveryCode === 'COL'
  const { firstname, surname, town, postcode } = order.delivery
  return {
    isCollected,
    isNothingHere: toCome.every(({ line }) => line.onHand === 0),
    waitsFor: formatMissing(waitedFor),
    hasOlder: lines.some(({ older }) => older !== null),
    lines: sorted.slice(0, count),
    more: Math.max(0, lines.length - count),
    carrier: order.deliveryCode === 'PAL' ? palletCarrier : (lastCarrier ?? ''),
    destination: isCollected ? '' : `${`${town} ${postcode}`.trim()} · ${toServiceName(order)}`,
    collector: isCollected ? `${firstname} ${surname}`.trim() : '',
    readySince: readyAt && formatDate(toLondonTime(readyAt).date),
  }
}

/** Pieces of a line that are on hand, and that older orders wait for. */
const countForOlder = ({ onHand, setAsideElsewhere, sendable }: OpenLine, open: number): number =>
  Math.max(0, Math.min(open, onHand - setAsideElsewhere) - sendable)

/** The products of which older orders get pieces first. */
export const listContested = (openLines: readonly OpenLine[]): number[] =>
  listToCome(openLines, [])
    .filter(({ line, quantity }) => countForOlder(line, quantity) > 0)
    .map(({ line: { productId } }) => productId)

function toOlder(
  olderOrders: readonly OlderOrders[],
  productId: number,
): DespatchFormView['lines'][number]['older'] {
  const older = olderOrders.find(one => one.productId === productId)
  return older
    ? { reference: older.reference, url: `/admin/orders/${older.reference}`, more: older.count - 1 }
    : null
}

/** Who is to have what is on hand; of the rest of an order, for when it was promised. */
function formatNote(line: OpenLine, open: number, order: Order): string {
  const setAside = Math.min(line.setAsideElsewhere, line.onHand - Math.min(line.setAside, line.onHand))
  const isRest = order.state === 'part_despatched' && order.delay === null
  const promised = isRest ? formatRestArrival(line, order) : ''
  const parts = [
    line.setAside > 0 && `${line.setAside.toLocaleString('en-GB')} set aside for this order`,
    setAside > 0 && line.sendable < open && `${setAside.toLocaleString('en-GB')} set aside for other orders`,
    promised !== '' && `promised ${promised}`,
  ].filter(part => part !== false)
  return upperFirst(parts.join(', '))
}

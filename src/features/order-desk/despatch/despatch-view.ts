import { pluralize } from '../../../lib/count.ts'
import { formatDateOf } from '../../../lib/dates.ts'
import { isOrAre, upperFirst } from '../../../lib/text.ts'
import { adminOrderUrl } from '../../back-office/navigation.ts'
import type { Expectation } from '../../orders/expectation/expectation.ts'
import type { Order } from '../../orders/order.ts'
import { isIn } from '../../orders/states.ts'
import { palletCarrier } from '../../warehouse/despatch/carriers.ts'
import { formatLineDue } from '../../warehouse/despatch/due-text.ts'
import {
  formatMissing,
  type LineAllocation,
  listProposed,
  listToCome,
  listWaitedFor,
  type OlderOrders,
} from '../../warehouse/despatch/rules.ts'
import { toServiceName } from '../../warehouse/picking/queue.ts'
import type { AdminOrderDetails } from '../admin-order.ts'
import type { TypedDespatch } from './despatch-form.ts'

/** The lines that are still to go out; null: nothing is left, or the order is held or not placed. */
export type DespatchFormView = NonNullable<ReturnType<typeof toDespatchForm>>

/** More inputs would be a slow page; the others follow in the next parcel. */
const maxDespatchLines = 100

interface DespatchableGoods {
  openLines: readonly LineAllocation[]
  olderOrders: readonly OlderOrders[]
  expectation: Expectation
}

export function toDespatchForm(
  order: Order,
  { openLines, olderOrders, expectation }: DespatchableGoods,
  { lastCarrier, readyAt }: Pick<AdminOrderDetails, 'lastCarrier' | 'readyAt'>,
  typed: TypedDespatch | undefined,
) {
  if (!isIn('isDespatchable', order.state) || order.onStop) return null
  const waitedFor = listWaitedFor(order, openLines)
  const proposedLines = waitedFor.length > 0 ? [] : listProposed(openLines)
  const proposed = new Map(proposedLines.map(({ position, quantity }) => [position, quantity]))
  const typedPositions = new Set(typed?.lines.map(({ position }) => position))
  const toCome = listToCome(openLines, [])
  const nothingGoes =
    waitedFor.length === 0 && proposed.size === 0 ? toNothingGoes(openLines, olderOrders) : null
  const lines = toCome.map(({ line, quantity }) => ({
    position: line.position,
    code: line.code,
    title: line.title,
    open: quantity,
    onHand: line.onHand,
    proposed: proposed.get(line.position) ?? 0,
    /** While nothing has left, the heading of the page says it. */
    due: order.state === 'part_despatched' ? formatLineDue(expectation, line.position) : null,
    /** Who is to have what is on hand: '2 set aside for other orders'; ''. */
    note: formatNote(line, quantity),
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
    /** Listed or not. */
    isNothingHere: toCome.every(({ line }) => line.onHand === 0),
    /** What the customer wants all together: '5 × FH-HYD-1'; '': it can go. */
    waitsFor: formatMissing(waitedFor),
    /** What older orders get first, and can be sent all the same with a tick. */
    queueJump: listCodes(lines.filter(({ older }) => older !== null)),
    nothingGoes,
    lines: sorted.slice(0, count),
    more: Math.max(0, lines.length - count),
    /** The one that the form has chosen, as in Parcel; ''. */
    carrier: order.deliveryCode === 'PAL' ? palletCarrier : (lastCarrier ?? ''),
    destination: isCollected
      ? ''
      : `${`${town} ${postcode.replace(' ', '\u00a0')}`.trim()} · ${toServiceName(order)}`,
    collector: isCollected ? `${firstname} ${surname}`.trim() : '',
    /** The day of the e-mail that it is ready; null: there was none. */
    readySince: readyAt && formatDateOf(readyAt),
  }
}

const maxListedCodes = 3

function listCodes(lines: readonly { code: string }[]): string {
  const codes = [...new Set(lines.map(({ code }) => code))]
  const more = codes.length - maxListedCodes
  return `${codes.slice(0, maxListedCodes).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/** Pieces of a line that are on hand, and that older orders wait for. */
const countForOlder = ({ onHand, reservedElsewhere, allocatable }: LineAllocation, open: number): number =>
  Math.max(0, Math.min(open, onHand - reservedElsewhere) - allocatable)

/** The products of which older orders get pieces first. */
export const listContested = (openLines: readonly LineAllocation[]): number[] =>
  listToCome(openLines, [])
    .filter(({ line, quantity }) => countForOlder(line, quantity) > 0)
    .map(({ line: { productId } }) => productId)

function toOlder(olderOrders: readonly OlderOrders[], productId: number) {
  const older = olderOrders.find(one => one.productId === productId)
  return older
    ? { reference: older.reference, url: adminOrderUrl(older.reference), more: older.count - 1 }
    : null
}

/** '4 set aside for this order, 2 set aside for other orders'; ''. */
export function formatNote(line: LineAllocation, open: number): string {
  const reserved = Math.min(line.reservedElsewhere, line.onHand - Math.min(line.reserved, line.onHand))
  return [
    line.reserved > 0 && `${line.reserved.toLocaleString('en-GB')} set aside for this order`,
    reserved > 0 &&
      line.allocatable < open &&
      `${reserved.toLocaleString('en-GB')} set aside for other orders`,
  ]
    .filter(part => part !== false)
    .join(', ')
}

/** Of lines of which nothing can go: that older orders have what is on hand. Null: nothing is, or it is set aside. */
function toNothingGoes(openLines: readonly LineAllocation[], olderOrders: readonly OlderOrders[]) {
  const [first, ...more] = olderOrders
  if (!first) return null
  const { onHand, reservedElsewhere } = openLines.find(({ productId }) => productId === first.productId)!
  const isOneProduct = more.length === 0 && reservedElsewhere === 0
  const goods = isOneProduct
    ? `the ${onHand.toLocaleString('en-GB')} on hand ${isOrAre(onHand)} for ${pluralize(first.count, 'older order')}.`
    : 'what is on hand is for older orders.'
  const isSameOrder = more.every(({ reference }) => reference === first.reference)
  return {
    text: upperFirst(goods),
    older: isSameOrder ? { reference: first.reference, url: adminOrderUrl(first.reference) } : null,
  }
}

/** More lines would hide the parcels below them. */
const maxLinesToCome = 50

/** The rest of an order of which a part has left; null: nothing has, or nothing is to go. */
export function toPiecesToCome(order: Order, openLines: readonly LineAllocation[], expectation: Expectation) {
  if (order.state !== 'part_despatched') return null
  const lines = listToCome(openLines, []).map(({ line, quantity }) => ({
    position: line.position,
    code: line.code,
    title: line.title,
    quantity,
    due: formatLineDue(expectation, line.position),
    goods: formatGoods(line, quantity, order),
    canGo: line.allocatable >= quantity,
  }))
  return { lines: lines.slice(0, maxLinesToCome), more: Math.max(0, lines.length - maxLinesToCome) }
}

/** Whether so many pieces of a line can go now. Of a held order none can, whatever is on hand. */
export function formatGoods(
  { onHand, allocatable, reservedElsewhere }: LineAllocation,
  open: number,
  { onStop }: Pick<Order, 'onStop'>,
): string {
  const count = onHand.toLocaleString('en-GB')
  if (onHand === 0) return 'Not on hand'
  if (onStop) return `${count} on hand`
  if (allocatable >= open) return 'Can go now'
  if (allocatable > 0)
    return `${allocatable.toLocaleString('en-GB')} of ${open.toLocaleString('en-GB')} can go now`
  return `${count} on hand, ${reservedElsewhere < onHand ? 'for older orders' : 'set aside for other orders'}`
}

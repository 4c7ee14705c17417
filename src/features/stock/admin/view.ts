import {
  findLastRange,
  findLongestLeadTime,
  formatArrival,
  formatDayRange,
} from '../../../lib/availability.ts'
import { pluralize } from '../../../lib/count.ts'
import { formatDate, formatDateOf, formatDay, formatShortDateTime, type IsoDate } from '../../../lib/dates.ts'
import { upperFirst } from '../../../lib/text.ts'
import { adminOrderUrl } from '../../back-office/navigation.ts'
import { expectOrder, listOpenPieces } from '../../orders/expectation/expectation.ts'
import type { OpenPieces } from '../../warehouse/allocation/open-pieces.ts'
import {
  formatDifference,
  goodsInUrl,
  type MovementReason,
  movementReasons,
  type StockProduct,
  toStockUrl,
} from '../stock.ts'
import type { GoodsInRow } from './goods-in.ts'

export const formatLeadTime = (leadTime: StockProduct['leadTime']): string =>
  leadTime ? upperFirst(formatArrival(leadTime)) : ''

/** How many rows a page lists of the orders that have pieces of its products still to send. */
export const maxListedPieces = 100

/** `total`: with those that are not listed. */
export type ListedPieces = ReturnType<typeof toListedPieces>

export const toListedPieces = (
  { rows, total }: { rows: readonly OpenPieces[]; total: number },
  today: IsoDate,
) => ({
  rows: rows.map(pieces => {
    const { reference, position, customer, code, open, allocatable, isWaiting, since } = pieces
    return {
      key: `${reference} ${position}`,
      reference,
      url: adminOrderUrl(reference),
      customer,
      code,
      /** What keeps it from being sent; ''. */
      note: formatWaitReason(pieces),
      open,
      allocatable: isWaiting ? 0 : allocatable,
      since: formatDateOf(since),
      promised: formatPromise(pieces, today),
    }
  }),
  total,
})

function formatWaitReason(pieces: OpenPieces): string {
  const { isUnfinished, isHeld, holdReason, isWaiting, open, allocatable, reserved } = pieces
  if (isUnfinished) return 'Not paid or completed yet'
  if (isHeld) return `Held: ${holdReason || 'account on stop'}`
  if (isWaiting) return 'Waits to be sent all together'
  return reserved > 0 && allocatable < open ? `${reserved} set aside, ${open - allocatable} short` : ''
}

/**
 * The day that the order's page names too (R-DELAY-1); without one, and of goods that were not in their bin, when they are
 * expected: those of an order to be sent all together with the last of them.
 */
export function formatPromise(
  { position, isUnfinished, facts }: Pick<OpenPieces, 'position' | 'isUnfinished' | 'facts'>,
  today: IsoDate,
): string {
  const { source, day, isLate, pieces } = expectOrder(facts, facts.lines, today)
  if (source === 'announced' && day === null) return 'Delayed, the day isn’t known yet'
  const open = listOpenPieces(pieces)
  const ownPieces = open.filter(group => group.position === position)
  const isMissing = ownPieces.some(group => group.source === 'promised' && group.range !== null)
  if (day !== null && !isMissing && ownPieces.some(group => group.day !== null))
    return isLate ? `Was due ${formatDate(day)}` : formatDay(day)
  const backOrders = (facts.consignments === 'together' ? open : ownPieces).filter(
    ({ isBackOrdered }) => isBackOrdered,
  )
  const positions = new Set(backOrders.map(group => group.position))
  const lines = facts.lines.filter(line => positions.has(line.position))
  const leadTime = isUnfinished ? findLongestLeadTime(lines.map(line => line.leadTime)) : null
  const range = findLastRange(backOrders.map(group => group.range))
  if (facts.wasHeld || (leadTime === null && range === null)) return 'No day promised'
  return upperFirst(range ? formatDayRange(range) : `${formatArrival(leadTime)} from ordering`)
}

export interface MovementRow {
  id: number
  code: string
  at: Date
  change: number
  /** After it. */
  onHand: number
  reason: MovementReason
  note: string
  /** '': an import. */
  who: string
  reference: string | null
  goodsInId: number | null
  deliveryNote: string
}

export const maxNamedMovements = 3

/** ' Since then: 5 → 3, Damage (Stella Affleck).' of the latest movements, newest first. `expectedVersion`: `formatStockVersion`. */
export function formatMovementsSince(latest: readonly MovementRow[], expectedVersion: string): string {
  const texts = latest
    .filter(({ id }) => id > Number.parseInt(expectedVersion, 10))
    .map(({ change, onHand, reason, who }) => {
      const figures = `${onHand - change} → ${onHand}`
      return `${figures}, ${movementReasons[reason].toLowerCase()} (${who || 'Import'})`
    })
  return texts.length === 0 ? '' : ` Since then: ${texts.join('; ')}.`
}

export type ListedMovement = ReturnType<typeof toListedMovement>

export function toListedMovement(row: MovementRow) {
  const { id, code, at, change, onHand, reason, note, who } = row
  const source = toMovementSource(row)
  return {
    key: String(id),
    part: { code, url: toStockUrl(code) },
    at: formatShortDateTime(at),
    change: formatDifference(change),
    onHand,
    reason: movementReasons[reason],
    who: who || 'Import',
    note: source?.name === note ? '' : note,
    source,
  }
}

/** The order, the delivery or the return. */
function toMovementSource({ reference, goodsInId, deliveryNote, note }: MovementRow) {
  if (reference) return { name: `Order ${reference}`, url: adminOrderUrl(reference) }
  if (goodsInId) return { name: deliveryNote, url: `${goodsInUrl}/${goodsInId}` }
  // The note of what a return brought back is its number.
  return /^RMA-\d{6,}$/.test(note) ? { name: note, url: `/admin/returns/${note}` } : null
}

export type ListedDelivery = ReturnType<typeof toListedDelivery>

export function toListedDelivery(row: GoodsInRow) {
  const { id, supplier, deliveryNote, at, who, partCount, pieceCount } = row
  return {
    url: `${goodsInUrl}/${id}`,
    supplier,
    deliveryNote,
    at: formatShortDateTime(at),
    who,
    goods: `${pluralize(partCount, 'part')}, ${pluralize(pieceCount, 'piece')}`,
  }
}

import { upperFirst } from '../../../lib/text.ts'
import { listProposed, listToCome, type OpenLine } from '../despatch/rules.ts'
import { formatMissing, listWaitedFor } from '../despatch/together.ts'
import type { Order } from '../order.ts'
import { isIn } from '../states.ts'
import type { TypedDespatch } from './despatch-form.ts'
import type { DespatchFormView } from './page-props.ts'

/** More inputs would be a slow page; the others follow in the next parcel. */
const maxDespatchLines = 100

export function toDespatchForm(
  order: Order,
  openLines: readonly OpenLine[],
  lastCarrier: string | null,
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
    note: formatShare(line, quantity),
  }))
  // What was typed and what can go out comes first, so that it is listed however many lines are waiting for goods.
  const rank = (line: { position: number; proposed: number }) =>
    typedPositions.has(line.position) ? 0 : line.proposed > 0 ? 1 : 2
  const sorted = lines.toSorted((a, b) => rank(a) - rank(b))
  const count = Math.max(maxDespatchLines, typedPositions.size)
  return {
    isCollected: order.deliveryCode === 'COL',
    isReadyToCollect: order.isReadyToCollect,
    isNothingHere: toCome.every(({ line }) => line.onHand === 0),
    waitsFor: formatMissing(waitedFor),
    hasOlder: toCome.some(({ line, quantity }) => countForOlder(line, quantity) > 0),
    lines: sorted.slice(0, count),
    more: Math.max(0, lines.length - count),
    carrier: lastCarrier ?? '',
  }
}

/** Pieces of a line that are on hand, and that older orders wait for. */
const countForOlder = ({ onHand, setAsideElsewhere, sendable }: OpenLine, open: number): number =>
  Math.max(0, Math.min(open, onHand - setAsideElsewhere) - sendable)

/** Who else is to have what is on hand. */
function formatShare(line: OpenLine, open: number): string {
  const setAside = Math.min(line.setAsideElsewhere, line.onHand - Math.min(line.setAside, line.onHand))
  const parts = [
    line.setAside > 0 && `${line.setAside.toLocaleString('en-GB')} set aside for this order`,
    setAside > 0 && line.sendable < open && `${setAside.toLocaleString('en-GB')} set aside for other orders`,
    countForOlder(line, open) > 0 && 'older orders come first',
  ].filter(part => part !== false)
  return upperFirst(parts.join(', '))
}

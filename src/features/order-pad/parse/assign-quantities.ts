import {
  type LineContext,
  type LineItem,
  type LineNumber,
  type LineQuantity,
  listItems,
} from './line-tokens.ts'
import { toDoubt } from './quantity.ts'

/** The quantities that may belong to each number; one that may belong to two is a doubt for both. */
export type AssignedQuantities = ReadonlyMap<LineNumber, readonly LineQuantity[]>

export function assignQuantities(context: LineContext): AssignedQuantities {
  const items = listItems(context)
  const quantities = items.filter(item => item.kind === 'quantity')
  const numbers = items.filter(item => item.kind === 'number')
  const assigned = new Map<LineNumber, LineQuantity[]>(numbers.map(number => [number, []]))
  const assign = (number: LineNumber, quantity: LineQuantity) => void assigned.get(number)!.push(quantity)
  const [only, second] = quantities
  if (only?.isEach && !second) {
    for (const number of numbers) assign(number, only)
    return assigned
  }
  // 'Qty 4: LF9009, P551712' may be four of each.
  const isHeading =
    only && !second && numbers.length > 1 && only.from < numbers[0]!.from && isBeforeColon(context, only)
  if (isHeading) {
    for (const number of numbers) assign(number, toDoubtful(context, only))
    return assigned
  }
  const isOpen = (number: LineNumber) => number.glued.kind === 'none' && assigned.get(number)!.length === 0
  const segments = [...Map.groupBy(items, item => context.tokens[item.from]!.segment).values()]
  const hasNumber = (segment: readonly LineItem[]) => segment.some(item => item.kind === 'number')
  for (const segment of segments.filter(hasNumber)) {
    // 'LF9009 4 x P551712': marks with a side come first, but not in 'x2 LF9009 x4 P551712'.
    const [start, end] = [segment[0]!, segment.at(-1)!]
    const isReversed =
      (start.kind === 'quantity' && start.side === 'before') ||
      (end.kind === 'quantity' && end.side === 'after')
    const unassigned = segment.filter((item, at) => {
      const side = item.kind === 'quantity' && !isReversed ? item.side : null
      const number = side === null ? null : findNeighbour(segment, at, side)
      if (number) assign(number, item as LineQuantity)
      return number === null
    })
    assignInOrder(
      context,
      unassigned.filter(item => item.kind === 'quantity' || isOpen(item)),
      assign,
      segment,
    )
  }
  // 'LF9009, 4, P551712, 2'
  const lone = new Set(segments.filter(segment => !hasNumber(segment)).flat())
  const openItems = items.filter(item => lone.has(item) || (item.kind === 'number' && isOpen(item)))
  if (lone.size > 0) assignInOrder(context, openItems, assign, items)
  return assigned
}

function findNeighbour(items: readonly LineItem[], at: number, side: 'before' | 'after'): LineNumber | null {
  const [before, after] = [items[at - 1], items[at + 1]]
  const candidates = side === 'before' ? [before, after] : [after, before]
  return candidates.find(item => item?.kind === 'number') ?? null
}

/** Assigns quantities that may stand before or behind their number, by the order of all of them. */
function assignInOrder(
  context: LineContext,
  items: readonly LineItem[],
  assign: (number: LineNumber, quantity: LineQuantity) => void,
  all: readonly LineItem[],
): void {
  const isAlternating = items.every((item, at) => item.kind !== items[at - 1]?.kind)
  const numbers = all.filter(item => item.kind === 'number')
  const [first, last] = [items[0]?.kind, items.at(-1)?.kind]
  const side = !isAlternating || first === last ? null : first === 'number' ? 'before' : 'after'
  items.forEach((quantity, at) => {
    if (quantity.kind !== 'quantity') return
    const [before, after] = [items[at - 1], items[at + 1]].map(item =>
      item?.kind === 'number' ? item : null,
    )
    if (side === 'before') assign(before!, quantity)
    else if (side === 'after') assign(after!, quantity)
    else if (before && after) {
      const doubt = toDoubtful(context, quantity)
      assign(before, doubt)
      assign(after, doubt)
    } else {
      // Without an open number beside it, it is a second quantity of the nearest.
      const nearest = before ?? after ?? numbers.findLast(({ from }) => from < quantity.from) ?? numbers[0]
      if (nearest) assign(nearest, quantity)
    }
  })
}

const isBeforeColon = ({ line, tokens }: LineContext, { to }: LineQuantity): boolean =>
  /^[)\]]? ?:/.test(line.slice(tokens[to - 1]!.end))

const toDoubtful = ({ line, tokens }: LineContext, quantity: LineQuantity): LineQuantity => {
  const { from, to } = quantity
  return { ...quantity, reading: toDoubt(line.slice(tokens[from]!.start, tokens[to - 1]!.end)) }
}

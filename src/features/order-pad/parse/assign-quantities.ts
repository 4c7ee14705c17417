import type { LineNumber } from './line-numbers.ts'
import type { LineQuantity } from './line-quantities.ts'
import type { LineToken } from './line-tokens.ts'

export type LineItem = LineNumber | LineQuantity

/** The quantity of each number. */
export function assignQuantities(
  tokens: readonly LineToken[],
  items: readonly LineItem[],
): Map<LineNumber, LineQuantity> {
  const quantities = items.filter(item => item.kind === 'quantity')
  const [only, second] = quantities
  if (only?.isEach && !second)
    return new Map(items.filter(item => item.kind === 'number').map(number => [number, only]))
  const assigned = new Map<LineNumber, LineQuantity>()
  const isOpen = (item: LineItem | undefined): item is LineNumber =>
    item?.kind === 'number' && item.gluedQuantity === null && !assigned.has(item)
  const assignWithin = (neighbours: readonly LineItem[]) =>
    neighbours.forEach((quantity, at) => {
      if (quantity.kind !== 'quantity') return
      const [before, after] = [neighbours[at - 1], neighbours[at + 1]]
      const number = (isBeforeFirst(quantity, neighbours) ? [before, after] : [after, before]).find(isOpen)
      if (number) assigned.set(number, quantity)
    })
  const segments = [...Map.groupBy(items, item => tokens[item.from]!.segment).values()]
  const hasNumber = (segment: readonly LineItem[]) => segment.some(item => item.kind === 'number')
  for (const segment of segments) if (hasNumber(segment)) assignWithin(segment)
  // 'LF9009, 4, P551712, 2'
  const lone = new Set(segments.filter(segment => !hasNumber(segment)).flat())
  if (lone.size > 0) assignWithin(items.filter(item => item.kind === 'number' || lone.has(item)))
  return assigned
}

/** Whether a quantity rather belongs to the number before it than to the one behind it. */
function isBeforeFirst({ side }: LineQuantity, items: readonly LineItem[]): boolean {
  if (side === 'before') return true
  if (items[0]?.kind === 'quantity') return false
  return items.at(-1)?.kind === 'quantity' || side === null
}

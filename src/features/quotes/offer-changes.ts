import { formatPounds, type Pence } from '../../lib/money.ts'

/** What staff offer, as far as its history reports it. `unitPrice`: null before it was priced. */
export interface OfferedGoods {
  lines: readonly { code: string; quantity: number; unitPrice: Pence | null }[]
  deliveryTitle: string
  deliveryCost: Pence | null
}

const maxChanges = 20

/** What of an offer was changed, before and after: 'FH-OIL-1: quantity 10 → 12. Carriage £12.50 → £0.00.' '': nothing. */
export function formatOfferChanges(before: OfferedGoods, after: OfferedGoods): string {
  const earlier = new Map(before.lines.map(line => [line.code, line]))
  const codes = new Set(after.lines.map(({ code }) => code))
  const changes = [
    ...before.lines
      .filter(({ code }) => !codes.has(code))
      .map(({ code, quantity }) => `${code} removed (quantity was ${quantity})`),
    ...after.lines.flatMap(line => formatLineChange(earlier.get(line.code), line)),
    ...formatCarriageChange(before, after),
  ]
  const more = changes.length - maxChanges
  const listed = changes.slice(0, maxChanges)
  return [...listed, ...(more > 0 ? [`and ${more} more changes`] : [])].map(text => `${text}.`).join(' ')
}

type GoodsLine = OfferedGoods['lines'][number]

function formatLineChange(before: GoodsLine | undefined, after: GoodsLine): string[] {
  const { code, quantity, unitPrice } = after
  if (!before)
    return [`${code} added: ${quantity}${unitPrice === null ? '' : ` at ${formatPounds(unitPrice)} each`}`]
  const parts = [
    before.quantity === quantity ? null : `quantity ${before.quantity} → ${quantity}`,
    before.unitPrice === null || unitPrice === null || before.unitPrice === unitPrice
      ? null
      : `price ${formatPounds(before.unitPrice)} → ${formatPounds(unitPrice)} each`,
  ].filter(part => part !== null)
  return parts.length > 0 ? [`${code}: ${parts.join(', ')}`] : []
}

function formatCarriageChange(before: OfferedGoods, after: OfferedGoods): string[] {
  if (before.deliveryCost === null || after.deliveryCost === null) return []
  const format = ({ deliveryTitle, deliveryCost }: OfferedGoods) =>
    [formatPounds(deliveryCost!), deliveryTitle].filter(Boolean).join(' ')
  return format(before) === format(after) ? [] : [`Carriage ${format(before)} → ${format(after)}`]
}

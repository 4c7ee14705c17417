import type { DisplayedPrices } from '../basket/basket.ts'

/**
 * The quantities of a quote that its customer was displayed last, by `quantity:{product id}` among the displayed prices:
 * staff may change them while the customer has the quote open.
 */

interface QuotedGoods {
  lines: readonly { productId: number; quantity: number }[]
}

const prefix = 'quantity:'

export function addDisplayedQuantities(prices: DisplayedPrices, { lines }: QuotedGoods): DisplayedPrices {
  const otherParts = Object.entries(prices).filter(([part]) => !part.startsWith(prefix))
  return Object.fromEntries([...otherParts, ...toParts(lines)])
}

/** Whether the goods differ from those that the customer's page displayed last. False when none were displayed yet. */
export function hasOtherGoods(prices: DisplayedPrices, { lines }: QuotedGoods): boolean {
  const displayed = Object.entries(prices).filter(([part]) => part.startsWith(prefix))
  if (displayed.length === 0) return false
  const parts = toParts(lines)
  return parts.length !== displayed.length || parts.some(([part, quantity]) => prices[part] !== quantity)
}

const toParts = (lines: QuotedGoods['lines']) =>
  lines.map(({ productId, quantity }) => [`${prefix}${productId}`, quantity] as const)

import { maxQuantity } from '../basket/basket.ts'

/** How people write a count: 4 · 1,000 · 4.0 (spreadsheets). Source of a regular expression with one group. */
export const count = String.raw`(\d{1,3}(?:,\d{3})+|\d{1,6})(?:\.0+)?`

/** What stands behind a count: '4 off', '4 pcs', '4 no.'. */
export const unit = String.raw`(?:off|of|pcs?|pces?|pieces?|ea|each|nos?|units?|stk|x|×|\*)`

const before = String.raw`(?:qty|quantity|q|x|×|\*)?\s*[:.=]?\s*`
const whole = new RegExp(String.raw`^\(?${before}${count}\s*${unit}?\.?\)?$`, 'i')

/** '4 off' → 4; null when the text is no count. May be 0, or more than an order takes. */
export function countOf(text: string): number | null {
  const found = whole.exec(text.trim())
  return found ? Number(found[1]!.replaceAll(',', '')) : null
}

/** A count that can be ordered: 1 to 9,999 (contract §3). */
export function orderable(quantity: number | null): quantity is number {
  return quantity !== null && quantity >= 1 && quantity <= maxQuantity
}

/** What a field or a cell says, as a quantity that can be ordered; null when it is none. */
export function quantityOf(text: string): number | null {
  const quantity = countOf(text)
  return orderable(quantity) ? quantity : null
}

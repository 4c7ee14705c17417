import { calculateShare, multiply, type Pence, pence, standardVat, toPounds } from '../../lib/money.ts'
import { findLineEntryError, serializeLineEntry, toLineEntry } from '../basket/lines/line-entry.ts'
import type { LineEntryField, LineEntryReply } from '../basket/lines/line-entry-schema.ts'
import { validateAdd } from '../basket/lines/line-problems.ts'
import { toPence } from '../basket/view.ts'
import { parseOrderQuantity } from './parse/quantity.ts'
import type { PadReply } from './schemas.ts'

/** One line of the pad, in the browser and on the server. `matches`: the `found` of the calls. */
export interface PadLine extends Omit<PadReply['lines'][number], 'found' | LineEntryField> {
  matches: PadReply['lines'][number]['found']
  /** As typed. */
  entry: LineEntryReply
}

/** A product with what the pad shows of it. Pence ex VAT. */
export interface PadProduct extends Omit<PadReply['products'][number], 'prices'> {
  prices: { from: number; price: Pence }[]
}

export interface Pad {
  lines: PadLine[]
  products: PadProduct[]
}

export type PadLineState =
  | 'ready'
  | 'choose'
  | 'unknown'
  | 'bad_quantity'
  | 'not_for_sale'
  | 'price_on_request'
  | 'none_left'
  | 'too_many'
  | 'row_full'
  | 'bad_entry'

export type PadView = ReturnType<typeof toPadView>

/** Calculates state and price of each line; lines with the same product count together for stock and price. */
export function toPadView({ lines, products }: Pad) {
  const byId = new Map(products.map(product => [product.id, product]))
  const parts = lines.filter(line => line.isPart)
  const totals = new Map<number, { lines: number[]; quantity: number }>()
  for (const { nr, chosen, quantity } of parts) {
    if (chosen === null) continue
    const total = totals.get(chosen) ?? { lines: [], quantity: 0 }
    totals.set(chosen, {
      lines: [...total.lines, nr],
      quantity: total.quantity + (parseOrderQuantity(quantity) ?? 0),
    })
  }
  const rows = parts.map(line => {
    const product = line.chosen === null ? null : (byId.get(line.chosen) ?? null)
    return toPadRow(line, product, product && totals.get(product.id)!)
  })
  const ready = rows.filter(({ state }) => state === 'ready')
  const exVat = pence(ready.reduce((total, { subtotal }) => total + (subtotal ?? 0), 0))
  const remarks = lines.filter(line => !line.isPart)
  return {
    rows,
    /** Lines without a part number. */
    remarks,
    readyCount: ready.length,
    /** The totals of the lines that are ready. */
    exVat,
    incVat: pence(exVat + calculateShare(exVat, standardVat)),
  }
}

export type PadRow = ReturnType<typeof toPadRow>

function toPadRow(
  line: PadLine,
  product: PadProduct | null,
  total: { lines: number[]; quantity: number } | null,
) {
  const quantity = parseOrderQuantity(line.quantity)
  const price = product && total ? getUnitPrice(product, total.quantity) : null
  const usable = product && total ? product.available - (total.quantity - (quantity ?? 0)) : 0
  const isPartBackOrdered = product?.backOrder === true && product.available > 0
  return {
    line,
    state: getPadLineState(line, product, quantity, total?.quantity ?? 0),
    product,
    /** Null: the typed text is not a valid quantity. */
    quantity,
    /** For one piece, at the total quantity of all lines with the product; null: on request. */
    price,
    subtotal: price === null ? null : multiply(price, quantity ?? 0),
    /** When other lines have the same product: their line numbers, and the total quantity of all of them. */
    combined:
      total && total.lines.length > 1
        ? { otherLines: total.lines.filter(nr => nr !== line.nr), quantity: total.quantity }
        : null,
    /** Pieces in stock for this line, when the other lines with the product have theirs. */
    usable: Math.max(0, usable),
    /** Pieces of a ready line that are on back order, while others are in stock. */
    later: isPartBackOrdered ? Math.max(0, (quantity ?? 0) - Math.max(0, usable)) : 0,
  }
}

function getPadLineState(
  { matches, entry }: PadLine,
  product: PadProduct | null,
  quantity: number | null,
  total: number,
): PadLineState {
  if (!product) return matches.length > 0 ? 'choose' : 'unknown'
  const refusal = validateAdd({ ...product, price: getUnitPrice(product, total), inBasket: 0 }, total)
  const isSold = refusal !== 'not_for_sale' && refusal !== 'price_on_request'
  if (isSold && quantity === null) return 'bad_quantity'
  if (refusal === 'unknown_product') return 'unknown'
  return refusal ?? (findLineEntryError(entry) === null ? 'ready' : 'bad_entry')
}

/** The price of one piece at a quantity; null: on request. */
function getUnitPrice({ prices }: Pick<PadProduct, 'prices'>, quantity: number): Pence | null {
  return prices.findLast(({ from }) => from <= Math.max(1, quantity))?.price ?? null
}

export const listReadyItems = ({ rows }: PadView) =>
  rows.flatMap(({ state, product, quantity, line }) =>
    state === 'ready' && product
      ? [{ product: product.id, quantity: quantity ?? 0, entry: toLineEntry(line.entry) }]
      : [],
  )

export const emptyPad: Pad = { lines: [], products: [] }

/** Converts to the fields of the calls, with prices in pounds. */
export function serializePad({ lines, products }: Pad): PadReply {
  return {
    lines: lines.map(({ matches, entry, ...line }) => ({ ...line, ...entry, found: matches })),
    products: products.map(product => ({
      ...product,
      prices: product.prices.map(({ from, price }) => ({ from, price: toPounds(price) })),
    })),
  }
}

/** Converts from the fields of the calls, with prices in pence. */
export function deserializePad({ lines, products }: PadReply): Pad {
  return {
    lines: lines.map(({ found: matches, ...line }) => ({
      ...line,
      entry: serializeLineEntry(line),
      matches,
    })),
    products: products.map(product => ({
      ...product,
      prices: product.prices.map(({ from, price }) => ({ from, price: toPence(price) })),
    })),
  }
}

import { calculateShare, multiply, type Pence, pence, standardVat } from '../../lib/money.ts'
import { findLineEntryError, toLineEntry } from '../basket/lines/line-entry.ts'
import type { LineEntry, LineEntryReply } from '../basket/lines/line-entry-schema.ts'
import { validateAdd } from '../basket/lines/line-problems.ts'
import { parseOrderQuantity } from './parse/quantity.ts'

/** The most lines that the pad takes at a time. */
export const maxLines = 500

/** One line of the pad, in the browser and on the server. */
export interface PadLine {
  /** The number of the line in the pasted text; each further number of a line moves the lines after it by one. */
  nr: number
  /** As pasted. */
  text: string
  /** False: the line has no part number. */
  isPart: boolean
  /** The part number as read or corrected. */
  code: string
  /** As typed; '' until the buyer has said how many. */
  quantity: string
  /** What stands in the list in place of a quantity, and has to be queried; or ''. */
  seen: string
  /** The products with that number. `as`: the number and its maker, 'Donaldson P551712', or '' for our own number. */
  matches: { product: number; as: string }[]
  /** The id of one of the matches; null while the buyer has to choose. */
  chosen: number | null
  /** Similar numbers, as they are usually written. */
  near: string[]
  /** Why the basket refused the line. */
  refusal: string | null
  /** What stands beside the number and was not read: '12 micron'; or ''. */
  notRead: string
  /** As typed. */
  entry: LineEntryReply
}

/** A product with what the pad shows of it. Pence ex VAT. */
export interface PadProduct {
  id: number
  code: string
  title: string
  brand: string
  url: string
  details: string
  available: number
  backOrder: boolean
  note: string | null
  forSale: boolean
  /** The price from each quantity on, the smallest quantity first; empty: on request. */
  prices: { from: number; price: Pence }[]
  /** Products in stock that can replace it, when it is not available itself or short. */
  instead: { code: string; title: string; url: string; available?: number | undefined }[]
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

export interface PadRow {
  line: PadLine
  state: PadLineState
  product: PadProduct | null
  /** Null: the typed text is not a valid quantity. */
  quantity: number | null
  /** For one piece, at the total quantity of all lines with the product; null: on request. */
  price: Pence | null
  subtotal: Pence | null
  /** When other lines have the same product: their line numbers, and the total quantity of all of them. */
  combined: { otherLines: number[]; quantity: number } | null
  /** Pieces in stock for this line, when the other lines with the product have theirs. */
  usable: number
  /** Pieces of a ready line that are on back order, while others are in stock. */
  later: number
}

export interface PadView {
  rows: PadRow[]
  /** Lines without a part number. */
  remarks: PadLine[]
  readyCount: number
  /** The total of the lines that are ready. */
  exVat: Pence
  incVat: Pence
}

/** Calculates state and price of each line; lines with the same product count together for stock and price. */
export function toPadView({ lines, products }: Pad): PadView {
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
    remarks,
    readyCount: ready.length,
    exVat,
    incVat: pence(exVat + calculateShare(exVat, standardVat)),
  }
}

function toPadRow(
  line: PadLine,
  product: PadProduct | null,
  total: { lines: number[]; quantity: number } | null,
): PadRow {
  const quantity = parseOrderQuantity(line.quantity)
  const price = product && total ? getUnitPrice(product, total.quantity) : null
  const usable = product && total ? product.available - (total.quantity - (quantity ?? 0)) : 0
  const isPartBackOrdered = product?.backOrder === true && product.available > 0
  return {
    line,
    state: getPadLineState(line, product, quantity, total?.quantity ?? 0),
    product,
    quantity,
    price,
    subtotal: price === null ? null : multiply(price, quantity ?? 0),
    combined:
      total && total.lines.length > 1
        ? { otherLines: total.lines.filter(nr => nr !== line.nr), quantity: total.quantity }
        : null,
    usable: Math.max(0, usable),
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
export function getUnitPrice({ prices }: Pick<PadProduct, 'prices'>, quantity: number): Pence | null {
  return prices.findLast(({ from }) => from <= Math.max(1, quantity))?.price ?? null
}

/** The lines that are ready. */
export const listReadyItems = ({
  rows,
}: PadView): { product: number; quantity: number; entry: LineEntry }[] =>
  rows.flatMap(({ state, product, quantity, line }) =>
    state === 'ready' && product
      ? [{ product: product.id, quantity: quantity ?? 0, entry: toLineEntry(line.entry) }]
      : [],
  )

export const emptyPad: Pad = { lines: [], products: [] }

import { calculateShare, multiply, type Pence, pence, standardVat } from '../../lib/money.ts'
import { validateAdd } from '../basket/validate-add.ts'
import { quantityOf } from './quantity.ts'

/** One line of the pad, as both sides of the wire hold it. */
export interface PadLine {
  /** The number of the line in what was pasted. */
  nr: number
  /** As it was pasted. */
  text: string
  /** False: no part number was seen in it. */
  isPart: boolean
  /** The number as it was read or put right, and the quantity as it was typed. */
  code: string
  quantity: string
  /** The products that have the number, each with whose number it is: 'Donaldson P551712', or '' for our own. */
  found: { product: number; as: string }[]
  /** One of them; null while the buyer has to choose. */
  chosen: number | null
  /** Numbers that are nearly the same, as they are written. */
  near: string[]
  /** What the basket said to it. */
  refusal: string | null
}

/** A product as the pad shows and judges it. Pence ex VAT. */
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
  /** From how many pieces which price holds, the smallest first; none: on request. */
  prices: { from: number; price: Pence }[]
  /** What can be had in its place, where it cannot. */
  instead: { code: string; title: string; url: string }[]
}

export interface Pad {
  lines: PadLine[]
  products: PadProduct[]
}

export type PadState =
  | 'ready'
  | 'choose'
  | 'unknown'
  | 'bad_quantity'
  | 'not_for_sale'
  | 'none_left'
  | 'too_many'
  | 'row_full'

export interface PadRow {
  line: PadLine
  state: PadState
  product: PadProduct | null
  /** Null: what was typed is no quantity. */
  quantity: number | null
  /** For one piece, at the quantity of all its lines together; null: on request. */
  price: Pence | null
  subtotal: Pence | null
  /** The same part stands on other lines too: their numbers, and how many pieces that makes. */
  together: { others: number[]; quantity: number } | null
}

export interface PadView {
  rows: PadRow[]
  /** Lines in which no part number was seen. */
  remarks: PadLine[]
  ready: number
  /** Of the lines that are ready. */
  exVat: Pence
  incVat: Pence
}

/** What the pad shows: each line judged, the same part of several lines taken together. */
export function viewOf({ lines, products }: Pad): PadView {
  const byId = new Map(products.map(product => [product.id, product]))
  const parts = lines.filter(line => line.isPart)
  const totals = new Map<number, { lines: number[]; quantity: number }>()
  for (const { nr, chosen, quantity } of parts) {
    if (chosen === null) continue
    const total = totals.get(chosen) ?? { lines: [], quantity: 0 }
    totals.set(chosen, {
      lines: [...total.lines, nr],
      quantity: total.quantity + (quantityOf(quantity) ?? 0),
    })
  }
  const rows = parts.map(line => {
    const product = line.chosen === null ? null : (byId.get(line.chosen) ?? null)
    return rowOf(line, product, product && totals.get(product.id)!)
  })
  const ready = rows.filter(({ state }) => state === 'ready')
  const exVat = pence(ready.reduce((total, { subtotal }) => total + (subtotal ?? 0), 0))
  const remarks = lines.filter(line => !line.isPart)
  return {
    rows,
    remarks,
    ready: ready.length,
    exVat,
    incVat: pence(exVat + calculateShare(exVat, standardVat)),
  }
}

function rowOf(
  line: PadLine,
  product: PadProduct | null,
  total: { lines: number[]; quantity: number } | null,
): PadRow {
  const quantity = quantityOf(line.quantity)
  const price = product && total ? priceAt(product, total.quantity) : null
  return {
    line,
    state: stateOf(line, product, quantity, total?.quantity ?? 0),
    product,
    quantity,
    price,
    subtotal: price === null ? null : multiply(price, quantity ?? 0),
    together:
      total && total.lines.length > 1
        ? { others: total.lines.filter(nr => nr !== line.nr), quantity: total.quantity }
        : null,
  }
}

function stateOf(
  { found }: PadLine,
  product: PadProduct | null,
  quantity: number | null,
  total: number,
): PadState {
  if (!product) return found.length > 0 ? 'choose' : 'unknown'
  const refusal = validateAdd({ ...product, price: priceAt(product, total), inBasket: 0 }, total)
  if (refusal !== 'not_for_sale' && quantity === null) return 'bad_quantity'
  if (refusal === 'unknown_product') return 'unknown'
  return refusal ?? 'ready'
}

/** The price of one piece when so many are bought; null: on request. */
export function priceAt({ prices }: Pick<PadProduct, 'prices'>, quantity: number): Pence | null {
  return prices.findLast(({ from }) => from <= Math.max(1, quantity))?.price ?? null
}

/** How many pieces of which product the lines that are ready ask for, each product once. */
export function readyPieces({ rows }: PadView): { product: number; quantity: number }[] {
  const pieces = new Map<number, number>()
  for (const { state, product, quantity } of rows) {
    if (state !== 'ready' || !product) continue
    pieces.set(product.id, (pieces.get(product.id) ?? 0) + (quantity ?? 0))
  }
  return [...pieces].map(([product, quantity]) => ({ product, quantity }))
}

export const emptyPad: Pad = { lines: [], products: [] }

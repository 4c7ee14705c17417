import { countBackOrdered, type LeadTime } from '../../lib/availability.ts'
import type { IsoDate } from '../../lib/dates.ts'
import type { Pence } from '../../lib/money.ts'
import { type BasketLine, calculateLineTotal } from '../basket/basket.ts'
import type { LineName } from '../basket/lines/line-entry-schema.ts'

/** A line as it was ordered, quoted or sent for approval: it never follows the catalogue. Money ex VAT. */
export interface OrderLine extends LineName {
  productId: number
  unitPrice: Pence
  quantity: number
  /** Pieces of it that were not in stock when it was ordered. */
  laterQuantity: number
  /** Of these, as it was known then; null: not known. */
  leadTime: LeadTime | null
  lineTotal: Pence
  /** Counted from 1; a corrected order has gaps. Absent, as what follows: the order is not stored yet. */
  position?: number
  /** Pieces that are not sent, because they were credited before they left. */
  withdrawn?: number
  /** From which the lead time runs; null: the day of ordering. */
  laterSince?: IsoDate | null
}

export const getPosition = ({ position }: OrderLine, index: number): number => position ?? index + 1

/**
 * The lines as they are sent: without what was credited before it left. Of a line, the pieces that were not in stock are
 * credited first.
 */
export const listLinesToSend = (lines: readonly OrderLine[]): OrderLine[] =>
  lines.flatMap((line, index) => {
    const { withdrawn = 0, laterQuantity, quantity } = line
    if (withdrawn >= quantity) return []
    return [
      {
        ...line,
        position: getPosition(line, index),
        quantity: quantity - withdrawn,
        laterQuantity: Math.max(0, laterQuantity - withdrawn),
        withdrawn: 0,
      },
    ]
  })

/** The snapshot of a basket's line; every line of an order has a price. */
export function toOrderLine(line: BasketLine): OrderLine {
  const { productId, code, title, entry, quantity } = line
  const laterQuantity = countBackOrdered(line)
  return {
    productId,
    code,
    title,
    entry,
    unitPrice: line.unitPrice as Pence,
    quantity,
    laterQuantity,
    leadTime: laterQuantity > 0 ? line.leadTime : null,
    lineTotal: calculateLineTotal(line),
  }
}

/** What the catalogue says today of an ordered product. */
export interface CatalogueEntry {
  path: string
  image: string | null
  forSale: boolean
}

/** The lines with their products, which are in the same order. `url`: null: no longer sold. */
export const linkLines = (lines: readonly OrderLine[], products: readonly CatalogueEntry[]) =>
  lines.map((line, index) => {
    const { path, image, forSale } = products[index]!
    return { ...line, url: forSale ? `/${path}` : null, image }
  })

/** Pieces that were set aside for an order and are not any more. */
export interface PiecesToRestock {
  code: string
  pieces: number
}

/** So many pieces of a line of an order. */
export interface Pieces {
  position: number
  quantity: number
}

import { toPounds } from '../../lib/money.ts'
import { serializeLineEntry } from '../basket/lines/line-entry.ts'
import { toPence } from '../basket/view.ts'
import type { Pad } from './pad.ts'
import type { PadReply } from './schemas.ts'

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

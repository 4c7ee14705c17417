import { toPounds } from '../../lib/money.ts'
import { toPence } from '../basket/view.ts'
import type { Pad } from './pad.ts'
import type { PadReply } from './schemas.ts'

/** Pence become pounds. */
export function padOnTheWire({ lines, products }: Pad): PadReply {
  return {
    lines,
    products: products.map(product => ({
      ...product,
      prices: product.prices.map(({ from, price }) => ({ from, price: toPounds(price) })),
    })),
  }
}

/** Pounds become pence. */
export function padFromWire({ lines, products }: PadReply): Pad {
  return {
    lines,
    products: products.map(product => ({
      ...product,
      prices: product.prices.map(({ from, price }) => ({ from, price: toPence(price) })),
    })),
  }
}

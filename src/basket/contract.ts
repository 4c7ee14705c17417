import { z } from 'zod'
import { declareCalls } from '../shared/call.ts'
import { line, pounds } from '../shared/validate.ts'

const call = declareCalls('Basket')

const picture = z.object({ title: z.string(), alt: z.string(), filename: z.string() }).nullable()

/** Contract §3 'Basket': the names are the wire's; inside, money is pence. */
export const basketReply = z.object({
  items: z.array(
    z.object({
      rowId: z.string(),
      product_id: z.int(),
      name: z.string(),
      price: pounds,
      qty: z.int(),
      subtotal: pounds,
    }),
  ),
  items_detail: z.record(
    z.string(),
    z.object({
      title: z.string(),
      url: z.string(),
      stock: z.string(),
      code: z.string(),
      primary_image: picture,
    }),
  ),
  count: z.int(),
  storage_mode: z.enum(['cookie', 'account']),
  discounts: z.array(z.object({ rowId: z.string(), code: z.string(), summary: z.string(), price: pounds })),
  subtotal: pounds,
  shipping: z.object({ price: pounds.nullable() }),
  tax: pounds,
  total: pounds,
  discounted_tax: pounds,
  discounted_total: pounds,
  minimumOrderValue: pounds,
  /** What happened to it just now: vouchers that left, with the reason. */
  notices: z.array(z.string()).optional(),
})
export type BasketReply = z.output<typeof basketReply>

// Judged by the room itself: a bad quantity is a business outcome with a sentence, not a 422 (contract §3).
const anything = z.unknown().optional()

export const addToBasket = call('POST /basket/add/single', {
  summary: 'Adds a product to the basket',
  body: z.object({ product: anything, quantity: anything, code: anything }),
  reply: z.object({ success: z.boolean(), messages: z.array(z.string()), basket: basketReply }),
})

export const readBasket = call('GET /basket', {
  summary: 'Returns the basket',
  reply: basketReply,
})

export const changeBasket = call('POST /basket', {
  summary: 'Changes quantities of basket rows; 0 removes a row',
  body: z.object({ updated_items: anything, with_shipping: anything }),
  reply: basketReply,
})

export const clearBasket = call('DELETE /basket', {
  summary: 'Removes all rows of the basket',
  reply: basketReply,
})

export const addVoucher = call('POST /basket/discount', {
  summary: 'Adds a voucher to the basket',
  body: z.object({ code: line(200), remove: line(200) }),
  reply: z.object({ accepted: z.boolean().optional(), message: z.string() }),
})

export const removeVoucher = call('DELETE /basket/discount', {
  summary: 'Removes a voucher from the basket',
  query: z.object({ code: line(200) }),
  reply: basketReply,
})

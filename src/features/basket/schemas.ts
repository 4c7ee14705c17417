import { z } from 'zod'
import { consignmentChoices } from '../../lib/availability.ts'
import { declareCalls, rowsBodyLimit } from '../../lib/calls/call.ts'
import { flag, line, poundsAmount, wholeNumber } from '../../lib/calls/validate.ts'
import { maxQuantity } from '../../lib/quantity.ts'
import { maxLines } from './limits.ts'
import { lineEntryReply, sentLineEntry } from './lines/line-entry-schema.ts'
import { voucherKinds } from './vouchers/vouchers.ts'

const call = declareCalls('Basket')

/** Which 100 rows the reply lists, from 1; absent: all. */
export const pageNumber = z.union([z.string(), z.number()]).optional().catch(undefined)

const picture = z.object({ title: z.string(), alt: z.string(), filename: z.string() }).nullable()

/** The basket as the calls reply it (R-BASKET-7): the names are the wire's; inside, money is pence. */
export const basketReply = z.object({
  items: z.array(
    z.object({
      rowId: z.string(),
      product_id: z.int(),
      name: z.string(),
      price: poundsAmount,
      qty: z.int(),
      subtotal: poundsAmount,
      ...lineEntryReply,
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
  discounts: z.array(
    z.object({
      rowId: z.string(),
      code: z.string(),
      kind: z.enum(voucherKinds),
      summary: z.string(),
      price: poundsAmount,
    }),
  ),
  subtotal: poundsAmount,
  shipping: z.object({ price: poundsAmount.nullable() }),
  tax: poundsAmount,
  total: poundsAmount,
  discounted_tax: poundsAmount,
  discounted_total: poundsAmount,
  /** Why delivery costs that: 'Pallet: over parcel weight', '£31.00 more for free delivery'. */
  delivery_note: z.string().optional(),
  /** 'Thursday 26 November – Named day', or what is not in stock while no delivery is chosen. */
  delivery_text: z.string().optional(),
  minimumOrderValue: poundsAmount,
  /** Rows of the whole basket that cannot be ordered or sent at once as they stand (R-BASKET-17). */
  problems: z
    .array(
      z.object({
        rowId: z.string(),
        code: z.string(),
        /** 'Only 2 available'. */
        text: z.string(),
        /** Pieces that can be sent now. */
        available: z.int(),
        /** Pieces that can be ordered for later; 0: the row cannot be ordered as it stands. */
        later: z.int(),
        page: z.int(),
      }),
    )
    .optional(),
  /** When a page was requested: the page that `items` has, from 1, and the rows of the whole basket (R-BASKET-14). */
  page: z.int().optional(),
  lines: z.int().optional(),
  /** How goods of which a part is not in stock are sent, once it was chosen. */
  consignments: z.enum(consignmentChoices).optional(),
  /** What happened to it just now: vouchers that left, with the reason; quantities above the stock. */
  notices: z.array(z.string()).optional(),
})
export type BasketReply = z.output<typeof basketReply>
export type BasketItem = BasketReply['items'][number]
export type RowProblem = NonNullable<BasketReply['problems']>[number]

/** Any other type counts as null: a bad product or quantity is answered with a sentence, not with a 422. */
const typedNumber = z.union([z.string(), z.number()]).nullish().catch(null)

/** `qty` 0 removes the row; a bad `qty` or an unknown row is ignored, and what is left out stays. */
const rowChange = z.object({
  rowId: z.union([z.string(), z.number()]).optional(),
  qty: typedNumber,
  ...sentLineEntry,
})

/** As `false`: changes nothing. */
const noChange = z.union([z.boolean(), z.string(), z.number(), z.null()])
const sentRow = z.union([rowChange, noChange])
export type SentRow = z.output<typeof sentRow>
const updatedItems = z.union([noChange, z.array(sentRow), z.record(z.string(), sentRow)]).optional()
export type UpdatedItems = z.output<typeof updatedItems>

export const addToBasket = call('POST /basket/add/single', {
  summary: 'Adds a product to the basket',
  body: z.object({
    /** Its id. */
    product: typedNumber,
    /** Left out: 1. */
    quantity: typedNumber,
    ...sentLineEntry,
    /** The part number, typed into the quick add of a page without JavaScript. */
    code: z.string().optional().catch(undefined),
    page: pageNumber,
  }),
  reply: z.object({ success: z.boolean(), messages: z.array(z.string()), basket: basketReply }),
})

export const readBasket = call('GET /basket', {
  summary: 'Returns the basket',
  reply: basketReply,
})

export const changeBasket = call('POST /basket', {
  summary: 'Changes quantities of basket rows; 0 removes a row',
  bodyLimit: rowsBodyLimit,
  body: z.object({
    updated_items: updatedItems,
    with_shipping: flag,
    page: pageNumber,
    /** A row to remove, or '*' for all: the buttons of a page without JavaScript, which can send neither 0 nor DELETE. */
    remove: z.string().optional().catch(undefined),
    /** A row to reduce to what is there, or '*' for all that are short: 'Change to 2'. */
    use_available: z.string().optional().catch(undefined),
    /** 'Order 2 now, 3 later': how goods of which a part is not in stock are sent. */
    consignments: z.enum(consignmentChoices).optional().catch(undefined),
    /** Deletes the list of what did not fit at sign-in. */
    clear_leftovers: flag,
  }),
  reply: basketReply,
})

export const addSeveral = call('POST /basket/add/several', {
  summary: 'Adds several products to the basket, each in full or not at all',
  bodyLimit: rowsBodyLimit,
  body: z.object({
    items: z
      .array(
        z.object({
          product: wholeNumber(1, 2_147_483_647),
          quantity: wholeNumber(1, maxQuantity),
          ...sentLineEntry,
        }),
      )
      .max(maxLines),
    page: pageNumber,
  }),
  reply: z.object({ success: z.boolean(), messages: z.array(z.string()), basket: basketReply }),
})

export const clearBasket = call('DELETE /basket', {
  summary: 'Removes all rows of the basket',
  reply: basketReply,
})

export const addVoucher = call('POST /basket/discount', {
  summary: 'Adds a voucher to the basket',
  body: z.object({ code: line(1000), remove: line(200) }),
  reply: z.object({ accepted: z.boolean().optional(), message: z.string() }),
})

export const removeVoucher = call('DELETE /basket/discount', {
  summary: 'Removes a voucher from the basket',
  query: z.object({ code: line(200) }),
  reply: basketReply,
})

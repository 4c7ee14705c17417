import { z } from 'zod'
import { declareCalls, rowsBodyLimit } from '../../lib/calls/call.ts'
import { line, wholeNumber } from '../../lib/calls/validate.ts'
import { lineEntryReply, sentLineEntry } from '../basket/lines/line-entry-schema.ts'
import { listedProduct } from '../search/schemas.ts'

const call = declareCalls('Product lists')

const named = z.object({ id: z.int(), name: z.string(), slug: z.string() })
const params = z.object({ id: wholeNumber(1, 2_147_483_647) })

/** A product of a list; `pivot` has its quantity on the list (R-LIST-1). */
const listProduct = listedProduct.extend({
  pivot: z.object({ quantity: z.int(), ...lineEntryReply }),
  /** Usual hours between two changes; null: unknown. */
  service_hours: z.int().nullable(),
})
export type ListProduct = z.output<typeof listProduct>

export const productList = z.object({
  id: z.int(),
  name: z.string(),
  /** These three are null only when the catalogue no longer has the machine. */
  manufacturer: named.nullable(),
  machine_model: named.nullable(),
  model_variant: z.object({ id: z.int(), name: z.string() }).nullable(),
  references: z.array(z.object({ reference: z.string() })),
  products: z.array(listProduct),
  /** Increases with each change. A change sent with an outdated version is refused. */
  version: z.int(),
})
export type ProductList = z.output<typeof productList>

// The fields are validated by validate-list.ts, which has a message for each.
const text = line(100)
const row = z.object({ product_id: text, quantity: text, ...sentLineEntry })

/** The form of R-LIST-1; `products` may also be an object of numbered rows, as HTML forms send it. */
const listForm = z.object({
  manufacturer_id: text,
  machine_model_id: text,
  model_variant_id: text,
  name: line(1000),
  fleet_numbers: line(10_000),
  products: z.union([z.array(row), z.record(z.string(), row), z.literal(''), z.null()]).optional(),
  version: text,
  _token: z.string().optional(),
})

const saved = z.object({ success: z.boolean(), product_list: productList })

export const readLists = call('GET /account/productlists', {
  summary: 'Lists the product lists',
  reply: z.array(productList),
})

export const readList = call('GET /account/productlists/:id', {
  summary: 'Returns a product list',
  params,
  reply: saved,
})

export const addList = call('POST /account/productlists', {
  summary: 'Creates a product list',
  bodyLimit: rowsBodyLimit,
  body: listForm,
  reply: saved,
})

/** The form replaces the list: products that it leaves out are removed. */
export const changeList = call('PUT /account/productlists/:id', {
  summary: 'Replaces a product list',
  params,
  bodyLimit: rowsBodyLimit,
  body: listForm,
  reply: saved,
})

export const deleteList = call('DELETE /account/productlists/:id', {
  summary: 'Deletes a product list',
  params,
  body: z.object({ _token: z.string().optional() }),
  /** `product_list`: the deleted list. */
  reply: saved.extend({ next_url: z.string() }),
})

/** One filter for each position on a machine, our own brand first. */
export const machineFilters = call('GET /account/productlists/filters', {
  summary: 'Lists the filters of a machine and its service kits',
  query: z.object({ variant: wholeNumber(1, 2_147_483_647) }),
  reply: z.object({
    filters: z.array(listProduct.extend({ position: z.string() })),
    /** The products of each service by its hours; a larger service includes the smaller ones. */
    kits: z.array(z.object({ hours: z.int(), product_ids: z.array(z.int()) })),
  }),
})
export type MachineFilters = z.output<typeof machineFilters.reply>

/** Adds a list to the basket for a number of machines. `messages` names the products that cannot be bought. */
export const orderList = call('POST /account/productlists/:id/basket', {
  summary: 'Adds a product list to the basket, for so many machines',
  params,
  /** A whole number from 1 to 999, 1 when left out. Anything else is refused with a message. */
  body: z.object({ machines: line(30) }),
  reply: z.object({
    success: z.boolean(),
    /** The number of products added, at least in part. */
    added: z.int(),
    messages: z.array(z.string()),
    next_url: z.string(),
  }),
})

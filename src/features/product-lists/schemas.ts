import { z } from 'zod'
import { declareCalls } from '../../lib/call.ts'
import { line, wholeNumber } from '../../lib/validate.ts'
import { listedProduct } from '../search/schemas.ts'

const call = declareCalls('Product lists')

const named = z.object({ id: z.int(), name: z.string(), slug: z.string() })
const params = z.object({ id: wholeNumber(1, 2_147_483_647) })

/** A product of a list; `pivot`: what the list says of it (specification §3). */
const listProduct = listedProduct.extend({
  pivot: z.object({ quantity: z.int() }),
  /** Usual hours between two changes; null: not known. */
  service_hours: z.int().nullable(),
})
export type ListProduct = z.output<typeof listProduct>

export const productList = z.object({
  id: z.int(),
  name: z.string(),
  /** The three are null only where the catalogue has lost the machine. */
  manufacturer: named.nullable(),
  machine_model: named.nullable(),
  model_variant: z.object({ id: z.int(), name: z.string() }).nullable(),
  references: z.array(z.object({ reference: z.string() })),
  products: z.array(listProduct),
  /** One more at each change; sent back with a change, it is refused when somebody else was quicker. */
  version: z.int(),
})
export type ProductList = z.output<typeof productList>

// Judged by the room itself, so that each field has its own sentence (fields.ts).
const typed = line(100)
const row = z.object({ product_id: typed, quantity: typed })

/** The form of specification §5 and §7; `products` may be numbered rows of a form as well. */
const listForm = z.object({
  manufacturer_id: typed,
  machine_model_id: typed,
  model_variant_id: typed,
  name: line(1000),
  fleet_numbers: line(10_000),
  products: z.union([z.array(row), z.record(z.string(), row), z.literal(''), z.null()]).optional(),
  version: typed,
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
  body: listForm,
  reply: saved,
})

/** The form is whole: products that it leaves out are taken off the list. */
export const changeList = call('PUT /account/productlists/:id', {
  summary: 'Replaces a product list',
  params,
  body: listForm,
  reply: saved,
})

export const deleteList = call('DELETE /account/productlists/:id', {
  summary: 'Deletes a product list',
  params,
  body: z.object({ _token: z.string().optional() }),
  /** `product_list`: what is gone now. */
  reply: saved.extend({ next_url: z.string() }),
})

/** One filter for each place of a machine, ours first. */
export const machineFilters = call('GET /account/productlists/filters', {
  summary: 'Lists the filters of a machine and its service kits',
  query: z.object({ variant: wholeNumber(1, 2_147_483_647) }),
  reply: z.object({
    filters: z.array(listProduct.extend({ position: z.string() })),
    /** Those that belong to a service, by its hours, the smaller ones within the larger. */
    kits: z.array(z.object({ hours: z.int(), product_ids: z.array(z.int()) })),
  }),
})
export type MachineFilters = z.output<typeof machineFilters.reply>

/** Puts a whole list into the basket, for so many machines. What can't be bought is named. */
export const orderList = call('POST /account/productlists/:id/basket', {
  summary: 'Adds a product list to the basket, for so many machines',
  params,
  /** A whole number from 1 to 999; left out: one. Anything else is refused with words. */
  body: z.object({ machines: line(30) }),
  reply: z.object({
    success: z.boolean(),
    /** How many products came into the basket, at least in part. */
    added: z.int(),
    messages: z.array(z.string()),
    next_url: z.string(),
  }),
})

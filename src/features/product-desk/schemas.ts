import { z } from 'zod'
import { declareCalls } from '../../lib/calls/call.ts'
import { flag, line, multilineText, wholeNumber } from '../../lib/calls/validate.ts'
import { staffReply } from '../back-office/schemas.ts'

const rowId = wholeNumber(1, 2_147_483_647)

/**
 * Staff with the right to the catalogue only. `seen`: the version of the part that the page displays. Texts are longer than
 * any may be, so that the form comes back with the sentence at the field.
 */
const partCall = declareCalls('Back office', { params: z.object({ id: rowId }), reply: staffReply })
const seen = line(60)
const text = line(1000)
const longText = (max: number) => multilineText(max).optional().default('')

const detailFields = {
  title: text,
  brand: text,
  type: text,
  description: longText(40_000),
  price: text,
  /** The price in pence, when it was confirmed that it moves by more than 30%, or is 0. */
  confirm_price: line(20),
  cost: text,
  back_order: flag,
  availability_note: text,
  lead_time: text,
  bin: text,
  low_stock: text,
  weight_g: text,
  path: text,
  for_sale: flag,
  measures: z
    .array(z.object({ name: text, value: text }))
    .max(310)
    .default([]),
}

/** `id`: of the part that was added. */
const productCall = declareCalls('Back office', { reply: staffReply.extend({ id: z.int().nullable() }) })

export const createPart = productCall('POST /admin/products', {
  summary: 'Adds a product',
  body: z.object({ code: text, ...detailFields }),
})

export const changePart = partCall('POST /admin/products/:id', {
  summary: 'Changes the details of a product',
  body: z.object({ seen, ...detailFields }),
})

export const undoPart = partCall('POST /admin/products/:id/undo', {
  summary: 'Undoes the last change of a product',
  body: z.object({ seen }),
})

/** One that was ever sold is taken off sale instead. */
export const deletePart = partCall('POST /admin/products/:id/delete', {
  summary: 'Deletes a product that nothing refers to',
  body: z.object({ seen }),
})

/** Ticked boxes of one name. */
const ticks = z
  .union([z.array(text), text])
  .optional()
  .transform(value => (value === undefined || value === '' ? [] : [value].flat()))
  .pipe(z.array(z.string()).max(1000))

/**
 * `add`: one number a line, with its maker. `remove`: numbers as the page has them. `elsewhere`: what happens with a number
 * that another part has: nothing, both have it, or this part takes it over.
 */
export const changeNumbers = partCall('POST /admin/products/:id/numbers', {
  summary: 'Changes the numbers that a product replaces',
  body: z.object({
    ...{ seen, add: longText(100_000), remove: ticks },
    elsewhere: z.enum(['', 'share', 'move']).catch(''),
  }),
})

/** `add`: ids of variants. `remove`: fitments as the page names them. `copy_from`: the number of another part. */
export const changeMachines = partCall('POST /admin/products/:id/machines', {
  summary: 'Changes the machines that a product fits',
  body: z.object({
    ...{ seen, find: line(100), add: ticks, remove: ticks, copy_from: text },
    ...{ position: text, quantity: text },
  }),
})

/** Part numbers: one; one a line; one a line with its quantity in front. */
export const changeLinks = partCall('POST /admin/products/:id/links', {
  summary: 'Changes the successor of a product, what is related to it, and what is in the kit',
  body: z.object({ seen, successor: text, related: longText(20_000), kit: longText(20_000) }),
})

import { z } from 'zod'
import { declareCalls } from '../../lib/call.ts'
import { flag, line, pounds } from '../../lib/validate.ts'

const call = declareCalls('Order pad')

const padLine = z.object({
  nr: z.int(),
  text: z.string(),
  isPart: z.boolean(),
  code: z.string(),
  quantity: z.string(),
  found: z.array(z.object({ product: z.int(), as: z.string() })),
  chosen: z.int().nullable(),
  near: z.array(z.string()),
  refusal: z.string().nullable(),
})

/** A product of the pad; `prices` from so many pieces on. */
export const padProduct = z.object({
  id: z.int(),
  code: z.string(),
  title: z.string(),
  brand: z.string(),
  url: z.string(),
  details: z.string(),
  available: z.int(),
  backOrder: z.boolean(),
  note: z.string().nullable(),
  forSale: z.boolean(),
  prices: z.array(z.object({ from: z.int(), price: pounds })),
  instead: z.array(z.object({ code: z.string(), title: z.string(), url: z.string() })),
})

/** The pad as it stands: every line that was given, and the products they name. */
export const pad = z.object({ lines: z.array(padLine), products: z.array(padProduct) })
export type PadReply = z.output<typeof pad>

/**
 * A line that is on the pad already, as it was put right; no code takes it off. `chosen`: the product that the buyer
 * sees there.
 */
const keptLine = z.object({
  nr: z.coerce.number().int().min(0).max(1_000_000).catch(0),
  text: line(300),
  code: line(100),
  /** A suggestion that was pressed, in place of the code: without a script it is a button of the form. */
  use: line(100),
  /** The code that was shown with a choice nobody made yet: asked again, it is still the buyer's to make. */
  open: line(100),
  quantity: line(20),
  chosen: z.coerce.number().int().min(1).max(2_147_483_647).nullish().catch(null),
  isPart: flag,
})
export type KeptLine = z.output<typeof keptLine>

// A form may leave out numbers: then its rows come as an object.
const keptLines = z
  .preprocess(
    given =>
      typeof given === 'object' && given !== null && !Array.isArray(given) ? Object.values(given) : given,
    z.array(keptLine).max(1000),
  )
  .optional()

/** Reads a pasted list, or lines of the pad that were put right. `problem`: why nothing was read. */
export const readPad = call('POST /order-pad', {
  summary: 'Reads a pasted list of part numbers, or corrected lines of the pad',
  body: z.object({ text: z.string().max(500_000).optional(), lines: keptLines }),
  reply: z.object({ pad, problem: z.string().nullable() }),
})

/** Puts the lines that can be had into the basket; `pad` is what is left, each line with the reason. */
export const addPad = call('POST /order-pad/add', {
  summary: 'Adds the lines of the pad to the basket',
  body: z.object({ lines: keptLines }),
  reply: z.object({
    success: z.boolean(),
    messages: z.array(z.string()),
    added: z.array(z.int()),
    pad,
    basket: z.object({ count: z.int(), subtotal: pounds }),
  }),
})

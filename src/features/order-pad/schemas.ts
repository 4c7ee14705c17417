import { z } from 'zod'
import { declareCalls, rowsBodyLimit } from '../../lib/calls/call.ts'
import { flag, line, poundsAmount, typedQuantity } from '../../lib/calls/validate.ts'
import { parseJson } from '../../lib/json.ts'
import { lineEntryReply, sentLineEntry } from '../basket/lines/line-entry-schema.ts'
import { maxSheetLength, maxSheetRows, type SheetTexts } from './upload/choose-sheet.ts'

const call = declareCalls('Order pad')

const padLine = z.object({
  /** The number of the line in the pasted text; each further number of a line moves the lines after it by one. */
  nr: z.int(),
  /** As pasted. */
  text: z.string(),
  /** False: the line has no part number. */
  isPart: z.boolean(),
  /** The part number as read or corrected. */
  code: z.string(),
  /** As typed; '' until the buyer has said how many. */
  quantity: z.string(),
  /** What stands in the list in place of a quantity, and has to be queried; or ''. */
  seen: z.string(),
  /** The products with that number. `as`: the number and its maker, 'Donaldson P551712', or '' for our own number. */
  found: z.array(z.object({ product: z.int(), as: z.string() })),
  /** The id of one of these; null while the buyer has to choose. */
  chosen: z.int().nullable(),
  /** Similar numbers, as they are usually written. */
  near: z.array(z.string()),
  /** Why the basket refused the line. */
  refusal: z.string().nullable(),
  /** What stands beside the number and was not read: '12 micron'; or ''. */
  notRead: z.string(),
  ...lineEntryReply,
})

/** A product with what the pad shows of it. */
const padProduct = z.object({
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
  /** The price ex VAT from each quantity on, the smallest quantity first; empty: on request. */
  prices: z.array(z.object({ from: z.int(), price: poundsAmount })),
  /** Products in stock that can replace it, when it is not available itself or short. */
  instead: z.array(
    z.object({ code: z.string(), title: z.string(), url: z.string(), available: z.int().optional() }),
  ),
})

/** The pad: every line of the list, and the products that match. */
const pad = z.object({ lines: z.array(padLine), products: z.array(padProduct) })
export type PadReply = z.output<typeof pad>

// Not z.coerce: converting an object calls its own toString, which a sender can replace by anything.
const numberInput = z.union([z.number(), z.string().transform(Number)])

/** A line of the pad with the buyer's corrections; an empty code removes it. `chosen`: the product shown on the line. */
const padLineInput = z.object({
  nr: numberInput.pipe(z.int().min(0).max(1_000_000)).catch(0),
  text: line(300),
  code: line(300),
  /** The code of the suggestion that was pressed, in place of `code`: without JavaScript it is a submit button. */
  use: line(300),
  /** The code of a line with an open choice: while it is unchanged, a look-up leaves the choice to the buyer. */
  open: line(300),
  /** Absent: 1. Empty: the buyer has not said yet how many. */
  quantity: typedQuantity.prefault('1'),
  seen: line(100),
  /** The pressed 'Use 2 available', in place of `quantity`. */
  use_quantity: line(20),
  chosen: numberInput.pipe(z.int().min(1).max(2_147_483_647)).nullish().catch(null),
  isPart: flag,
  notRead: line(300),
  ...sentLineEntry,
})
export type PadLineInput = z.output<typeof padLineInput>

// Removed rows leave gaps in the indexes of a form, which is then parsed into an object instead of an array.
const padLinesInput = z
  .preprocess(
    rows => (typeof rows === 'object' && rows !== null && !Array.isArray(rows) ? Object.values(rows) : rows),
    z.array(padLineInput).max(1000),
  )
  .optional()

const sheetTexts = z.object({
  name: z.string().max(200),
  rows: z.array(z.array(z.string())).max(maxSheetRows),
  hiddenRows: z.int().min(0),
  hiddenColumns: z.int().min(0),
})

/** A sheet of a workbook, as the choice between several carries it: JSON in one field. */
const chosenSheet = z
  .string()
  .max(maxSheetLength)
  .transform((text, context): SheetTexts => {
    const sheet = sheetTexts.safeParse(parseJson(text))
    if (sheet.success) return sheet.data
    context.addIssue({ code: 'custom', message: 'is not a sheet' })
    return z.NEVER
  })

/**
 * Reads a pasted list or a chosen sheet, or looks up corrected lines of the pad. `problem`: why nothing was read. `note`: what of
 * a workbook was not read.
 */
export const readPad = call('POST /order-pad', {
  summary: 'Reads a pasted list of part numbers, or corrected lines of the pad',
  bodyLimit: rowsBodyLimit,
  body: z.object({
    text: z.string().max(500_000).optional(),
    sheet: chosenSheet.optional(),
    lines: padLinesInput,
  }),
  reply: z.object({ pad, problem: z.string().nullable(), note: z.string() }),
})

/** Adds the lines that can be bought to the basket; `pad` has the remaining lines, each with its refusal. */
export const addPad = call('POST /order-pad/add', {
  summary: 'Adds the lines of the pad to the basket',
  bodyLimit: rowsBodyLimit,
  body: z.object({ lines: padLinesInput }),
  reply: z.object({
    success: z.boolean(),
    messages: z.array(z.string()),
    added: z.array(z.int()),
    pad,
    basket: z.object({ count: z.int(), subtotal: poundsAmount }),
  }),
})

import { z } from 'zod'
import { cleanLine } from '../../../lib/text.ts'

/**
 * What a buyer enters for a line besides its product and quantity (R-BASKET-19). It is stored as JSON and embedded whole
 * wherever a line is: in baskets, product lists, orders, documents and e-mails. Another field is a name here and its row
 * in `lineEntryFields` of line-entry.ts.
 */
const fieldNames = ['reference'] as const
export type LineEntryField = (typeof fieldNames)[number]

const ofEachField = <Schema>(schema: Schema) =>
  Object.fromEntries(fieldNames.map(name => [name, schema])) as Record<LineEntryField, Schema>

/** What is not entered is absent. */
export const lineEntry = z.object(ofEachField(z.string().optional()))
export type LineEntry = z.output<typeof lineEntry>

/** The fields of an entry as calls and forms send them; what is absent is not changed. */
export const sentLineEntry = ofEachField(
  z
    .union([z.string(), z.number(), z.null()])
    .transform(value => cleanLine(String(value ?? '')))
    .optional()
    .catch(undefined),
)
const sentEntry = z.object(sentLineEntry)
export type SentLineEntry = Partial<z.output<typeof sentEntry>>

/** The fields of an entry as replies have them: '' is not entered. */
export const lineEntryReply = ofEachField(z.string())
export type LineEntryReply = Record<LineEntryField, string>

/** What names a line on screens, papers and e-mails. */
export interface LineName {
  code: string
  title: string
  entry: LineEntry
}

/** A LineName as JSON stores it; that of an earlier release has no entry. */
export const lineName = { code: z.string(), title: z.string(), entry: lineEntry.default({}) }

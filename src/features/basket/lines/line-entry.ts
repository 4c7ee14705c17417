import type {
  LineEntry,
  LineEntryField,
  LineEntryReply,
  LineName,
  SentLineEntry,
} from './line-entry-schema.ts'

interface FieldRules {
  label: string
  /** In characters, not bytes. */
  maxLength: number
  tooLong: string
}

/** All fields of an entry, in the order in which forms, notes and CSV have them. */
export const lineEntryFields: Readonly<Record<LineEntryField, FieldRules>> = {
  reference: {
    label: 'Reference',
    maxLength: 30,
    tooLong: 'Shorten the reference to 30 characters or fewer.',
  },
}

export const lineEntryNames = Object.keys(lineEntryFields) as LineEntryField[]

/** An object with the value of each field that has one. */
const mapFields = <Value>(toValue: (name: LineEntryField) => Value | undefined) =>
  Object.fromEntries(
    lineEntryNames.map(name => [name, toValue(name)] as const).filter(([, value]) => value !== undefined),
  ) as { [Name in LineEntryField]?: Value }

const isTooLong = (name: LineEntryField, text: string): boolean =>
  [...text.trim()].length > lineEntryFields[name].maxLength

/** What is wrong with the fields of a sent entry. */
export const listLineEntryErrors = (sent: SentLineEntry): { name: LineEntryField; message: string }[] =>
  lineEntryNames
    .filter(name => isTooLong(name, sent[name] ?? ''))
    .map(name => ({ name, message: lineEntryFields[name].tooLong }))

/** Their sentences; null: nothing is wrong. */
export const findLineEntryError = (sent: SentLineEntry): string | null =>
  listLineEntryErrors(sent)
    .map(({ message }) => message)
    .join(' ') || null

/** A sent entry without error. */
export const toLineEntry = (sent: SentLineEntry): LineEntry => mapFields(name => sent[name] || undefined)

/** A change of the fields that it has; null empties one. */
export type LineEntryChange = { [Name in LineEntryField]?: string | null }

/** A sent entry over what the line has; fields with an error change nothing. */
export const toLineEntryChange = (sent: SentLineEntry): LineEntryChange =>
  mapFields(name => {
    const text = sent[name]
    if (text === undefined || isTooLong(name, text)) return undefined
    return text === '' ? null : text
  })

/**
 * The entry of a line to which more of the same part is added, as `merge_line_entries` in SQL: two references become one,
 * 'Fleet 12, Fleet 31'. Where that is too long, the line keeps its own.
 */
export const mergeLineEntries = (existing: LineEntry, added: LineEntry): LineEntry =>
  mapFields(name => mergeTexts(name, existing[name], added[name]))

function mergeTexts(name: LineEntryField, existing: string | undefined, added: string | undefined) {
  if (existing === undefined || added === undefined) return existing ?? added
  const parts = existing.split(separator)
  const more = added.split(separator).filter(part => !parts.includes(part))
  const merged = [...parts, ...more].join(separator)
  return isTooLong(name, merged) ? existing : merged
}

const separator = ', '

/** What a line with the merged entry could not take over of an added one: a sentence for each field. */
export const formatUnmergedEntry = (code: string, existing: LineEntry, added: LineEntry): string[] =>
  lineEntryNames.flatMap(name => {
    const { label, maxLength } = lineEntryFields[name]
    const parts = mergeTexts(name, existing[name], added[name])?.split(separator) ?? []
    const isMerged = added[name]?.split(separator).every(part => parts.includes(part)) ?? true
    return isMerged
      ? []
      : `${code} keeps the ${label.toLowerCase()} “${existing[name]}”: with “${added[name]}” it would be longer than ${maxLength} characters.`
  })

export const serializeLineEntry = (entry: LineEntry): LineEntryReply =>
  mapFields(name => entry[name] ?? '') as LineEntryReply

/** What stands under the title of a line on every screen, paper and e-mail. */
export const listLineNotes = ({ entry }: { entry: LineEntry | LineEntryReply }): string[] =>
  lineEntryNames.flatMap(name => (entry[name] ? `${lineEntryFields[name].label}: ${entry[name]}` : []))

export const pickLineName = ({ code, title, entry }: LineName): LineName => ({ code, title, entry })

/** The numbers of a fleet as the reference of a line, as many of them as fit. */
export function toFleetEntry(numbers: readonly string[]): LineEntry {
  const fitting = numbers.map((_, index) => numbers.slice(0, numbers.length - index).join(separator))
  return toLineEntry({ reference: fitting.find(text => !isTooLong('reference', text)) })
}

/** Of the tables of papers. */
export const toPartCell = (line: LineName) => ({
  code: line.code,
  title: line.title,
  notes: listLineNotes(line),
})

import type { LineEntry, LineEntryReply, LineName, SentLineEntry } from './line-entry-schema.ts'

const maxReferenceLength = 30

export const referenceTooLong = 'Shorten the reference to 30 characters or fewer.'

/** What is wrong with a sent entry; null: nothing. */
export const findLineEntryError = ({ reference = '' }: SentLineEntry): string | null =>
  [...reference.trim()].length > maxReferenceLength ? referenceTooLong : null

/** A sent entry without error, over what the line had. */
export const toLineEntry = ({ reference }: SentLineEntry, before: LineEntry = {}): LineEntry => {
  if (reference === undefined) return before
  return reference === '' ? {} : { reference }
}

/**
 * The entry of a line to which more of the same part is added: two references become one, 'Fleet 12, Fleet 31'. Where that
 * is too long, the line keeps its own.
 */
export function mergeLineEntries(existing: LineEntry, added: LineEntry): LineEntry {
  if (added.reference === undefined) return existing
  if (existing.reference === undefined) return { ...existing, ...added }
  const parts = existing.reference.split(separator)
  const more = added.reference.split(separator).filter(part => !parts.includes(part))
  const reference = [...parts, ...more].join(separator)
  return findLineEntryError({ reference }) === null ? { ...existing, reference } : existing
}

const separator = ', '

/** What a line could not take over of an added entry; null: nothing. */
export function formatUnmergedEntry(code: string, existing: LineEntry, added: LineEntry): string | null {
  const merged = mergeLineEntries(existing, added)
  const parts = merged.reference?.split(separator) ?? []
  return added.reference === undefined || added.reference.split(separator).every(part => parts.includes(part))
    ? null
    : `${code} keeps the reference “${existing.reference}”: with “${added.reference}” it would be longer than ${maxReferenceLength} characters.`
}

export const serializeLineEntry = ({ reference = '' }: LineEntry): LineEntryReply => ({ reference })

/** What stands under the title of a line on every screen, paper and e-mail. */
export const listLineNotes = ({ entry }: Pick<LineName, 'entry'>): string[] =>
  entry.reference === undefined ? [] : [`Reference: ${entry.reference}`]

export const pickLineName = ({ code, title, entry }: LineName): LineName => ({ code, title, entry })

/** The numbers of a fleet as the reference of a line, as many of them as fit. */
export function toFleetEntry(numbers: readonly string[]): LineEntry {
  const fitting = numbers.map((_, index) => numbers.slice(0, numbers.length - index).join(separator))
  return toLineEntry({
    reference: fitting.find(text => findLineEntryError({ reference: text }) === null) ?? '',
  })
}

/** Of the tables of papers. */
export const toPartCell = (line: LineName) => ({
  code: line.code,
  title: line.title,
  notes: listLineNotes(line),
})

import { removeInvisible } from '../../../lib/text.ts'

/** One record of the file. `line` is the physical line it begins on, from 1. */
export type CsvRecord =
  | { line: number; fields: string[]; fault: null }
  | { line: number; fields: null; fault: CsvFault }

/** A quote that is never closed; a quote in the middle of a value; a record that is too long for a row. */
export type CsvFault = 'open_quote' | 'stray_quote' | 'too_long'

/** In characters. A longer record means a forgotten quote or a file that is not CSV. */
const maxRecordLength = 200_000

/**
 * Parses RFC 4180 text in chunks: the returned function takes the next chunk (`isLast` with the final one) and returns
 * its complete records; a blank line is one with a single empty value. After a faulty record the next physical line is parsed, so that one
 * forgotten quote costs one row and not the rest of the file.
 */
export function createCsvReader(): (text: string, isLast: boolean) => CsvRecord[] {
  let pending = ''
  let line = 1
  // True within a line that is too long, until its end.
  let isSkippingLine = false

  return (text, isLast) => {
    pending = pending === '' ? text : pending + text
    const records: CsvRecord[] = []
    let at = 0
    // Searched for once, not again for each record.
    let nextQuote = -1
    while (at < pending.length) {
      const newline = pending.indexOf('\n', at)
      if (newline < 0 && !isLast) {
        if (isSkippingLine) at = pending.length
        else if (pending.length - at > maxRecordLength) {
          records.push({ line, fields: null, fault: 'too_long' })
          isSkippingLine = true
          at = pending.length
        }
        break
      }
      const lineEnd = newline < 0 ? pending.length : newline
      const lineAfter = Math.min(lineEnd + 1, pending.length)
      if (isSkippingLine) {
        isSkippingLine = false
        line += 1
        at = lineAfter
        continue
      }
      if (nextQuote < at) nextQuote = findQuote(pending, at)
      const record = parseRecord(pending, at, lineEnd, nextQuote, isLast)
      if (record === 'more') break
      if (typeof record === 'string') {
        records.push({ line, fields: null, fault: record })
        line += 1
        at = lineAfter
        continue
      }
      records.push({ line, fields: record.fields, fault: null })
      line += record.lines
      at = record.next
    }
    pending = pending.slice(at)
    return records
  }
}

/** Nothing but separators, quotes and spaces: spreadsheets write such rows below a table. */
export function isBlankRecord({ fields }: CsvRecord): boolean {
  return fields?.every(value => value === '' || removeInvisible(value).trim() === '') ?? false
}

interface ParsedRecord {
  fields: string[]
  next: number
  lines: number
}

function findQuote(text: string, at: number): number {
  const quote = text.indexOf('"', at)
  return quote < 0 ? Number.POSITIVE_INFINITY : quote
}

function parseRecord(
  text: string,
  at: number,
  lineEnd: number,
  quote: number,
  isLast: boolean,
): ParsedRecord | CsvFault | 'more' {
  const end = text[lineEnd - 1] === '\r' && lineEnd > at ? lineEnd - 1 : lineEnd
  const next = Math.min(lineEnd + 1, text.length)
  if (lineEnd - at > maxRecordLength) return 'too_long'
  // The fast path, for nearly every line of a large file: no value is quoted.
  if (quote >= end) return { fields: text.slice(at, end).split(','), next, lines: 1 }
  return parseQuotedRecord(text, at, isLast)
}

function parseQuotedRecord(text: string, start: number, isLast: boolean): ParsedRecord | CsvFault | 'more' {
  const fields: string[] = []
  let lines = 1
  let at = start
  for (;;) {
    let value: string
    if (text[at] === '"') {
      const closing = findClosingQuote(text, at + 1)
      if (closing < 0 || (closing + 1 >= text.length && !isLast)) {
        return isLast || text.length - start > maxRecordLength ? 'open_quote' : 'more'
      }
      value = text.slice(at + 1, closing).replaceAll('""', '"')
      lines += countNewlines(value)
      at = closing + 1
    } else {
      const end = findValueEnd(text, at)
      value = text.slice(at, end)
      if (value.includes('"')) return 'stray_quote'
      if (end === text.length && !isLast) return 'more'
      at = end
    }
    fields.push(value)
    if (text[at] === ',') {
      at += 1
      continue
    }
    if (text[at] === '\r') at += 1
    if (at >= text.length) return isLast ? { fields, next: at, lines } : 'more'
    return text[at] === '\n' ? { fields, next: at + 1, lines } : 'stray_quote'
  }
}

/** The position of the quote that ends the value, skipping doubled ones; -1 when there is none yet. */
function findClosingQuote(text: string, from: number): number {
  let at = text.indexOf('"', from)
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2)
  return at
}

function findValueEnd(text: string, from: number): number {
  let at = from
  while (at < text.length && text[at] !== ',' && text[at] !== '\n') at += 1
  return text[at] === '\n' && text[at - 1] === '\r' && at > from ? at - 1 : at
}

function countNewlines(value: string): number {
  let count = 0
  for (let at = value.indexOf('\n'); at >= 0; at = value.indexOf('\n', at + 1)) count += 1
  return count
}

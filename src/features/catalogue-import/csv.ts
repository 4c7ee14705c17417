/** One record of the file. `line` is the physical line it begins on, from 1. */
export type CsvRecord =
  | { line: number; fields: string[]; fault: null }
  | { line: number; fields: null; fault: CsvFault }

/** A quote that is never closed; a quote in the middle of a value; a record longer than any row should be. */
export type CsvFault = 'open_quote' | 'stray_quote' | 'too_long'

/** In characters: more is no row, but a quote that was forgotten or a file that is no CSV. */
const longestRecord = 200_000

/**
 * Reads RFC 4180 text piece by piece: hand it the file's text as it comes, `last` with the final piece. Blank lines
 * are passed over. After a faulty record it goes on with the next physical line, so that one forgotten quote costs
 * one row and not the rest of the file.
 */
export function csvReader(): (text: string, last: boolean) => CsvRecord[] {
  let rest = ''
  let line = 1
  // Within a line that is too long: all of it goes, up to its end.
  let dropping = false

  return (text, last) => {
    rest = rest === '' ? text : rest + text
    const records: CsvRecord[] = []
    let at = 0
    // Looked for once and not for each record anew.
    let nextQuote = -1
    while (at < rest.length) {
      const newline = rest.indexOf('\n', at)
      if (newline < 0 && !last) {
        if (dropping) at = rest.length
        else if (rest.length - at > longestRecord) {
          records.push({ line, fields: null, fault: 'too_long' })
          dropping = true
          at = rest.length
        }
        break
      }
      const lineEnd = newline < 0 ? rest.length : newline
      const nextLine = Math.min(lineEnd + 1, rest.length)
      if (dropping) {
        dropping = false
        line += 1
        at = nextLine
        continue
      }
      if (nextQuote < at) nextQuote = quoteFrom(rest, at)
      const found = recordAt(rest, at, lineEnd, nextQuote, last)
      if (found === 'more') break
      if (typeof found === 'string') {
        records.push({ line, fields: null, fault: found })
        line += 1
        at = nextLine
        continue
      }
      if (found.fields) records.push({ line, fields: found.fields, fault: null })
      line += found.lines
      at = found.next
    }
    rest = rest.slice(at)
    return records
  }
}

interface Found {
  /** Null: a blank line. */
  fields: string[] | null
  next: number
  lines: number
}

function quoteFrom(text: string, at: number): number {
  const quote = text.indexOf('"', at)
  return quote < 0 ? Number.POSITIVE_INFINITY : quote
}

function recordAt(
  text: string,
  at: number,
  lineEnd: number,
  quote: number,
  last: boolean,
): Found | CsvFault | 'more' {
  const end = text[lineEnd - 1] === '\r' && lineEnd > at ? lineEnd - 1 : lineEnd
  const next = Math.min(lineEnd + 1, text.length)
  if (end === at) return { fields: null, next, lines: 1 }
  if (lineEnd - at > longestRecord) return 'too_long'
  // Nearly every line of a large file: nothing is quoted.
  if (quote >= end) return { fields: text.slice(at, end).split(','), next, lines: 1 }
  return quotedRecord(text, at, last)
}

function quotedRecord(text: string, start: number, last: boolean): Found | CsvFault | 'more' {
  const fields: string[] = []
  let lines = 1
  let at = start
  for (;;) {
    let value: string
    if (text[at] === '"') {
      const closing = closingQuote(text, at + 1)
      if (closing < 0 || (closing + 1 >= text.length && !last)) {
        return last || text.length - start > longestRecord ? 'open_quote' : 'more'
      }
      value = text.slice(at + 1, closing).replaceAll('""', '"')
      lines += newlinesIn(value)
      at = closing + 1
    } else {
      const end = valueEnd(text, at)
      value = text.slice(at, end)
      if (value.includes('"')) return 'stray_quote'
      if (end === text.length && !last) return 'more'
      at = end
    }
    fields.push(value)
    if (text[at] === ',') {
      at += 1
      continue
    }
    if (text[at] === '\r') at += 1
    if (at >= text.length) return last ? { fields, next: at, lines } : 'more'
    return text[at] === '\n' ? { fields, next: at + 1, lines } : 'stray_quote'
  }
}

/** The quote that ends the value, passing over doubled ones; -1 when there is none yet. */
function closingQuote(text: string, from: number): number {
  let at = text.indexOf('"', from)
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2)
  return at
}

function valueEnd(text: string, from: number): number {
  let at = from
  while (at < text.length && text[at] !== ',' && text[at] !== '\n') at += 1
  return text[at] === '\n' && text[at - 1] === '\r' && at > from ? at - 1 : at
}

function newlinesIn(value: string): number {
  let count = 0
  for (let at = value.indexOf('\n'); at >= 0; at = value.indexOf('\n', at + 1)) count += 1
  return count
}

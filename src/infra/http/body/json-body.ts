import { Problem } from '../../../lib/calls/problem.ts'
import {
  maxDepth,
  maxFields,
  maxRows,
  refusePrototypeName,
  refuseUnstorable,
  tooManyFields,
  tooManyRows,
} from './body-text.ts'

const unreadable = 'The JSON that was sent could not be read.'
// A row is a value too, and a line of the order pad has the products that it may stand for.
const maxValues = maxFields * 2
const [quote, comma, backslash] = [0x22, 0x2c, 0x5c]
const [openArray, closeArray, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]

/** Parses a JSON body. What has too many values is refused before any of them is made. */
export function parseJsonBody(text: string): unknown {
  if (text.trim() === '') return {}
  refuseLargeJson(text)
  const value = parse(text)
  // A walk through all values takes longer than reading them, and only these texts can have what it looks for: an
  // escaped character, or one of the names.
  if (/\\u|__proto__|constructor/.test(text)) checkValues(value)
  return value
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Problem(400, unreadable)
  }
}

/** Counts values, entries and levels by commas and brackets. A text that is no JSON may pass: the parser refuses it. */
function refuseLargeJson(text: string): void {
  /** Entries of each open array and object. */
  const entries: number[] = []
  let values = 1
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at)
    if (character === quote) {
      at = findEndOfString(text, at)
    } else if (character === comma) {
      const count = (entries.pop() ?? 0) + 1
      if (count > maxRows) throw new Problem(413, tooManyRows)
      entries.push(count)
      values++
    } else if (character === openArray || character === openObject) {
      // The value itself is one level more than the brackets of a form's field name.
      if (entries.push(1) > maxDepth + 1) throw new Problem(400, unreadable)
      values++
    } else if (character === closeArray || character === closeObject) {
      entries.pop()
    }
    if (values > maxValues) throw new Problem(413, tooManyFields)
  }
}

/** The index of the closing quote, else of the end of the text. */
function findEndOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  while (end > 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end < 0 ? text.length : end
}

function isEscaped(text: string, at: number): boolean {
  let first = at
  while (text.charCodeAt(first - 1) === backslash) first--
  return (at - first) % 2 === 1
}

function checkValues(value: unknown): void {
  if (typeof value === 'string') refuseUnstorable(value)
  if (typeof value !== 'object' || value === null) return
  for (const [key, each] of Object.entries(value)) {
    refusePrototypeName(key)
    refuseUnstorable(key)
    checkValues(each)
  }
}

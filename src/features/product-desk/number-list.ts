import { toCodeKey } from '../../lib/part-number.ts'
import { CellReader } from '../catalogue-import/validation/cells.ts'
import { parseHeader } from '../catalogue-import/validation/file-header.ts'
import { parseCrossReference } from '../catalogue-import/validation/rows.ts'
import { tokenize } from '../search/query/tokens.ts'
import type { PartNumberOfMaker } from './part.ts'

const maxLines = 1_000

/** Parses a pasted list, one number a line with its maker before or after it; or says what is wrong with a line. */
export function parseNumberList(
  text: string,
  makers: readonly string[],
): { numbers: PartNumberOfMaker[] } | { error: string } {
  const header = parseHeader('codes.csv', ['product_code', 'manufacturer', 'code'])
  if (!header.ok) throw new Error(header.reason)
  const cells = new CellReader(header)
  const numbers = new Map<string, PartNumberOfMaker>()
  const lines = text.split('\n').filter(line => line.trim() !== '')
  if (lines.length > maxLines) return { error: `A list can have ${maxLines} lines. Paste it in parts.` }
  for (const line of lines) {
    const number = splitLine(line, makers)
    if (!number) return { error: `“${line.trim().slice(0, 60)}” needs a maker and a number.` }
    cells.startRow(['x', number.maker, number.code])
    const { manufacturer, code } = parseCrossReference(cells)
    if (cells.refusal !== null) return { error: `“${line.trim().slice(0, 60)}”: ${cells.refusal}.` }
    numbers.set(toNumberKey(number), { maker: manufacturer, code })
  }
  return { numbers: [...numbers.values()] }
}

/** Equal for all spellings of a maker's number. */
export const toNumberKey = ({ maker, code }: PartNumberOfMaker): string =>
  `${maker.toLowerCase()} ${toCodeKey(code)}`

const hasDigit = (text: string): boolean => /\d/.test(text)

function splitLine(line: string, makers: readonly string[]): PartNumberOfMaker | null {
  const cells = line
    .split(/[\t;,|]| {2,}|(?<=\p{L}): /u)
    .map(cell => cell.trim())
    .filter(Boolean)
  const words = cells.length > 1 ? cells : line.trim().split(/\s+/)
  if (words.length < 2) return null
  const separator = cells.length > 1 ? '\t' : ' '
  // The longest name of a maker at either end, then a name that only begins so.
  for (const find of [findByName, findByBeginning])
    for (let count = words.length - 1; count > 0; count--)
      for (const [name, code] of [
        [words.slice(0, count), words.slice(count)],
        [words.slice(-count), words.slice(0, -count)],
      ] as const) {
        const maker = find(name.join(' '), makers)
        if (maker !== null && hasDigit(code.join(''))) return { maker, code: code.join(separator).trim() }
      }
  return splitUnknown(words, separator)
}

const findByName = (text: string, makers: readonly string[]): string | null =>
  makers.find(maker => toCodeKey(maker) === toCodeKey(text)) ?? null

/** 'MANN' is MANN-FILTER, if no other maker begins so. */
function findByBeginning(text: string, makers: readonly string[]): string | null {
  const [first, ...more] = tokenize(text)
  if (first === undefined || first.length < 3 || hasDigit(text) || more.length > 0) return null
  const matches = makers.filter(maker => tokenize(maker)[0] === first)
  return matches.length === 1 ? matches[0]! : null
}

/** A maker whose first number this is: a cell without a digit, or words at one end that are written as names are. */
function splitUnknown(words: readonly string[], separator: string): PartNumberOfMaker | null {
  const isName = (word: string) => !hasDigit(word) && (separator === '\t' || /\p{Ll}/u.test(word))
  const from = words.findIndex(word => !isName(word))
  const to = words.findLastIndex(word => !isName(word)) + 1
  const maker = from > 0 ? words.slice(0, from) : words.slice(to)
  const code = from > 0 ? words.slice(from) : words.slice(0, to)
  return maker.length > 0 && hasDigit(code.join('')) ? { maker: maker.join(' '), code: code.join(' ') } : null
}

import type { LinePart } from './line-parts.ts'
import type { FindProductIds } from './line-tokens.ts'
import { toDoubt, unitPattern } from './quantity.ts'
import { type LineReading, readLine } from './read-line.ts'
import type { SourceRow } from './source-rows.ts'
import { isNumbering, isNumberingFromStart, mayBeNumbering } from './table.ts'

/** A row that is no row of a table. */
export interface FreeRow extends LineReading {
  row: SourceRow
  start: LineStart
  /** The line without the number in front of it. */
  unnumbered: LineReading
}

export function readFreeRow(row: SourceRow, findProductIds: FindProductIds): FreeRow {
  const start = splitLineStart(row.line)
  // '120' in one of several cells may be a sum.
  const isWhole = row.cells.length === 1
  const unnumbered = readLine(start.rest, findProductIds, isWhole)
  const isWithoutNumber = start.number === null || start.isMarked
  const read = isWithoutNumber ? unnumbered : readLine(start.line, findProductIds, isWhole)
  return { ...read, row, start, unnumbered }
}

/** Decides by all lines together what none of them shows: whether numbers in front count the lines or the pieces. */
export function reviewLines(lines: readonly FreeRow[]): FreeRow[] {
  const numbered = reviewUnmarkedNumbers(reviewMarkedNumbers(lines))
  return reviewMultipliers(reviewShortNumbers(reviewQuantitiesBelow(numbered)))
}

/** '4. LF9009' is the fourth part where 1, 2, 3 precede it; alone it may be four pieces. */
function reviewMarkedNumbers(lines: readonly FreeRow[]): FreeRow[] {
  const values = lines.filter(({ start }) => start.isMarked).map(({ start }) => start.number!)
  const firsts = values
    .map((value, at) => (at === 0 || value !== values[at - 1]! + 1 ? at : -1))
    .filter(at => at >= 0)
  const isOfList = (at: number) => {
    const first = firsts.findLast(one => one <= at)!
    const end = firsts.find(one => one > at) ?? values.length
    return values[first]! <= 1 || end - first >= 3
  }
  let nth = -1
  return lines.map(line => {
    if (!line.start.isMarked) return line
    nth++
    return isOfList(nth) ? line : withDoubt(line, String(line.start.number))
  })
}

/** '1 LF9009' and '2 P551712' below each other: pieces or lines. */
function reviewUnmarkedNumbers(lines: readonly FreeRow[]): FreeRow[] {
  const isNumbered = ({ start, parts, unnumbered }: FreeRow) =>
    start.number !== null && !start.isMarked && parts.length > 0 && unnumbered.parts.length > 0
  const numbered = lines.filter(isNumbered)
  const values = numbered.map(({ start }) => start.number!)
  const isSure = isNumberingFromStart(values) || (values.length >= 4 && isNumbering(values))
  if (!isSure && !isNumbering(values) && !mayBeNumbering(values)) return [...lines]
  const isCounted = ({ unnumbered }: FreeRow) =>
    unnumbered.parts.every(({ quantity }) => quantity.kind === 'count')
  const areLines = isSure && numbered.every(isCounted)
  return lines.map(line => {
    if (!isNumbered(line)) return line
    if (areLines) return { ...line, parts: line.unnumbered.parts }
    return line.isLeading
      ? withDoubt({ ...line, parts: clearQuantities(line.parts) }, String(line.start.number))
      : line
  })
}

const clearQuantities = (parts: readonly LinePart[]): LinePart[] =>
  parts.map(part => ({ ...part, quantity: { kind: 'none' } }))

/** Asks for the quantity of the first part that has none. */
function withDoubt(line: FreeRow, text: string): FreeRow {
  const [first, ...otherParts] = line.parts
  if (first?.quantity.kind !== 'none') return line
  return { ...line, parts: [{ ...first, quantity: toDoubt(text) }, ...otherParts] }
}

/** Asks for the quantities of all parts of the line that have none. */
const withOpenDoubts = (line: FreeRow, text: string): FreeRow => ({
  ...line,
  parts: line.parts.map(part =>
    part.quantity.kind === 'none' ? { ...part, quantity: toDoubt(text) } : part,
  ),
})

const hasOpenPart = ({ parts }: FreeRow): boolean => parts.some(({ quantity }) => quantity.kind === 'none')

/** The lines with a part, or with nothing but a quantity. */
const listItemLines = (lines: readonly FreeRow[]): number[] =>
  lines.flatMap(({ parts, loneQuantity }, at) => (parts.length > 0 || loneQuantity ? [at] : []))

/** '9009' alone or among numbers like it is a part. Beside other lines it may be a quantity of one of them. */
function reviewShortNumbers(lines: readonly FreeRow[]): FreeRow[] {
  const items = listItemLines(lines)
  const getLength = (at: number) => {
    const { parts, start } = lines[at]!
    return parts.length === 1 && !start.isMarked && /^\d{3,4}$/.test(start.line) ? start.line.length : null
  }
  if (new Set(items.map(getLength)).size < 2) return [...lines]
  const reviewed = [...lines]
  items.forEach((at, nth) => {
    const text = lines[at]!.start.line
    // '0012' is no quantity.
    if (getLength(at) === null || text.startsWith('0')) return
    reviewed[at] = withOpenDoubts(reviewed[at]!, '')
    for (const beside of [items[nth - 1], items[nth + 1]])
      if (beside !== undefined) reviewed[beside] = withOpenDoubts(reviewed[beside]!, text)
  })
  return reviewed
}

/** 'Qty: 2' below a part is its quantity; '2' alone below or above some parts may be that of each. */
function reviewQuantitiesBelow(lines: readonly FreeRow[]): FreeRow[] {
  const reviewed = [...lines]
  const items = listItemLines(lines)
  const isPart = (nth: number) => (lines[items[nth] ?? -1]?.parts.length ?? 0) > 0
  const isOpen = (nth: number) => isPart(nth) && hasOpenPart(reviewed[items[nth]!]!)
  const listOpen = (from: number, step: 1 | -1) => {
    const open: number[] = []
    for (let nth = from; isOpen(nth); nth += step) open.push(items[nth]!)
    return open
  }
  items.forEach((at, nth) => {
    const { loneQuantity } = lines[at]!
    if (!loneQuantity || loneQuantity.reading.kind === 'none') return
    const above = isPart(0) ? listOpen(nth - 1, -1) : []
    const [index] = above
    const isClear =
      loneQuantity.isMarked && above.length === 1 && (items[nth + 1] === undefined || isPart(nth + 1))
    if (isClear && lines[index!]!.parts.length === 1) {
      const [part] = reviewed[index!]!.parts
      reviewed[index!] = { ...reviewed[index!]!, parts: [{ ...part!, quantity: loneQuantity.reading }] }
      return
    }
    const open = above.length > 0 ? above : listOpen(nth + 1, 1)
    for (const beside of open) reviewed[beside] = withOpenDoubts(reviewed[beside]!, loneQuantity.reading.seen)
  })
  return reviewed
}

/** '2 of each', 'three sets of these': the parts of all lines are more than one piece. */
function reviewMultipliers(lines: readonly FreeRow[]): FreeRow[] {
  const multiplier = lines.find(({ isMultiplier }) => isMultiplier)
  return multiplier ? lines.map(line => withOpenDoubts(line, multiplier.row.text)) : [...lines]
}

/** The beginning of a line: the number of a numbered list or a quantity, without bullets, marks of quoted e-mails, and who wrote it when. */
interface LineStart {
  /** Null: the line begins with no number. */
  number: number | null
  /** '1.', '1)' and '1:' number the lines of a list; '1' and '(1)' may be quantities too. */
  isMarked: boolean
  /** The line with its number, and without. */
  line: string
  rest: string
}

const bullet = /^(?:[\s>•·▪◦‣●○*–—-]|\[[ x✓]?\](?=\s)|[☐☑✓✔])+(?=\s)\s*/i

const [date, time] = [
  String.raw`\d{1,4}[/.-]\d{1,2}(?:[/.-]\d{2,4})?`,
  String.raw`\d{1,2}:\d\d(?::\d\d)?(?: ?[ap]\.?m\.?)?`,
]
const moment = `(?:${date},? ${time}|${time},? ${date})`
const sender = String.raw`(?:\+[\d ()-]{6,20}|[^:\d\n]{1,40})`
/** '[28/11/2025, 10:19:16] Dave: ', '28/11/2025, 10:19 - Dave: ' */
const messageHead = new RegExp(String.raw`^(?:\[(?:${moment}|${time})\] ?|${moment} - )${sender}: `, 'i')

/** '2 LF9009', but not '2 of 3', '2 pcs'. */
const unmarkedNumber = new RegExp(
  String.raw`^[([]?(\d{1,4})[)\]]?\s+(?!(?:of|or|to|sets?|${unitPattern})(?!\w))(?=\S)`,
  'i',
)

function splitLineStart(text: string): LineStart {
  const line = text
    .replaceAll('__', '')
    .trim()
    .replace(bullet, '')
    .replace(messageHead, '')
    .trim()
    .replace(bullet, '')
  const marked = /^(\d{1,3})(?:[.)\]]+:?\s+(?=\S)|:\s+(?=\S)|[.)](?=[a-z]))/i.exec(line)
  const match = marked ?? unmarkedNumber.exec(line)
  if (!match) return { number: null, isMarked: false, line, rest: line }
  return { number: Number(match[1]), isMarked: marked !== null, line, rest: line.slice(match[0].length) }
}

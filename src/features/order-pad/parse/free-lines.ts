import type { FindProductIds } from './line-context.ts'
import type { LinePart } from './line-parts.ts'
import { type LineStart, splitLineStart } from './line-start.ts'
import { isNumbering, mayBeNumbering } from './numbering.ts'
import { toDoubt } from './quantity.ts'
import { type ReadLine, readLine } from './read-line.ts'
import type { SourceRow } from './source-rows.ts'

/** A row that is no row of a table. */
export interface FreeLine extends ReadLine {
  row: SourceRow
  start: LineStart
  /** The line without the number in front of it. */
  unnumbered: ReadLine
}

export function readFreeLine(row: SourceRow, findProductIds: FindProductIds): FreeLine {
  const start = splitLineStart(row.line)
  const unnumbered = readLine(start.rest, findProductIds)
  const read = start.number === null || start.isMarked ? unnumbered : readLine(start.line, findProductIds)
  return { ...read, row, start, unnumbered }
}

/** Decides by all lines together what none of them shows: whether numbers in front count the lines or the pieces. */
export function reviewLines(lines: readonly FreeLine[]): FreeLine[] {
  return reviewShortNumbers(reviewQuantitiesBelow(reviewUnmarkedNumbers(reviewMarkedNumbers(lines))))
}

/** '4. LF9009' is the fourth part where 1, 2, 3 precede it; alone it may be four pieces. */
function reviewMarkedNumbers(lines: readonly FreeLine[]): FreeLine[] {
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
function reviewUnmarkedNumbers(lines: readonly FreeLine[]): FreeLine[] {
  const isNumbered = ({ start, parts, unnumbered }: FreeLine) =>
    start.number !== null && !start.isMarked && parts.length > 0 && unnumbered.parts.length > 0
  const numbered = lines.filter(isNumbered)
  const values = numbered.map(({ start }) => start.number!)
  if (!isNumbering(values) && !mayBeNumbering(values)) return [...lines]
  const isCounted = ({ unnumbered }: FreeLine) =>
    unnumbered.parts.every(({ quantity }) => quantity.kind === 'count')
  const areLines = isNumbering(values) && numbered.every(isCounted)
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
function withDoubt(line: FreeLine, text: string): FreeLine {
  const [first, ...otherItems] = line.parts
  if (first?.quantity.kind !== 'none') return line
  return { ...line, parts: [{ ...first, quantity: toDoubt(text) }, ...otherItems] }
}

/** '9009' alone or among numbers like it is a part. Beside other lines it may be a quantity of one of them. */
function reviewShortNumbers(lines: readonly FreeLine[]): FreeLine[] {
  const items = lines.flatMap(({ parts, alone }, at) => (parts.length > 0 || alone ? [at] : []))
  const getLength = (at: number) => {
    const { parts, start } = lines[at]!
    return parts.length === 1 && !start.isMarked && /^\d{3,4}$/.test(start.line) ? start.line.length : null
  }
  const lengths = new Set(items.map(getLength))
  if (lengths.size < 2) return [...lines]
  const reviewed = [...lines]
  const addDoubt = (at: number | undefined, text: string) => {
    if (at !== undefined && reviewed[at]!.parts.length === 1) reviewed[at] = withDoubt(reviewed[at]!, text)
  }
  items.forEach((at, nth) => {
    // '0012' is no quantity.
    if (getLength(at) === null || lines[at]!.start.line.startsWith('0')) return
    addDoubt(at, '')
    for (const beside of [items[nth - 1], items[nth + 1]]) addDoubt(beside, lines[at]!.start.line)
  })
  return reviewed
}

/** 'Qty: 2' below a part is its quantity; '2' alone below or above it may be. */
function reviewQuantitiesBelow(lines: readonly FreeLine[]): FreeLine[] {
  const reviewed = [...lines]
  const isOpen = (at: number | undefined): at is number => {
    const [part, second] = reviewed[at ?? -1]?.parts ?? []
    return part?.quantity.kind === 'none' && second === undefined
  }
  const items = lines.flatMap(({ parts, alone }, at) => (parts.length > 0 || alone ? [at] : []))
  const isFirstPart = (reviewed[items[0] ?? -1]?.parts.length ?? 0) > 0
  items.forEach((at, nth) => {
    const { alone } = lines[at]!
    const [above, below] = [items[nth - 1], items[nth + 1]]
    if (!alone || alone.reading.kind === 'none') return
    const isClear = alone.isMarked && isFirstPart && isOpen(above) && !(lines[below ?? -1]?.alone ?? false)
    if (isClear) {
      const [part] = reviewed[above]!.parts
      reviewed[above] = { ...reviewed[above]!, parts: [{ ...part!, quantity: alone.reading }] }
      return
    }
    const open = isFirstPart && isOpen(above) ? [above] : [above, below].filter(isOpen)
    for (const index of open) reviewed[index] = withDoubt(reviewed[index]!, alone.reading.seen)
  })
  return reviewed
}

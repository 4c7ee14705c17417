import { toCodeKey } from '../../../lib/part-number.ts'
import type { LinePart } from './line-parts.ts'
import type { FindProductIds } from './line-tokens.ts'
import { combineReadings, isUnit, type QuantityReading, readQuantity, toDoubt } from './quantity.ts'
import { readLine } from './read-line.ts'
import type { SourceRow } from './source-rows.ts'
import type { Table } from './table.ts'
import { isPackWord } from './word-kinds.ts'

const maxTextLength = 300

/** The part of a row, and its quantity; null: the row has none. */
export function readTableRow(row: SourceRow, table: Table, findProductIds: FindProductIds): LinePart | null {
  const { cells } = row
  const figures = [...table.quantities, ...table.contradicting, ...table.numbering, table.unit]
  const isText = (cell: string, at: number) =>
    !table.otherColumns.includes(at) || (/\d/.test(cell) && /\p{L}{2}/u.test(cell))
  const texts = cells.filter(
    (cell, at) => cell !== '' && at !== table.code && !figures.includes(at) && isText(cell, at),
  )
  const part = readPartCells(cells[table.code] ?? '', texts, findProductIds)
  if (!part) return null
  const quantity =
    table.quantities.length > 0
      ? joinQuantities(readColumns(cells, table), part.quantity, table.isNamed)
      : readWithoutColumn(cells, table, texts, part, findProductIds)
  // A cell too many: what divides the cells is within one of them too.
  const isShifted = cells.slice(table.width).some(cell => cell !== '')
  const otherNumbers = cells.filter(
    (cell, at) => !figures.includes(at) && isOtherNumber(cell, part, findProductIds),
  )
  return {
    ...part,
    text: row.text,
    quantity: isShifted ? toDoubt(quantity.kind === 'none' ? '' : quantity.seen) : quantity,
    notRead: [part.notRead, ...otherNumbers]
      .filter(text => text !== '')
      .join('; ')
      .slice(0, maxTextLength),
  }
}

/** The part of its cell, possibly with words beside it; else of one of `texts`, which the buyer has to confirm. */
export function readPartCells(
  codeCell: string,
  texts: readonly string[],
  findProductIds: FindProductIds,
): LinePart | null {
  const isNumber = (text: string) =>
    text.length <= maxTextLength && findProductIds(toCodeKey(text)).length > 0
  const create = (code: string, readings: LinePart['readings'], isKnown: boolean): LinePart => ({
    text: '',
    code,
    isKnown,
    readings,
    quantity: { kind: 'none' },
    notRead: '',
  })
  if (isNumber(codeCell)) return create(codeCell, [{ code: codeCell, isSure: true }], true)
  const parts = readLine(codeCell, findProductIds).parts
  const knownParts = parts.filter(part => part.isKnown)
  const [first, second] = knownParts
  // Two parts in one cell: the buyer chooses, and says how many.
  if (first && second)
    return {
      ...first,
      readings: knownParts.flatMap(({ readings }) =>
        readings.map(reading => ({ ...reading, isSure: false })),
      ),
      quantity: toDoubt(''),
    }
  if (first) return first
  // A list may name the part twice, by our number and by another maker's.
  const otherReadings = texts
    .filter(text => /\d/.test(text) && isNumber(text))
    .map(code => ({ code, isSure: false }))
  const [unknown] = parts
  const isOther = otherReadings.length > 0
  if (unknown) return { ...unknown, readings: [...unknown.readings, ...otherReadings], isKnown: isOther }
  if (/\d/.test(codeCell))
    return create(
      codeCell.slice(0, 100),
      [{ code: codeCell.slice(0, 100), isSure: true }, ...otherReadings],
      isOther,
    )
  return otherReadings.length > 0 ? create(otherReadings[0]!.code, otherReadings, true) : null
}

/** By the columns of quantities; an empty cell is a question. */
function readColumns(cells: readonly string[], table: Table): QuantityReading {
  const read = (at: number) => readQuantity(cells[at] ?? '', table.isContinental)
  const contradictions = table.contradicting
    .map(read)
    .filter(reading => !(reading.kind === 'count' && reading.count === 0))
  const reading = combineReadings([...table.quantities.map(read)])
  const unit = (table.unit === null ? cells.find(isPackWord) : cells[table.unit]) ?? ''
  const all = combineReadings([reading, ...contradictions])
  if (all.kind === 'none') return toDoubt('')
  if (unit !== '' && !isUnit(unit)) return toDoubt(`${all.seen} ${unit}`)
  const isContradicted = contradictions.some(({ kind }) => kind !== 'none')
  return table.isSure && !isContradicted ? all : toDoubt(all.seen)
}

/** A quantity may stand in the cell of the part too: '2 x LF9009'. */
function joinQuantities(column: QuantityReading, cell: QuantityReading, isNamed: boolean): QuantityReading {
  // Two parts in one cell are a doubt of which nothing is seen.
  if (cell.kind === 'none' || (cell.kind === 'doubt' && isNamed && cell.seen !== '')) return column
  if (cell.kind === 'doubt') return combineReadings([column, cell])
  const isWords = column.kind === 'doubt' && !/\p{N}/u.test(column.seen)
  return isWords ? cell : combineReadings([column, cell])
}

/** Of a table without quantities: 'x 2' in a text, else one when nothing but the part and texts stands there. */
function readWithoutColumn(
  cells: readonly string[],
  table: Table,
  texts: readonly string[],
  part: LinePart,
  findProductIds: FindProductIds,
): QuantityReading {
  const { parts } = readLine([part.code, ...texts].join('\t'), findProductIds)
  const reading = combineReadings([part.quantity, parts[0]?.quantity ?? { kind: 'none' }])
  const isFigure = (cell: string) => /\p{N}/u.test(cell) && !/\p{L}{3}/u.test(cell)
  const figure = table.otherColumns.map(at => cells[at] ?? '').find(isFigure)
  return reading.kind === 'none' && figure !== undefined ? toDoubt('') : reading
}

function isOtherNumber(text: string, part: LinePart, findProductIds: FindProductIds): boolean {
  const key = text.length > maxTextLength ? '' : toCodeKey(text)
  const ids = /\d{5}|^(?=\D*\d).*[A-Z]/.test(key) ? findProductIds(key) : []
  const ownKey = toCodeKey(part.code)
  const ownIds = findProductIds(ownKey)
  return ids.length > 0 && ownIds.length > 0 && !ownKey.includes(key) && !ids.some(id => ownIds.includes(id))
}

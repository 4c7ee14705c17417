import { toCodeKey } from '../../../lib/part-number.ts'
import { findHeadingsInSteps, type HeadingRole } from './headings.ts'
import { type FindProductIds, tokenizeLine } from './line-tokens.ts'
import { isAbsent, readQuantity } from './quantity.ts'
import type { SourceRow } from './source-rows.ts'
import { isCountWord, isPackWord } from './word-kinds.ts'

/** What a list is for: what is ordered, or what a supplier delivered. */
export type ListPurpose = 'order' | 'delivery'

/** The columns of a table, from 0. */
export interface Table {
  code: number
  /** Each may hold the quantity: where they differ, the row is queried. Empty: there is none. */
  quantities: readonly number[]
  /** What is still to follow and the like: unless empty or 0 it makes the quantity doubtful. */
  contradicting: readonly number[]
  /** Whether headings name them. */
  isNamed: boolean
  /** False: the figures may be something else, and every row is queried. */
  isSure: boolean
  /** The column that says what is counted: 'pcs', 'box'. */
  unit: number | null
  /** Columns that hold neither part nor quantity, such as prices. */
  otherColumns: readonly number[]
  /** Columns that number the rows. */
  numbering: readonly number[]
  /** Quantities are written as on the continent, where '1,000' is one. */
  isContinental: boolean
  /** How many cells a row has. */
  width: number
}

export interface TableDeps {
  findProductIds: FindProductIds
  purpose: ListPurpose
  /** In a file all rows of several cells are rows of a table. */
  isFile: boolean
}

/** Of a table without headings. */
const maxColumns = 30
/** This many rows say which column has the part numbers. */
const maxSampleRows = 60
const maxCellLength = 100
const maxFigureLength = 20

/** The table of each row; 'heading' for its headings; null for a row that is no part of a table. */
export type RowTable = Table | 'heading' | null

/** Finds the tables of a list, with a step for each row. */
export function* findTablesInSteps(
  rows: readonly SourceRow[],
  deps: TableDeps,
): Generator<undefined, RowTable[]> {
  const tables: RowTable[] = rows.map(() => null)
  const headings = yield* findHeadingsInSteps(rows, deps)
  for (const [nth, { from, to, roles, isContinental }] of headings.entries()) {
    tables.fill('heading', from, to)
    const isRow = (at: number) => rows[at]!.cells.length > 1 && rows[at]!.separator === rows[from]!.separator
    const indexes = range(to, headings[nth + 1]?.from ?? rows.length).filter(isRow)
    const cells = indexes.map(at => rows[at]!.cells)
    const table = yield* findColumnsInSteps(cells, roles, deps)
    if (table)
      for (const at of indexes) tables[at] = { ...table, isContinental: isContinental || table.isContinental }
  }
  const rowsWithoutHeadings = range(0, rows.length).filter(at => {
    const { length } = rows[at]!.cells
    return tables[at] === null && length > 1 && length <= maxColumns
  })
  const groups = Map.groupBy(rowsWithoutHeadings, at => `${rows[at]!.separator} ${rows[at]!.cells.length}`)
  for (const group of groups.values()) {
    const indexes: number[] = []
    for (const at of group) {
      yield
      if (deps.isFile || hasOnePart(rows[at]!.cells, deps.findProductIds)) indexes.push(at)
    }
    if (indexes.length < 2) continue
    const cells = indexes.map(at => rows[at]!.cells)
    const table = yield* findColumnsInSteps(cells, [], deps)
    if (!table || (table.quantities.length === 0 && table.otherColumns.length === 0)) continue
    const isRow = (at: number) => {
      const isKnown = (cell: string) => hasKnownNumber(cell, deps.findProductIds)
      return isKnown(rows[at]!.cells[table.code]!) || !rows[at]!.cells.some(isKnown)
    }
    for (const at of indexes.filter(isRow)) tables[at] = table
  }
  return tables
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at)

/** Whether the cells name one product: not 'LF9009, 4, FH-AIR-1, 2'. */
function hasOnePart(cells: readonly string[], findProductIds: FindProductIds): boolean {
  const [first, ...otherIds] = cells.flatMap(cell => {
    const ids = isCodeLike(cell) ? findProductIds(toCodeKey(cell)) : []
    return ids.length > 0 && !isShortNumber(cell) ? [ids] : []
  })
  return first !== undefined
    ? otherIds.every(ids => ids.some(id => first.includes(id)))
    : cells.filter(cell => hasKnownNumber(cell, findProductIds) || (isCodeLike(cell) && /[a-z]/i.test(cell)))
        .length === 1
}

export const isShortNumber = (cell: string): boolean => /^\d{1,4}$/.test(cell)

/** Excludes prices (with pence), descriptions (with words) and counts such as '4 pcs'. */
function isCodeLike(cell: string): boolean {
  const key = cell.length > maxCellLength ? '' : toCodeKey(cell)
  return (
    /\d/.test(cell) &&
    key.length >= 3 &&
    key.length <= 24 &&
    (readQuantity(cell).kind !== 'count' || /^\d+$/.test(cell)) &&
    !/[£$€%]|^\d+[.,]\d{1,3}$|\p{L}{4}\s|\s\p{L}{4}/u.test(cell)
  )
}

/** '12,50' or '2,00', beside which '1,000' is one. */
const hasDecimalComma = (cell: string): boolean => /^\D{0,4}\d{1,3}(?:\.\d{3})*,\d\d(?:\D{0,4})$/.test(cell)

interface Column {
  at: number
  /** Null: no heading. */
  role: HeadingRole | null
  /** One for each row; '' where it is missing. */
  cells: readonly string[]
}

const isUnnamed = ({ role }: Column): boolean => role === null || role === 'unknown'

/** The columns by their headings, else by their cells. Null: no column has part numbers. */
function* findColumnsInSteps(
  rows: readonly (readonly string[])[],
  roles: readonly (HeadingRole | null)[],
  { findProductIds, purpose }: TableDeps,
): Generator<undefined, Table | null> {
  const width = Math.max(roles.length, ...rows.map(cells => cells.length))
  const columns: Column[] = range(0, width).map(at => ({
    at,
    role: roles[at] ?? null,
    cells: rows.map(cells => cells[at] ?? ''),
  }))
  const code = yield* findCodeColumnInSteps(columns, findProductIds)
  if (code === null) return null
  const rowsWithPart = range(0, rows.length).filter(row => /\w{3}/.test(columns[code]!.cells[row]!))
  const ofParts: Column[] = []
  for (const column of columns) {
    yield
    if (column.at !== code) ofParts.push({ ...column, cells: rowsWithPart.map(row => column.cells[row]!) })
  }
  const named = chooseNamed(ofParts, purpose)
  // 'Cost code' with 40 below it is neither the part nor how many.
  const isForeignCode = (cell: string) => /^\d*$/.test(cell) && findProductIds(cell).length === 0
  const isOther = ({ role, cells }: Column) =>
    role === 'other' ||
    role === 'otherQuantity' ||
    role === 'unit' ||
    (role === 'part' && cells.every(isForeignCode))
  const otherColumns = ofParts.filter(isOther).map(({ at }) => at)
  const unit = ofParts.find(({ role, cells }) => role === 'unit' && !cells.some(cell => /\d/.test(cell)))
  const table = {
    code,
    unit: unit?.at ?? null,
    otherColumns,
    isContinental: ofParts.some(({ cells }) => cells.some(hasDecimalComma)),
    width: roles.length || width,
  }
  return named
    ? { ...table, ...named, isNamed: true, numbering: [] }
    : {
        ...table,
        ...chooseByCells(ofParts, code, roles.length > 0, purpose),
        otherColumns: [
          ...otherColumns,
          ...ofParts.filter(column => isUnnamed(column) && areMoney(column.cells)).map(({ at }) => at),
        ],
        isNamed: false,
        contradicting: [],
      }
}

/** The column with the most numbers of the catalogue, else the one that its heading or its cells suggest. */
function* findCodeColumnInSteps(
  columns: readonly Column[],
  findProductIds: FindProductIds,
): Generator<undefined, number | null> {
  const isNamedQuantity = ({ role }: Column) =>
    role === 'quantity' || role === 'ordered' || role === 'delivered' || role === 'outstanding'
  // 'Thank you, Dave' below the table is no row of it.
  const hasDigit = (row: number) => columns.some(({ cells }) => /\d/.test(cells[row]!))
  const rows = range(0, columns[0]?.cells.length ?? 0).filter(hasDigit)
  const step = Math.ceil(rows.length / maxSampleRows)
  const sample = rows.filter((_, at) => at % step === 0)
  const scores: number[] = []
  for (const column of columns) {
    yield
    const cells = sample.map(row => column.cells[row]!)
    scores.push(isNamedQuantity(column) ? 0 : scoreCodes({ ...column, cells }, findProductIds))
  }
  const highest = Math.max(0, ...scores)
  return highest > 0 ? scores.indexOf(highest) : null
}

function scoreCodes({ role, cells }: Column, findProductIds: FindProductIds): number {
  const share = (matches: (cell: string) => boolean) => cells.filter(matches).length / (cells.length || 1)
  const knownShare = share(cell => !isShortNumber(cell) && hasKnownNumber(cell, findProductIds))
  const likeShare = share(isCodeLike)
  if (knownShare === 0 && likeShare === 0) return 0
  const keys = cells.filter(cell => cell !== '').map(cell => toCodeKey(cell.slice(0, maxCellLength)))
  const averageLength = keys.reduce((total, key) => total + key.length, 0) / (keys.length || 1)
  const mixedShare = share(cell => isCodeLike(cell) && /[a-z]/i.test(cell))
  // Among columns that look alike, mixed letters and digits, longer cells and fewer repetitions win.
  return (
    (knownShare > 0 ? 2 : 0) +
    knownShare * 4 +
    (role === 'part' ? 2 : role === 'numbering' ? 0.5 : 0) +
    likeShare +
    mixedShare / 2 +
    Math.min(averageLength, 12) / 50 +
    new Set(keys).size / (keys.length || 1) / 10
  )
}

/** Whether a cell is a number of the catalogue, or has one at its beginning or end, as in '1.1 LF9009 oil filter'. */
function hasKnownNumber(cell: string, findProductIds: FindProductIds): boolean {
  const words = cell.slice(0, maxCellLength).split(/[\s,;()]+/)
  const beginnings = [0, 1].flatMap(from =>
    [1, 2, 3, 4, 5].map(count => words.slice(from, from + count).join('')),
  )
  const candidates = new Set([cell, ...beginnings, words.at(-1)!])
  return [...candidates].some(text => {
    const key = text.length > maxCellLength ? '' : toCodeKey(text)
    return /\d/.test(key) && key.length >= 3 && !isShortNumber(text) && findProductIds(key).length > 0
  })
}

type QuantityColumns = Pick<Table, 'quantities' | 'contradicting' | 'isSure'>

/** By headings: what was ordered for an order, what was delivered for a delivery. Null: no heading says quantity. */
function chooseNamed(columns: readonly Column[], purpose: ListPurpose): QuantityColumns | null {
  const find = (...roles: HeadingRole[]) => {
    const matching = columns.filter(({ role }) => role !== null && roles.includes(role))
    // 'Required' may head dates too.
    const withFigures = matching.filter(({ cells }) => cells.some(isFigure))
    return (withFigures.length > 0 ? withFigures : matching).map(({ at }) => at)
  }
  const delivered = find('delivered')
  const outstanding = find('outstanding')
  if (purpose === 'delivery') {
    if (delivered.length > 0) return { quantities: delivered, contradicting: [], isSure: true }
    const plain = find('quantity')
    const ordered = find('ordered')
    if (plain.length > 0)
      return { quantities: [...plain, ...ordered], contradicting: outstanding, isSure: true }
    return ordered.length > 0 ? { quantities: ordered, contradicting: outstanding, isSure: false } : null
  }
  const ordered = find('quantity', 'ordered')
  const quantities = [...ordered, ...delivered]
  if (quantities.length > 0) return { quantities, contradicting: outstanding, isSure: true }
  return outstanding.length > 0 ? { quantities: outstanding, contradicting: [], isSure: true } : null
}

/** By the cells of columns whose headings do not say what they hold. Row numbers, prices and years are no quantities. */
function chooseByCells(
  columns: readonly Column[],
  code: number,
  hasHeadings: boolean,
  purpose: ListPurpose,
): Pick<Table, 'quantities' | 'isSure' | 'numbering'> {
  const figures = columns.filter(
    column =>
      (isUnnamed(column) || column.role === 'count' || column.role === 'numbering') &&
      areFigures(column.cells),
  )
  const isTotal = (column: Column) => isProduct(column, columns)
  const named = figures.filter(({ role }) => role === 'numbering')
  const open = figures.filter(column => column.role !== 'numbering' && !isTotal(column))
  const numbering = open.filter(column => open.length > 1 && isSurelyNumbering(column))
  const candidates = open.filter(column => !numbering.includes(column))
  const [only, second] = candidates
  const isLast = only !== undefined && only.at > code && columns.every(({ at }) => at <= only.at)
  // '4.00' may be a price where other columns have digits too.
  const hasDigits = (column: Column) =>
    column !== only && !numbering.includes(column) && column.cells.some(cell => /\d/.test(cell))
  const mayBePrices =
    !hasHeadings && only?.cells.every(cell => /[.,]00$/.test(cell)) && columns.some(hasDigits)
  // '1900' may be a year or the quantity.
  const hasOther = columns.some(
    column =>
      (column.role === 'otherQuantity' && areFigures(column.cells)) ||
      (isUnnamed(column) && areYears(column.cells)),
  )
  const isRowNumber =
    only !== undefined && named.length + numbering.length === 0 && mayNumber(only, isLast && !hasHeadings)
  return {
    quantities: candidates.map(({ at }) => at),
    numbering: [...named, ...numbering].map(({ at }) => at),
    isSure:
      second === undefined &&
      only?.role !== 'count' &&
      only?.role !== 'unknown' &&
      !isRowNumber &&
      !mayBePrices &&
      !hasOther &&
      !(hasHeadings && purpose === 'delivery'),
  }
}

/** Whether quantities may be among the cells: '4', '4 pcs', '2.5', 'tbc', but not prices with pence, years, sizes, or words. */
function areFigures(cells: readonly string[]): boolean {
  return cells.some(isFigure) && !areYears(cells) && !areMoney(cells)
}

function areYears(cells: readonly string[]): boolean {
  const figures = cells.filter(isFigure)
  return figures.length > 0 && figures.every(cell => /^(?:19|20)\d\d$/.test(cell))
}

/** '30.00' is money where '12.50' stands above it. */
function areMoney(cells: readonly string[]): boolean {
  const figures = cells.filter(cell => /\d/.test(cell))
  return figures.every(cell => /^\d[\d,.]*[.,]\d\d$/.test(cell)) && figures.some(cell => !/00$/.test(cell))
}

const amount = /^£?\d[\d,]*\.\d\d$/

/** '25.00' is money where it is two times 12.50 in another column, and so in each row. */
function isProduct({ at, cells }: Column, columns: readonly Column[]): boolean {
  if (!cells.every(cell => amount.test(cell))) return false
  const toPence = (cell: string) => Math.round(Number(cell.replace(/[£,]/g, '')) * 100)
  const otherColumns = columns.filter(column => column.at !== at)
  const prices = otherColumns.filter(column => column.cells.every(cell => amount.test(cell)))
  const counts = otherColumns.filter(column => column.cells.every(cell => /^\d{1,4}$/.test(cell)))
  const isTimes = (count: Column, price: Column, total: Column) =>
    total.cells.every((cell, row) => Number(count.cells[row]) * toPence(price.cells[row]!) === toPence(cell))
  return counts.some(count =>
    prices.some(
      price => isTimes(count, price, { ...price, cells }) || isTimes(count, { ...price, cells }, price),
    ),
  )
}

/** Whether a cell says how many, certain or not. */
export function isFigure(cell: string): boolean {
  if (cell === '' || cell.length > maxFigureLength) return false
  if (isAbsent(cell) || isCountWord(cell) || readQuantity(cell).kind === 'count') return true
  const [, pack] = /^\d+ ?(\p{L}+)$/u.exec(cell) ?? []
  if (pack !== undefined && isPackWord(pack)) return true
  const tokens = tokenizeLine(cell)
  return (
    /\p{N}/u.test(cell) &&
    !/\p{L}{4}|[£$€%]/u.test(cell) &&
    !/^\p{L}/u.test(cell) &&
    tokens.some(({ detail }) => detail === null)
  )
}

const toValues = (cells: readonly string[]): number[] =>
  cells.filter(cell => cell !== '').map(cell => (/^\d{1,6}\.?$/.test(cell) ? Number.parseInt(cell, 10) : -1))

/** The first column of 1, 2, 3 …, or one of other numbers or elsewhere when it is too long for a chance. */
function isSurelyNumbering({ at, cells }: Column): boolean {
  const values = toValues(cells)
  if (values.length >= 4 && isNumbering(values)) return true
  return at === 0 && (isNumberingFromStart(values) || (values.length >= 3 && mayBeNumbering(values)))
}

/** Whether the only figures may number the rows. Behind the part number ('LF9009; 1') few rows are quantities. */
function mayNumber({ cells }: Column, isLast: boolean): boolean {
  const values = toValues(cells)
  return isLast
    ? values.length >= 4 && isNumbering(values)
    : mayBeNumbering(values) || (isNumbering(values) && values[0]! <= 1)
}

/** Whether the values number the rows: 1, 2, 3 … or 10, 20, 30 …, from 0 too. */
export function isNumbering(values: readonly number[]): boolean {
  const step = findStep(values)
  return values.length >= 2 && values.every((value, at) => value === values[0]! + at * step)
}

/** Whether the values number the rows from the first one on. */
export const isNumberingFromStart = (values: readonly number[]): boolean =>
  isNumbering(values) && (values[0] === 0 || values[0] === findStep(values))

/** Whether the values may number rows of which some were removed: 1, 2, 4. */
export function mayBeNumbering(values: readonly number[]): boolean {
  const step = findStep(values)
  const [first, last] = [values[0] ?? -1, values.at(-1) ?? 0]
  const isRising = values.every((value, at) => at === 0 || value > values[at - 1]!)
  const isStart = first === 0 || first === step
  return (
    values.length >= 2 &&
    isStart &&
    isRising &&
    values.every(value => value % step === 0) &&
    last <= step * 2 * values.length
  )
}

const findStep = ([first = 0, second = 0]: readonly number[]): number =>
  first >= 10 || (first === 0 && second >= 10) ? 10 ** Math.floor(Math.log10(first || second)) : 1

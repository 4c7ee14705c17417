import type { Db } from '../../infra/app-context.ts'
import { createPause } from '../../infra/pause.ts'
import { pence } from '../../lib/money.ts'
import { toCodeKey } from '../../lib/part-number.ts'
import { serializeLineEntry } from '../basket/lines/line-entry.ts'
import {
  findNumbers,
  type NumberedProduct,
  type SearchEngine,
  type SearchService,
} from '../search/service.ts'
import type { Pad, PadLine, PadProduct } from './pad.ts'
import type { PartReading } from './parse/line-parts.ts'
import type { FindProductIds } from './parse/line-tokens.ts'
import { type ParsedList, type ParsedRow, parseListInSteps } from './parse/parse-list.ts'
import { isOrderable, parseOrderQuantity } from './parse/quantity.ts'
import type { SourceRow } from './parse/source-rows.ts'
import type { ListPurpose } from './parse/table.ts'
import { readPartCells } from './parse/table-row.ts'
import { listAlternatives, listPriceBreaks } from './queries.ts'
import type { PadLineInput } from './schemas.ts'

/** Similar numbers are searched for this many lines without a match only, because the search is slow. */
const maxUnmatched = 50
/** The most products offered for one number: choosing from more would be a search. */
const maxMatches = 12

/** A line to look up: read from a list, or corrected on the pad. */
interface LineRequest extends Omit<ParsedRow, 'quantity'>, Pick<PadLine, 'quantity' | 'entry' | 'chosen'> {
  /** Whether an unambiguous match is chosen without asking the buyer. */
  mayChoose: boolean
}

export interface LookUpDeps {
  db: Db
  search: SearchService
  /** The company whose prices apply; null: list prices. */
  companyId: number | null
}

/** Reads the lines of a list; the catalogue decides what is a part number, of a delivery our own numbers alone. */
export async function readLines(
  search: SearchService,
  { rows, isFile }: { rows: readonly SourceRow[]; isFile: boolean },
  purpose: ListPurpose,
): Promise<ParsedList> {
  const engine = await search.getEngine()
  const pause = createPause()
  const steps = parseListInSteps(rows, { findProductIds: createFinder(engine, purpose), purpose, isFile })
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    await pause()
  }
}

function createFinder(engine: SearchEngine, purpose: ListPurpose): FindProductIds {
  const idsByKey = new Map<string, number[]>()
  const find = (key: string) => {
    const hits = engine.findByNumber(key)
    const usable = purpose === 'order' ? hits : hits.filter(({ numberId }) => numberId === 0)
    return usable.map(({ productId }) => productId)
  }
  return key => {
    const ids = idsByKey.get(key) ?? find(key)
    idsByKey.set(key, ids)
    return ids
  }
}

/** Looks up the lines of a new list. A quantity that is not certain or cannot be ordered is left to the buyer. */
export function lookUpNewLines(deps: LookUpDeps, lines: readonly ParsedRow[]): Promise<Pad> {
  return lookUp(
    deps,
    lines.map(line => ({
      ...line,
      ...(isOrderable(line.quantity) ? { quantity: String(line.quantity), seen: '' } : { quantity: '' }),
      entry: serializeLineEntry({}),
      chosen: null,
      mayChoose: true,
    })),
  )
}

/** Looks up lines of the pad again, in the same order. Without `mayChoose` only products the buyer chose are chosen. */
export async function lookUpLines(
  deps: LookUpDeps,
  lines: readonly PadLineInput[],
  mayChoose: boolean,
): Promise<Pad> {
  const findProductIds = createFinder(await deps.search.getEngine(), 'order')
  const pause = createPause()
  const requests: LineRequest[] = []
  for (const { code, text, open, chosen = null, ...line } of lines) {
    const part = code === '' ? null : readPartCells(code, [], findProductIds)
    const typed = part?.quantity ?? { kind: 'none' }
    const isOther = typed.kind !== 'none' && typed.seen !== line.quantity
    requests.push({
      ...line,
      // 'FH-OIL-1 x 4' typed as the part number of a line.
      ...(isOther ? { quantity: '', seen: typed.seen } : {}),
      text: text || code,
      isPart: part !== null,
      readings: part?.readings ?? [],
      guess: code,
      entry: serializeLineEntry(line),
      chosen,
      mayChoose: mayChoose && code !== open,
    })
    await pause()
  }
  return lookUp(deps, requests)
}

async function lookUp({ db, search, companyId }: LookUpDeps, requests: readonly LineRequest[]): Promise<Pad> {
  const engine = await search.getEngine()
  const pause = createPause()
  const keys = new Set<string>()
  for (const { readings } of requests) {
    for (const { code } of readings) keys.add(toCodeKey(code))
    await pause()
  }
  const listUnmatched = (isMatched: (key: string) => boolean) =>
    requests
      .filter(
        ({ readings }) => !readings.some(({ code }) => isMatched(toCodeKey(code))) && isNumberLike(readings),
      )
      .slice(0, maxUnmatched)
      .map(({ guess }) => toCodeKey(guess))
  const { matches, near } = await findNumbers(db, engine, { keys: [...keys], listUnmatched, companyId })
  const lines: PadLine[] = []
  for (const request of requests) {
    const line = toPadLine(request, matches)
    if (line.isPart && line.matches.length === 0) line.near = near.get(toCodeKey(line.code)) ?? []
    lines.push(line)
    await pause()
  }
  const ids = new Set(lines.flatMap(line => line.matches.map(({ product }) => product)))
  const rows = new Map([...matches.values()].flat().map(row => [row.id, row]))
  const products = await toPadProducts(
    db,
    [...ids].map(id => rows.get(id)!),
    companyId,
    countPieces(lines),
  )
  return { lines, products }
}

/** The quantities of each chosen product. */
function countPieces(lines: readonly PadLine[]): ReadonlyMap<number, number> {
  const pieces = new Map<number, number>()
  for (const { chosen, quantity } of lines) {
    if (chosen !== null) pieces.set(chosen, (pieces.get(chosen) ?? 0) + (parseOrderQuantity(quantity) ?? 0))
  }
  return pieces
}

function isNumberLike(readings: readonly PartReading[]): boolean {
  return readings.some(({ code }) => /\d/.test(code))
}

function toPadLine(
  request: LineRequest,
  productsByKey: ReadonlyMap<string, readonly NumberedProduct[]>,
): PadLine {
  const { nr, text, readings, guess, quantity, seen, notRead, entry } = request
  const matchedReadings = readings.filter(({ code }) => productsByKey.has(toCodeKey(code)))
  const reading = matchedReadings.find(({ isSure }) => isSure) ?? matchedReadings[0]
  // Without a sure reading, the products of all readings are offered.
  const offeredReadings = reading?.isSure ? [reading] : matchedReadings
  const rows = offeredReadings.flatMap(({ code }) => productsByKey.get(toCodeKey(code))!)
  const matches = [...Map.groupBy(rows, ({ id }) => id)].slice(0, maxMatches).map(([product, [row]]) => ({
    product,
    as: row!.number === row!.code ? '' : `${row!.maker} ${row!.number}`,
  }))
  const isStillMatched = matches.some(({ product }) => product === request.chosen)
  const isPart = matches.length > 0 || request.isPart
  return {
    nr,
    text,
    isPart,
    code: isPart ? (reading?.code ?? guess) : '',
    quantity,
    seen,
    matches,
    chosen: isStillMatched
      ? request.chosen
      : reading && request.mayChoose
        ? findCertainMatch(reading, rows, text)
        : null,
    near: [],
    refusal: null,
    notRead,
    entry,
  }
}

/**
 * The only product that the line can mean: the only match; the part whose own number it is, when the others merely
 * replace that part; or the same among the products of the maker named in the line. A number that two makers use is
 * ambiguous.
 */
function findCertainMatch(
  { isSure }: PartReading,
  rows: readonly NumberedProduct[],
  text: string,
): number | null {
  if (!isSure) return null
  const lowerCaseText = text.toLowerCase()
  const named = rows.filter(({ maker }) => lowerCaseText.includes(maker.toLowerCase()))
  return getOnlyId(rows) ?? findPartWithOwnNumber(rows) ?? getOnlyId(named) ?? findPartWithOwnNumber(named)
}

function getOnlyId(rows: readonly NumberedProduct[]): number | null {
  const [id, secondId] = new Set(rows.map(row => row.id))
  return id !== undefined && secondId === undefined ? id : null
}

function findPartWithOwnNumber(rows: readonly NumberedProduct[]): number | null {
  const ownNumberRows = rows.filter(({ number, code }) => number === code)
  return rows.every(({ maker }) => maker === ownNumberRows[0]?.maker) ? getOnlyId(ownNumberRows) : null
}

async function toPadProducts(
  db: Db,
  rows: readonly NumberedProduct[],
  companyId: number | null,
  pieces: ReadonlyMap<number, number>,
): Promise<PadProduct[]> {
  const unavailable = rows.filter(
    ({ id, available, backOrder, forSale, price }) =>
      !forSale || price === null || (!backOrder && available < Math.max(1, pieces.get(id) ?? 0)),
  )
  const toIds = (products: readonly NumberedProduct[]) => products.map(({ id }) => id)
  const [breaks, alternatives] = await Promise.all([
    companyId === null ? [] : listPriceBreaks(db, companyId, toIds(rows)),
    listAlternatives(db, toIds(unavailable)),
  ])
  return rows.map(({ number, maker, path, price, brandLogo, type, image, ...product }) => ({
    ...product,
    url: `/${path}`,
    prices: [
      ...(price === null ? [] : [{ from: 1, price: pence(price) }]),
      ...breaks
        .filter(one => one.product === product.id)
        .map(({ from, price }) => ({ from, price: pence(price) })),
    ],
    instead: alternatives
      .filter(one => one.product === product.id)
      .map(({ code, title, path, available }) => ({ code, title, url: `/${path}`, available })),
  }))
}

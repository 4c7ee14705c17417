import type { Db } from '../../infra/app-context.ts'
import { pence } from '../../lib/money.ts'
import { toCodeKey } from '../../lib/part-number.ts'
import { findNumbers, type NumberedProduct, type SearchService } from '../search/service.ts'
import { type Reading, readCell } from './line.ts'
import type { Pad, PadLine, PadProduct } from './pad.ts'
import { insteadOf, priceBreaks } from './queries.ts'
import type { ReadRow } from './read-rows.ts'
import type { KeptLine } from './schemas.ts'

/** Near numbers take time: of a list of another trade only the first lines get them. */
const mostUnmatched = 50
/** More parts under one number are no choice any more, but a search. */
const mostMatches = 12

/** A line to look up: read from a list, or corrected on the pad. */
interface LineRequest extends ReadRow {
  /** As it was typed into the pad; null: the reading says. */
  quantity: string | null
  chosen: number | null
  /** Whether a product may be chosen for the buyer where there is no doubt. */
  mayChoose: boolean
}

export interface LookUpDeps {
  db: Db
  search: SearchService
  /** Whose prices; null: the list's. */
  companyId: number | null
}

/** A list that was just read. */
export function lookUpRows(deps: LookUpDeps, rows: readonly ReadRow[]): Promise<Pad> {
  return lookUp(
    deps,
    rows.map(row => ({ ...row, quantity: null, chosen: null, mayChoose: true })),
  )
}

/** Lines of the pad, one for each in their order. Without `mayChoose` only what the buyer chose counts. */
export function lookUpLines(deps: LookUpDeps, lines: readonly KeptLine[], mayChoose: boolean): Promise<Pad> {
  const requests = lines.map(({ nr, text, code, open, quantity, chosen = null }) => ({
    nr,
    text: text || code,
    readings: code === '' ? [] : readCell(code, 1),
    guess: code,
    badQuantity: null,
    quantity: quantity || '1',
    chosen,
    mayChoose: mayChoose && code !== open,
  }))
  return lookUp(deps, requests)
}

async function lookUp({ db, search, companyId }: LookUpDeps, requests: readonly LineRequest[]): Promise<Pad> {
  const engine = await search.getEngine()
  const keys = [...new Set(requests.flatMap(({ readings }) => readings.map(({ code }) => toCodeKey(code))))]
  const listUnmatched = (isMatched: (key: string) => boolean) =>
    requests
      .filter(
        ({ readings }) => !readings.some(({ code }) => isMatched(toCodeKey(code))) && isNumberLike(readings),
      )
      .slice(0, mostUnmatched)
      .map(({ guess }) => toCodeKey(guess))
  const { matches, near } = await findNumbers(db, engine, { keys, listUnmatched, companyId })
  const lines = requests.map(request => toLine(request, matches))
  for (const line of lines) {
    if (line.isPart && line.found.length === 0) line.near = near.get(toCodeKey(line.code)) ?? []
  }
  const ids = new Set(lines.flatMap(({ found }) => found.map(({ product }) => product)))
  const rows = new Map([...matches.values()].flat().map(row => [row.id, row]))
  const products = await toPadProducts(
    db,
    [...ids].map(id => rows.get(id)!),
    companyId,
  )
  return { lines, products }
}

function isNumberLike(readings: readonly Reading[]): boolean {
  return readings.some(({ code }) => /\d/.test(code))
}

function toLine(request: LineRequest, matches: ReadonlyMap<string, NumberedProduct[]>): PadLine {
  const { nr, text, readings, guess, badQuantity } = request
  const matched = readings.filter(({ code }) => matches.has(toCodeKey(code)))
  const reading = matched.find(({ isSure }) => isSure) ?? matched[0]
  // Where nothing is sure, all that the line may mean is shown.
  const rows = (reading?.isSure ? [reading] : matched).flatMap(({ code }) => matches.get(toCodeKey(code))!)
  const found = [...Map.groupBy(rows, ({ id }) => id)].slice(0, mostMatches).map(([product, [row]]) => ({
    product,
    as: row!.number === row!.code ? '' : `${row!.maker} ${row!.number}`,
  }))
  const isStillThere = found.some(({ product }) => product === request.chosen)
  const quantity = reading?.quantity ?? readings[0]?.quantity ?? 1
  const isPart = found.length > 0 || isNumberLike(readings)
  return {
    nr,
    text,
    isPart,
    code: isPart ? (reading?.code ?? guess) : '',
    quantity: request.quantity ?? badQuantity ?? String(quantity),
    found,
    chosen: isStillThere
      ? request.chosen
      : reading && request.mayChoose
        ? findOnly(reading, rows, text)
        : null,
    near: [],
    refusal: null,
  }
}

/**
 * The product that is meant without doubt: the only one; the very part of that number, where the others only replace
 * it; or the only one of the maker that the line names. One number of two makers is never without doubt.
 */
function findOnly({ isSure }: Reading, rows: readonly NumberedProduct[], text: string): number | null {
  if (!isSure) return null
  const words = text.toLowerCase()
  const named = rows.filter(({ maker }) => words.includes(maker.toLowerCase()))
  return only(rows) ?? partItself(rows) ?? only(named) ?? partItself(named)
}

function only(rows: readonly NumberedProduct[]): number | null {
  const [id, ...others] = new Set(rows.map(row => row.id))
  return id !== undefined && others.length === 0 ? id : null
}

function partItself(rows: readonly NumberedProduct[]): number | null {
  const own = rows.filter(({ number, code }) => number === code)
  return rows.every(({ maker }) => maker === own[0]?.maker) ? only(own) : null
}

async function toPadProducts(
  db: Db,
  rows: readonly NumberedProduct[],
  companyId: number | null,
): Promise<PadProduct[]> {
  const scarce = rows.filter(
    ({ available, backOrder, forSale, price }) =>
      !forSale || price === null || (available <= 0 && !backOrder),
  )
  const ids = (some: readonly NumberedProduct[]) => some.map(({ id }) => id)
  const [breaks, instead] = await Promise.all([
    companyId === null ? [] : priceBreaks(db, companyId, ids(rows)),
    insteadOf(db, ids(scarce)),
  ])
  return rows.map(row => ({
    id: row.id,
    code: row.code,
    title: row.title,
    brand: row.brand,
    url: `/${row.path}`,
    details: row.details,
    available: row.available,
    backOrder: row.backOrder,
    note: row.note,
    forSale: row.forSale,
    prices: [
      ...(row.price === null ? [] : [{ from: 1, price: pence(row.price) }]),
      ...breaks
        .filter(({ product }) => product === row.id)
        .map(({ from, price }) => ({ from, price: pence(price) })),
    ],
    instead: instead
      .filter(({ product }) => product === row.id)
      .map(({ code, title, path }) => ({ code, title, url: `/${path}` })),
  }))
}

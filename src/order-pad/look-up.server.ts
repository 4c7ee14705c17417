import type { Db } from '../platform/house.ts'
import { type NumberedProduct, numbersNear, productsNumbered } from '../search/server.ts'
import { pence } from '../shared/money.ts'
import { codeKey } from '../shared/part-number.ts'
import type { KeptLine } from './contract.ts'
import { insteadOf, priceBreaks } from './data.ts'
import { type Reading, readCell } from './line.ts'
import type { Pad, PadLine, PadProduct } from './pad.ts'
import type { ReadRow } from './read-rows.ts'

/** Suggestions are dear: who pastes a list of another trade gets them for its first lines. */
const mostUnknown = 50
/** More parts under one number are no choice any more, but a search. */
const mostFound = 12

/** A line to look up: read from a list, or put right on the pad. */
interface Asked extends ReadRow {
  /** As it was typed into the pad; null: the reading says. */
  quantity: string | null
  chosen: number | null
  /** Whether a product may be taken that the buyer has not chosen himself, where there is no doubt. */
  mayTake: boolean
}

/** A list that was just read. */
export function lookUpRows(db: Db, rows: readonly ReadRow[], companyId: number | null): Promise<Pad> {
  return lookUp(
    db,
    rows.map(row => ({ ...row, quantity: null, chosen: null, mayTake: true })),
    companyId,
  )
}

/** Lines of the pad, one for each in their order. Without `mayTake` only what the buyer chose is his. */
export function lookUpLines(
  db: Db,
  lines: readonly KeptLine[],
  companyId: number | null,
  mayTake: boolean,
): Promise<Pad> {
  const asked = lines.map(({ nr, text, code, open, quantity, chosen = null }) => ({
    nr,
    text: text || code,
    readings: code === '' ? [] : readCell(code, 1),
    guess: code,
    badQuantity: null,
    quantity: quantity || '1',
    chosen,
    mayTake: mayTake && code !== open,
  }))
  return lookUp(db, asked, companyId)
}

async function lookUp(db: Db, asked: readonly Asked[], companyId: number | null): Promise<Pad> {
  const keys = new Set(asked.flatMap(({ readings }) => readings.map(({ code }) => codeKey(code))))
  const numbered = Map.groupBy(await productsNumbered(db, [...keys], companyId), ({ key }) => key)
  const lines = asked.map(one => lineOf(one, numbered))
  const unknown = lines.filter(({ isPart, found }) => isPart && found.length === 0).slice(0, mostUnknown)
  const ids = new Set(lines.flatMap(({ found }) => found.map(({ product }) => product)))
  const rows = new Map([...numbered.values()].flat().map(row => [row.id, row]))
  const [near, products] = await Promise.all([
    numbersNear(db, [...new Set(unknown.map(({ code }) => codeKey(code)))]),
    productsOf(
      db,
      [...ids].map(id => rows.get(id)!),
      companyId,
    ),
  ])
  for (const line of unknown) line.near = near.get(codeKey(line.code)) ?? []
  return { lines, products }
}

function lineOf(asked: Asked, numbered: ReadonlyMap<string, NumberedProduct[]>): PadLine {
  const { nr, text, readings, guess, badQuantity } = asked
  const known = readings.filter(({ code }) => numbered.has(codeKey(code)))
  const reading = known.find(({ isSure }) => isSure) ?? known[0]
  // Where nothing is sure, all that the line may mean is shown.
  const rows = (reading?.isSure ? [reading] : known).flatMap(({ code }) => numbered.get(codeKey(code))!)
  const found = [...Map.groupBy(rows, ({ id }) => id)].slice(0, mostFound).map(([product, [row]]) => ({
    product,
    as: row!.number === row!.code ? '' : `${row!.maker} ${row!.number}`,
  }))
  const isKept = found.some(({ product }) => product === asked.chosen)
  const quantity = reading?.quantity ?? readings[0]?.quantity ?? 1
  const isPart = found.length > 0 || readings.some(({ code }) => /\d/.test(code))
  return {
    nr,
    text,
    isPart,
    code: isPart ? (reading?.code ?? guess) : '',
    quantity: asked.quantity ?? badQuantity ?? String(quantity),
    found,
    chosen: isKept ? asked.chosen : reading && asked.mayTake ? onlyOne(reading, rows, text) : null,
    near: [],
    refusal: null,
  }
}

/**
 * The product that is meant without doubt: the only one; the very part of that number, where the others only replace
 * it; or the only one of the maker that the line names. One number of two makers is never without doubt.
 */
function onlyOne({ isSure }: Reading, rows: readonly NumberedProduct[], text: string): number | null {
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

async function productsOf(
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

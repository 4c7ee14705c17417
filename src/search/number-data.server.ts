import { CompiledQuery } from 'kysely'
import type { Db } from '../platform/house.ts'
import { codeKey } from '../shared/part-number.ts'
import { columns, tables } from './data.ts'
import type { FoundProduct } from './listed.ts'
import { afterPrefix, otherZeros, withoutZeros } from './query.ts'

// The texts are few and always the same, so each is planned once and its name is found quickly.
// $1 the key, $2 the first text after all that begin with it, $3 the key with other leading zeros.

export interface NumberQuestion {
  /** Letters and digits, at least two. */
  key: string
  zeros: readonly string[]
  /** Whose prices; null: the list's. */
  companyId: number | null
  /** Numbers at least, if there are so many; several may be one product's. */
  most: number
}

/** One number with the product that has it or replaces it. */
export type NumberRow = FoundProduct & { number: string; maker: string }

const exactKeys = 'array_append($3::text[], $1::text)'
const ownNumber = 'p.id as product_id, p.code_key, p.code as number, null::int as maker_id'
const otherNumber = 'x.product_id, x.code_key, x.code as number, x.maker_id'

// The limit stands in the text: planned without it, the planner expects a tenth of all numbers and reads whole tables.
const limits = [4, 8, 12, 16, 24, 40, 80, 200] as const

/** How many numbers are read for so many that are wanted. */
export const roundedUp = (most: number): number => limits.find(one => one >= most) ?? limits.at(-1)!

const beginning = (limit: number) => `
  (select ${ownNumber} from product p where p.code_key >= $1 and p.code_key < $2 order by p.code_key limit ${limit})
  union all
  (select ${otherNumber} from cross_reference x where x.code_key >= $1 and x.code_key < $2 order by x.code_key limit ${limit})
  order by code_key limit ${limit}`

const withOtherZeros = (limit: number) => `
  (select ${ownNumber} from product p where p.code_key = any($3) limit ${limit})
  union all
  (select ${otherNumber} from cross_reference x where x.code_key = any($3) limit ${limit})
  union all
  (${beginning(limit)})
  limit ${limit}`

const shown = (source: string, what: string) => `
  select ${what}, h.number, coalesce(m.name, b.name) as maker
  from (${source}) h join product p on p.id = h.product_id ${tables} left join maker m on m.id = h.maker_id`

const texts = new Map<string, string>()

function textOf(limit: number, hasZeros: boolean, hasCompany: boolean): string {
  const name = `${limit} ${hasZeros} ${hasCompany}`
  const known = texts.get(name)
  if (known !== undefined) return known
  const source = hasZeros ? withOtherZeros(limit) : beginning(limit)
  const made = shown(source, columns(hasCompany ? (hasZeros ? '$4' : '$3') : null))
  texts.set(name, made)
  return made
}

/**
 * Numbers that are `key` or begin with it: exact first, then in their order. `zeros`: the same number with other
 * leading zeros, where there is one. `isWhole`: there are no more.
 */
export async function numbersBeginning(
  db: Db,
  { key, zeros, companyId, most }: NumberQuestion,
): Promise<{ rows: NumberRow[]; isWhole: boolean }> {
  const limit = roundedUp(most)
  const values: unknown[] = [key, afterPrefix(key)]
  if (zeros.length > 0) values.push(zeros)
  if (companyId !== null) values.push(companyId)
  const text = textOf(limit, zeros.length > 0, companyId !== null)
  const { rows } = await db.executeQuery<NumberRow>(CompiledQuery.raw(text, values))
  return { rows: inOrder(rows, key), isWhole: rows.length < limit }
}

const keyedText = (hasCompany: boolean) =>
  shown(
    `(select ${ownNumber} from product p where p.code_key = any($1) limit ${limits.at(-1)})
     union all
     (select ${otherNumber} from cross_reference x where x.code_key = any($1) limit ${limits.at(-1)})`,
    columns(hasCompany ? '$2' : null),
  )
const keyedTexts = [keyedText(false), keyedText(true)] as const

/** The numbers that have one of these keys, as numbersBeginning() would order them for `key`. */
export async function numbersWithKeys(
  db: Db,
  keys: readonly string[],
  key: string,
  companyId: number | null,
): Promise<NumberRow[]> {
  const values: unknown[] = companyId === null ? [keys] : [keys, companyId]
  const text = keyedTexts[companyId === null ? 0 : 1]
  return inOrder((await db.executeQuery<NumberRow>(CompiledQuery.raw(text, values))).rows, key)
}

function inOrder(rows: NumberRow[], key: string): NumberRow[] {
  if (rows.length < 2) return rows
  const bare = withoutZeros(key)
  const keyed = rows.map(row => {
    const own = codeKey(row.number)
    return { row, own, place: placeOf(own, key, bare) }
  })
  return keyed
    .sort((a, b) => a.place - b.place || compare(a.own, b.own) || compare(a.row.maker, b.row.maker))
    .map(({ row }) => row)
}

// The very number, the same with other zeros, what begins so, what holds it.
function placeOf(own: string, key: string, bare: string): number {
  if (own === key) return 0
  if (withoutZeros(own) === bare) return 1
  return own.startsWith(key) ? 2 : 3
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

// What holds the key also covers what begins with it; the same number with other zeros may not hold it.
const holding = `
  select case when h.code_key = any(${exactKeys}) then 0 when h.code_key > $1 and h.code_key < $2 then 1 else 2 end as place,
    h.product_id, h.code_key, h.number, h.maker_id
  from codes_with_part($1) h
  union all
  select 0, ${ownNumber} from product p where p.code_key = any($3) and strpos(p.code_key, $1) = 0
  union all
  select 0, ${otherNumber} from cross_reference x where x.code_key = any($3) and strpos(x.code_key, $1) = 0`

const idsText = (source: string) => `
  select coalesce(string_agg(i.product_id::text, ' ' order by i.place, i.code_key, i.product_id), '') as ids
  from (select product_id, min(place) as place, min(code_key) as code_key from (${source}) u group by product_id) i`

const holdingIdsText = idsText(holding)

/** Products of numbers that are, begin with or hold the key (three letters or more), in this order. */
export async function productsHolding(db: Db, key: string): Promise<number[]> {
  const values = [key, afterPrefix(key), otherZeros(key)]
  const { rows } = await db.executeQuery<{ ids: string }>(CompiledQuery.raw(holdingIdsText, values))
  const ids = rows[0]!.ids
  return ids === '' ? [] : ids.split(' ').map(Number)
}

export interface HeldNumber {
  productId: number
  code: string
  maker: string
}

const heldText = `
  select * from (
    select p.id as "productId", p.code_key, p.code, b.name as maker
    from product p join brand b on b.id = p.brand_id where p.id = any($1)
    union all
    select x.product_id, x.code_key, x.code, m.name from cross_reference x join maker m on m.id = x.maker_id
    where x.product_id = any($1)) n
  where strpos(n.code_key, $2) > 0 or n.code_key = any($3)
  order by n.code_key <> all(array_append($3::text[], $2::text)), strpos(n.code_key, $2) <> 1, n.code_key, n.maker`

/** Numbers of these products, their own too, that hold the key: the very number first, then what begins so. */
export async function numbersOf(db: Db, ids: readonly number[], key: string): Promise<HeldNumber[]> {
  if (ids.length === 0) return []
  const values = [ids, key, otherZeros(key)]
  return (await db.executeQuery<HeldNumber>(CompiledQuery.raw(heldText, values))).rows
}

export interface MakersNumber {
  productId: number
  /** The maker of the number; of an own number the brand. */
  maker: string
}

const makersText = `
  (select p.id as "productId", b.name as maker from product p join brand b on b.id = p.brand_id
    where p.code_key >= $1 and p.code_key < $2 order by p.code_key limit $3)
  union all
  (select x.product_id, m.name from cross_reference x join maker m on m.id = x.maker_id
    where x.code_key >= $1 and x.code_key < $2 order by x.code_key limit $3)`

/** Whose numbers begin so, up to `most` own and `most` of other makers, in their order. */
export async function makersOf(db: Db, key: string, most: number): Promise<MakersNumber[]> {
  const values = [key, afterPrefix(key), most]
  return (await db.executeQuery<MakersNumber>(CompiledQuery.raw(makersText, values))).rows
}

const nearText = `
  select code from (
    select distinct on (n.code_key) n.code, n.code_key from (
      select p.code, p.code_key from product p where p.code_key = any($1)
      union all
      select x.code, x.code_key from cross_reference x where x.code_key = any($1)) n
    order by n.code_key, n.code) one
  order by code_key limit $2`

/** Numbers that there are among these keys, as they are written. */
export async function numbersAmong(db: Db, keys: readonly string[], most: number): Promise<string[]> {
  if (keys.length === 0) return []
  const { rows } = await db.executeQuery<{ code: string }>(CompiledQuery.raw(nearText, [keys, most]))
  return rows.map(({ code }) => code)
}

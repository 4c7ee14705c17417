import { CompiledQuery } from 'kysely'
import type { Db } from '../platform/house.ts'
import { columns, tables } from './data.ts'
import type { FoundProduct } from './listed.ts'
import { otherZeros } from './query.ts'
import { isOneEditApart, nearKeys } from './spelling.ts'

/** A product with the number that was asked for: its own, or another maker's that it replaces. */
export type NumberedProduct = FoundProduct & { key: string; number: string; maker: string }

const exactText = (company: string | null) => `
  select ${columns(company)}, h.code_key as key, h.number, coalesce(m.name, b.name) as maker
  from (select p.id as product_id, p.code_key, p.code as number, null::int as maker_id, 0 as place
      from product p where p.code_key = any($1)
    union all
    select x.product_id, x.code_key, x.code, x.maker_id, 1 from cross_reference x where x.code_key = any($1)) h
  join product p on p.id = h.product_id ${tables} left join maker m on m.id = h.maker_id
  order by h.place, p.popularity desc, p.id, maker`
const exactTexts = [exactText(null), exactText('$2')] as const

/** All products that have one of these very numbers (keys of shared/part-number.ts), own numbers first; one round trip. */
export async function productsNumbered(
  db: Db,
  keys: readonly string[],
  companyId: number | null,
): Promise<NumberedProduct[]> {
  if (keys.length === 0) return []
  const values: unknown[] = companyId === null ? [keys] : [keys, companyId]
  const text = exactTexts[companyId === null ? 0 : 1]
  return (await db.executeQuery<NumberedProduct>(CompiledQuery.raw(text, values))).rows
}

const [shortestNear, longestNear] = [4, 24]
const mostEach = 4

const nearText = `
  select distinct on (n.code_key) n.code_key as key, n.code from (
    select p.code, p.code_key from product p where p.code_key = any($1)
    union all
    select x.code, x.code_key from cross_reference x where x.code_key = any($1)) n
  order by n.code_key, n.code`

/** Numbers that are nearly these, as they are written: other leading zeros first, then one sign apart. One round trip. */
export async function numbersNear(db: Db, keys: readonly string[]): Promise<Map<string, string[]>> {
  const asked = keys.filter(key => key.length >= shortestNear && key.length <= longestNear)
  const wanted = new Set(asked.flatMap(key => [...otherZeros(key), ...nearKeys(key)]))
  if (wanted.size === 0) return new Map()
  const { rows } = await db.executeQuery<{ key: string; code: string }>(
    CompiledQuery.raw(nearText, [[...wanted]]),
  )
  return new Map(
    asked.map(key => {
      const zeros = new Set(otherZeros(key))
      const same = rows.filter(row => zeros.has(row.key))
      const near = rows.filter(row => !zeros.has(row.key) && isOneEditApart(row.key, key))
      return [key, [...same, ...near].slice(0, mostEach).map(({ code }) => code)]
    }),
  )
}

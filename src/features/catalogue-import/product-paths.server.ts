import type pg from 'pg'
import { shopWords } from './messages.ts'
import { mark } from './staging.server.ts'

/** Marks rows whose path is another product's, in the shop or further up in the file. */
export async function markPaths(client: pg.PoolClient, table: string): Promise<void> {
  await mark(
    client,
    table,
    shopWords.pathTaken,
    ['s.path', '(select p.code from product p where p.path = s.path)'],
    `exists (select from product p where p.path = s.path and p.id is distinct from s.product_id)`,
  )
  await client.query(
    `update ${table} s set bad = format($1::text, s.path, d.first)
     from (select path, min(line) as first from ${table} where path is not null and bad is null
       group by path having count(*) > 1) d
     where d.path = s.path and s.line > d.first and s.bad is null`,
    [shopWords.pathTwice],
  )
}

/**
 * SQL: where a new product (as s) stands. A path made from brand and code that is another's too ('A/1' and 'A-1') gets a
 * sign of the code, always the same for the same code.
 */
export function madePaths(table: string): string {
  return `coalesce(s.path, case
    when row_number() over (partition by s.path is null, s.made_path order by s.line) = 1
      and not exists (select from product p where p.path = s.made_path)
      and not exists (select from ${table} o where o.path = s.made_path)
    then s.made_path else s.made_path || '-' || substr(md5(s.code), 1, 6) end)`
}

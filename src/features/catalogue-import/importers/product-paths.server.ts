import type pg from 'pg'
import { databaseMessages } from '../messages.ts'
import { markBadRows } from '../staging.server.ts'

/** Marks rows whose path belongs to another product of the shop, or of an earlier row. */
export async function markTakenPaths(client: pg.PoolClient, table: string): Promise<void> {
  await markBadRows(
    client,
    table,
    databaseMessages.pathTaken,
    ['s.path', '(select p.code from product p where p.path = s.path)'],
    `exists (select from product p where p.path = s.path and p.id is distinct from s.product_id)`,
  )
  await client.query(
    `update ${table} s set bad = format($1::text, s.path, d.first)
     from (select path, min(line) as first from ${table} where path is not null and bad is null
       group by path having count(*) > 1) d
     where d.path = s.path and s.line > d.first and s.bad is null`,
    [databaseMessages.pathTwice],
  )
}

/**
 * SQL: the path of a new product (row s). When the path generated from brand and code is taken ('A/1' and 'A-1' give the
 * same), a hash of the code is appended, so that the same code always gets the same path.
 */
export function newPathSql(table: string): string {
  return `coalesce(s.path, case
    when row_number() over (partition by s.path is null, s.generated_path order by s.line) = 1
      and not exists (select from product p where p.path = s.generated_path)
      and not exists (select from ${table} o where o.path = s.generated_path)
    then s.generated_path else s.generated_path || '-' || substr(md5(s.code), 1, 6) end)`
}

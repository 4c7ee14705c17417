import type pg from 'pg'
import { databaseMessages } from '../messages.ts'
import type { RowReport } from '../report.ts'

/**
 * The rows of products.csv whose code differs only in case or punctuation from that of an earlier row, or of a product
 * that the file does not list: customers who type one of them find both, and one may be a slip.
 */
export async function findSimilarCodes(
  client: pg.PoolClient,
  table: string,
  maxListed: number,
): Promise<{ count: number; listed: RowReport[] }> {
  const { rows } = await client.query<RowReport & { count: number }>(
    `with staged as (select line, code, code_key(code) as key from ${table} where bad is null),
     earlier as (
       select line, code, first_value(code) over w as other, first_value(line) over w as other_line
       from staged window w as (partition by key order by line)
     ),
     stored as (
       select s.line, s.code, min(p.code) as other from staged s join product p on p.code_key = s.key
       where p.code <> s.code and not exists (select from staged t where t.code = p.code)
       group by s.line, s.code
     ),
     similar_code as (
       select line, format($1::text, code, other, 'on line ' || other_line) as reason from earlier where other <> code
       union all
       select line, format($1::text, code, other, 'in the shop') from stored
     )
     select line, reason, count(*) over () as count from similar_code order by line limit $2`,
    [databaseMessages.similarCode, maxListed],
  )
  return { count: rows[0]?.count ?? 0, listed: rows.map(({ line, reason }) => ({ line, reason })) }
}

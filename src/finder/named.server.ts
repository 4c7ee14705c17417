import { type RawBuilder, sql } from 'kysely'

/** A make (mk) or model (mo) by its slug, as the pages have it; by its id where no slug is the same. */
export const named = (table: 'mk' | 'mo', given: string): RawBuilder<unknown> => {
  const own = sql.ref(table)
  const siblings =
    table === 'mk'
      ? sql`make o where o.slug = ${given}`
      : sql`model o where o.make_id = mk.id and o.slug = ${given}`
  if (!/^[1-9]\d{0,8}$/.test(given)) return sql`${own}.slug = ${given}`
  return sql`(${own}.slug = ${given} or (${own}.id = ${Number(given)} and not exists (select from ${siblings})))`
}

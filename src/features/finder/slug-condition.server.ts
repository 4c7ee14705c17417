import { type RawBuilder, sql } from 'kysely'

/** A make (mk) or model (mo) by its slug, as pages have it; by its id where no slug is the same. */
export function hasSlug(table: 'mk' | 'mo', slug: string): RawBuilder<unknown> {
  const own = sql.ref(table)
  const siblings =
    table === 'mk'
      ? sql`make o where o.slug = ${slug}`
      : sql`model o where o.make_id = mk.id and o.slug = ${slug}`
  if (!/^[1-9]\d{0,8}$/.test(slug)) return sql`${own}.slug = ${slug}`
  return sql`(${own}.slug = ${slug} or (${own}.id = ${Number(slug)} and not exists (select from ${siblings})))`
}

import { type RawBuilder, sql } from 'kysely'

/**
 * Whether `order` (the name of a row of orders in the query) is a person's own; the rule of the SQL function
 * `orders_of_person`. That function lists all orders of a person, which a query of a single order need not do.
 */
export function isOrderOfPersonSql(personId: number | null, order = 'o'): RawBuilder<boolean> {
  const companyId = sql.ref(`${order}.company_id`)
  return sql`(${sql.ref(`${order}.person_id`)} = ${personId}::int and exists (
    select from person p where p.id = ${personId}::int and coalesce(${companyId} = p.company_id, ${companyId} is null)))`
}

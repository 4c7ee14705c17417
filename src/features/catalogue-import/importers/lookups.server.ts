import type pg from 'pg'
import { databaseMessages } from '../messages.ts'
import { markBadRows } from '../staging.server.ts'

/**
 * SQL: joins the variant v of the machine that row s names. Case does not count in makes (see `createMakeLookup`), but
 * in models and variants.
 */
export const variantJoinSql = `
  join named_make nm on nm.name = s.make join model mo on mo.make_id = nm.id and mo.name = s.model
  join variant v on v.model_id = mo.id and v.name = s.variant`

/** Creates the temporary table `named_make` (name, id) of the file's makes that exist. */
export async function createMakeLookup(client: pg.PoolClient, table: string): Promise<void> {
  await client.query('drop table if exists named_make')
  await client.query(
    `create temp table named_make on commit drop as
     select distinct on (s.make) s.make as name, m.id
     from (select distinct make from ${table}) s join make m on lower(m.name) = lower(s.make)
     order by s.make, m.name <> s.make, m.id`,
  )
  await client.query('analyze named_make')
}

/** Marks the rows whose make, model or variant does not exist. */
export async function markUnknownMachines(client: pg.PoolClient, table: string): Promise<void> {
  await markBadRows(
    client,
    table,
    databaseMessages.unknownMake,
    ['s.make'],
    'not exists (select from named_make nm where nm.name = s.make)',
  )
  await markBadRows(
    client,
    table,
    databaseMessages.unknownModel,
    ['s.make', 's.model'],
    `not exists (select from named_make nm join model mo on mo.make_id = nm.id
       where nm.name = s.make and mo.name = s.model)`,
  )
  await markBadRows(
    client,
    table,
    databaseMessages.unknownVariant,
    ['s.make', 's.model', 's.variant'],
    `not exists (select from named_make nm join model mo on mo.make_id = nm.id join variant v on v.model_id = mo.id
       where nm.name = s.make and mo.name = s.model and v.name = s.variant)`,
  )
}

/** Marks the rows whose product does not exist. */
export async function markUnknownProducts(client: pg.PoolClient, table: string): Promise<void> {
  await markBadRows(
    client,
    table,
    databaseMessages.unknownProduct,
    ['s.product_code'],
    'not exists (select from product p where p.code = s.product_code)',
  )
}

import type pg from 'pg'
import { shopWords } from './messages.ts'
import { mark } from './staging.server.ts'

/**
 * SQL: from the machine that a staging row (as s) names to its variant (as v). Makes are found however they are cased,
 * by `named_make`; models and variants as they are written.
 */
export const joinVariant = `
  join named_make nm on nm.name = s.make join model mo on mo.make_id = nm.id and mo.name = s.model
  join variant v on v.model_id = mo.id and v.name = s.variant`

/** Which make each name of the file is; names that are none are left out. */
export async function findMakes(client: pg.PoolClient, table: string): Promise<void> {
  await client.query('drop table if exists named_make')
  await client.query(
    `create temp table named_make on commit drop as
     select distinct on (s.make) s.make as name, m.id
     from (select distinct make from ${table}) s join make m on lower(m.name) = lower(s.make)
     order by s.make, m.name <> s.make, m.id`,
  )
  await client.query('analyze named_make')
}

/** Marks the rows whose machine is not there, and says what of it is not. */
export async function markUnknownMachines(client: pg.PoolClient, table: string): Promise<void> {
  await mark(
    client,
    table,
    shopWords.unknownMake,
    ['s.make'],
    'not exists (select from named_make nm where nm.name = s.make)',
  )
  await mark(
    client,
    table,
    shopWords.unknownModel,
    ['s.make', 's.model'],
    `not exists (select from named_make nm join model mo on mo.make_id = nm.id
       where nm.name = s.make and mo.name = s.model)`,
  )
  await mark(
    client,
    table,
    shopWords.unknownVariant,
    ['s.make', 's.model', 's.variant'],
    `not exists (select from named_make nm join model mo on mo.make_id = nm.id join variant v on v.model_id = mo.id
       where nm.name = s.make and mo.name = s.model and v.name = s.variant)`,
  )
}

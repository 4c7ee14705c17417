import type pg from 'pg'
import {
  type ColumnChange,
  countRows,
  defineImporter,
  formatAssignments,
  formatDifference,
  handleDuplicates,
  markBadRows,
  removeRows,
} from '../file-importer.server.ts'
import { databaseMessages } from '../messages.ts'
import type { FileHeader } from '../validation/file-header.ts'
import { parseMachine } from '../validation/rows.ts'
import { resolveNameIds, toSlugOrOther, uniqueSlugSql } from './names.server.ts'

const table = 'staged_machine'

const unlistedRows = `
  from variant v join model mo on mo.id = v.model_id join make k on k.id = mo.make_id
  where v.imported and not exists (
    select from ${table} s join named_make n on n.name = s.make
    where n.id = mo.make_id and s.model = mo.name and s.variant = v.name)`

/** machines.csv: makes, model types, models and variants. */
export const machines = defineImporter({
  file: 'machines.csv',
  tablesToVacuum: ['make', 'model', 'variant'],
  staging: {
    table,
    columns: {
      make: 'text',
      model_type: 'text',
      model: 'text',
      variant: 'text',
      engine: 'text',
      year_from: 'int',
      year_to: 'int',
      show_mach_number: 'bool',
      model_slug: 'text',
    },
  },
  parseRow: cells => {
    const machine = parseMachine(cells)
    return { ...machine, model_slug: toSlugOrOther(machine.model) }
  },
  async checkRows({ client, header }) {
    const duplicates = await handleDuplicates(client, table, ['lower(make)', 'model', 'variant'])
    await markContradictions(client)
    await markContradictedYears(client, header)
    // Last, because the row that names the type must not be a bad one.
    await markBadRows(
      client,
      table,
      databaseMessages.newModelWithout,
      [],
      `s.model_type = '' and not exists (
         select from ${table} t where lower(t.make) = lower(s.make) and t.model = s.model
           and t.model_type <> '' and t.bad is null)
       and not exists (select from make k join model mo on mo.make_id = k.id
         where lower(k.name) = lower(s.make) and mo.name = s.model)`,
    )
    return duplicates
  },
  async write({ client, header }) {
    await resolveNameIds(client, 'model_type', { table, column: 'model_type' }, 'named_model_type')
    await resolveNameIds(client, 'make', { table, column: 'make' }, 'named_make')
    const changes = listVariantChanges(header)
    const counts = await countMachines(client, changes)
    await writeMakes(client)
    await writeModels(client)
    await client.query(
      `insert into variant (model_id, name, engine, year_from, year_to, imported)
       select mo.id, s.variant, nullif(s.engine, ''), s.year_from, s.year_to, true
       from ${table} s join named_make n on n.name = s.make join model mo on mo.make_id = n.id and mo.name = s.model
       where not exists (select from variant v where v.model_id = mo.id and v.name = s.variant)
       order by mo.id, s.line on conflict do nothing`,
    )
    await writeVariants(client, changes)
    return counts
  },
  async removeUnlisted({ client }) {
    await client.query(
      `create temp table possibly_empty on commit drop as select distinct mo.id as model_id, mo.make_id ${unlistedRows}`,
    )
    const removedRows = await removeRows(client, {
      unlistedRows,
      label: `k.name || ' ' || mo.name || ' ' || v.name`,
      remove: `delete from variant where id in (select v.id ${unlistedRows})`,
    })
    if (removedRows.count > 0) await removeEmptyMachines(client)
    return removedRows
  },
})

/** A model has one type, and a make shows mach numbers or not. Rows that contradict an earlier row are bad. */
async function markContradictions(client: pg.PoolClient): Promise<void> {
  await client.query(
    `update ${table} s set bad = format($1::text, f.line)
     from (select distinct on (lower(make), model) lower(make) as make, model, lower(model_type) as model_type, line
       from ${table} where model_type <> '' and bad is null order by lower(make), model, line) f
     where f.make = lower(s.make) and f.model = s.model and s.model_type <> '' and lower(s.model_type) <> f.model_type
       and s.bad is null`,
    [databaseMessages.otherModelType],
  )
  await client.query(
    `update ${table} s set bad = format($1::text, f.line)
     from (select distinct on (lower(make)) lower(make) as make, show_mach_number, line
       from ${table} where show_mach_number is not null and bad is null order by lower(make), line) f
     where f.make = lower(s.make) and s.show_mach_number <> f.show_mach_number and s.bad is null`,
    [databaseMessages.otherMachFlag],
  )
}

/** A file with one of the two years changes half of a stored range, which must not end before it begins. */
async function markContradictedYears(client: pg.PoolClient, header: FileHeader): Promise<void> {
  const has = (column: string) => header.columns.has(column)
  if (has('year_from') === has('year_to')) return
  const [message, storedYear, condition] = has('year_from')
    ? [databaseMessages.storedYearTo, 'v.year_to', 's.year_from > v.year_to']
    : [databaseMessages.storedYearFrom, 'v.year_from', 's.year_to < v.year_from']
  await client.query(
    `update ${table} s set bad = format($1::text, ${storedYear})
     from make k join model mo on mo.make_id = k.id join variant v on v.model_id = mo.id
     where lower(k.name) = lower(s.make) and mo.name = s.model and v.name = s.variant and s.bad is null
       and ${condition}`,
    [message],
  )
}

/** The facts of a variant that the file has columns for: an empty cell removes the stored fact (R-IMPORT-9). */
function listVariantChanges(header: FileHeader): ColumnChange[] {
  const changes: ColumnChange[] = [
    ['engine', `nullif(s.engine, '')`],
    ['year_from', 's.year_from'],
    ['year_to', 's.year_to'],
  ]
  return changes.filter(([column]) => header.columns.has(column))
}

/** A row is new when its variant is, and changed when it changes the variant, its model's type or its make's flag. */
async function countMachines(
  client: pg.PoolClient,
  changes: readonly ColumnChange[],
): Promise<{ new: number; changed: number; same: number }> {
  const existingRows = `
    ${table} s join named_make n on n.name = s.make join make k on k.id = n.id
    join model mo on mo.make_id = n.id and mo.name = s.model
    join variant v on v.model_id = mo.id and v.name = s.variant
    left join named_model_type t on t.name = s.model_type`
  const total = await countRows(client, `from ${table}`)
  const existing = await countRows(client, `from ${existingRows}`)
  const changed = await countRows(
    client,
    `from ${existingRows} where t.id <> mo.model_type_id or s.show_mach_number <> k.show_mach_number
       or ${formatDifference('v', changes)}`,
  )
  return { new: total - existing, changed, same: existing - changed }
}

async function writeMakes(client: pg.PoolClient): Promise<void> {
  await client.query(
    `update make k set show_mach_number = s.show_mach_number
     from ${table} s join named_make n on n.name = s.make
     where n.id = k.id and s.show_mach_number <> k.show_mach_number`,
  )
}

async function writeModels(client: pg.PoolClient): Promise<void> {
  await client.query(
    `update model mo set model_type_id = t.id
     from ${table} s join named_make n on n.name = s.make join named_model_type t on t.name = s.model_type
     where mo.make_id = n.id and mo.name = s.model and mo.model_type_id <> t.id`,
  )
  const newModels = `
    select distinct on (n.id, s.model) n.id as make_id, s.model as name, s.model_slug as slug, t.id as model_type_id
    from ${table} s join named_make n on n.name = s.make join named_model_type t on t.name = s.model_type
    where not exists (select from model mo where mo.make_id = n.id and mo.name = s.model)
    order by n.id, s.model, s.line`
  await client.query(
    `insert into model (make_id, model_type_id, name, slug)
     select make_id, model_type_id, name, ${uniqueSlugSql('model', 't.make_id = w.make_id', 'w.make_id, w.slug')}
     from (${newModels}) w on conflict do nothing`,
  )
}

async function writeVariants(client: pg.PoolClient, changes: readonly ColumnChange[]): Promise<void> {
  if (changes.length === 0) return
  await client.query(
    `update variant v set ${formatAssignments(changes)}
     from ${table} s join named_make n on n.name = s.make join model mo on mo.make_id = n.id and mo.name = s.model
     where v.model_id = mo.id and v.name = s.variant and ${formatDifference('v', changes)}`,
  )
}

/** Removes models without variants and makes without models, which the finder could not offer. */
async function removeEmptyMachines(client: pg.PoolClient): Promise<void> {
  await client.query(
    `delete from model where id in (select model_id from possibly_empty)
       and not exists (select from variant v where v.model_id = model.id)`,
  )
  await client.query(
    `delete from make where id in (select make_id from possibly_empty)
       and not exists (select from model mo where mo.make_id = make.id)`,
  )
}

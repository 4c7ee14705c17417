import { type FileImporter, removeRows } from '../file-importer.server.ts'
import { executeAndCount, handleDuplicates, queryCount } from '../staging.server.ts'
import { type ImportedSerialRange, parseSerialRange } from '../validation/rows.ts'
import { createMakeLookup, markUnknownMachines, variantJoinSql } from './lookups.server.ts'

const table = 'staged_serial'

const stagedRows = `from ${table} s ${variantJoinSql}`

const sameRange = `r.variant_id = v.id and r.kind = s.kind and r.prefix = s.prefix and r.from_number = s.from_number
  and r.to_number is not distinct from s.to_number`

const unlistedRows = `
  from serial_range r join variant rv on rv.id = r.variant_id
  where r.imported and not exists (select ${stagedRows} where ${sameRange})`

/** serials.csv: the ranges of serial and mach numbers of a variant. The whole row is its key. */
export const serialRanges: FileImporter<ImportedSerialRange> = {
  file: 'serials.csv',
  tablesToVacuum: ['serial_range'],
  staging: {
    table,
    columns: [
      { name: 'make', type: 'text', getValue: row => row.make },
      { name: 'model', type: 'text', getValue: row => row.model },
      { name: 'variant', type: 'text', getValue: row => row.variant },
      { name: 'kind', type: 'text', getValue: row => row.kind },
      { name: 'prefix', type: 'text', getValue: row => row.prefix },
      { name: 'from_number', type: 'bigint', getValue: row => row.from },
      { name: 'to_number', type: 'bigint', getValue: row => row.to },
    ],
  },
  parseRow: parseSerialRange,
  async checkRows({ client }) {
    await createMakeLookup(client, table)
    await markUnknownMachines(client, table)
    return handleDuplicates(client, table, [
      'lower(make)',
      'model',
      'variant',
      'kind',
      'prefix',
      'from_number',
      'coalesce(to_number, -1)',
    ])
  },
  async write({ client }) {
    const total = await queryCount(client, `select count(*) from ${table}`)
    const added = await executeAndCount(
      client,
      `insert into serial_range (variant_id, kind, prefix, from_number, to_number, imported)
       select v.id, s.kind, s.prefix, s.from_number, s.to_number, true ${stagedRows}
       where not exists (select from serial_range r where ${sameRange})
       order by v.id, s.from_number on conflict do nothing`,
    )
    return { new: added, changed: 0, same: total - added }
  },
  removeUnlisted: ({ client }) =>
    removeRows(client, {
      unlistedRows,
      label: `rv.name || ': ' || r.kind || ' ' || r.prefix || r.from_number || '-' || coalesce(r.to_number::text, '')`,
      remove: `delete from serial_range where id in (select r.id ${unlistedRows})`,
    }),
}

import { type FileKind, gone } from './kinds.server.ts'
import { findMakes, joinVariant, markUnknownMachines } from './machine-lookup.server.ts'
import { readSerialRange, type SerialRow } from './rows.ts'
import { count, markTwice, written } from './staging.server.ts'

const table = 'staged_serial'

const rows = `from ${table} s ${joinVariant}`

const sameRange = `r.variant_id = v.id and r.kind = s.kind and r.prefix = s.prefix and r.from_number = s.from_number
  and r.to_number is not distinct from s.to_number`

const others = `
  from serial_range r join variant rv on rv.id = r.variant_id
  where r.imported and not exists (select ${rows} where ${sameRange})`

/** serials.csv: from which number to which a machine is of which variant. All of a row is its key. */
export const serials: FileKind<SerialRow> = {
  file: 'serials.csv',
  tables: ['serial_range'],
  staging: {
    table,
    columns: [
      { name: 'make', type: 'text', of: row => row.make },
      { name: 'model', type: 'text', of: row => row.model },
      { name: 'variant', type: 'text', of: row => row.variant },
      { name: 'kind', type: 'text', of: row => row.kind },
      { name: 'prefix', type: 'text', of: row => row.prefix },
      { name: 'from_number', type: 'bigint', of: row => row.from },
      { name: 'to_number', type: 'bigint', of: row => row.to },
    ],
  },
  read: readSerialRange,
  async judge({ client }) {
    await findMakes(client, table)
    await markUnknownMachines(client, table)
    await markTwice(client, table, [
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
    const total = await count(client, `select count(*) from ${table}`)
    const added = await written(
      client,
      `insert into serial_range (variant_id, kind, prefix, from_number, to_number, imported)
       select v.id, s.kind, s.prefix, s.from_number, s.to_number, true ${rows}
       where not exists (select from serial_range r where ${sameRange})
       order by v.id, s.from_number on conflict do nothing`,
    )
    return { new: added, changed: 0, same: total - added }
  },
  removeOthers: ({ client }) =>
    gone(client, {
      others,
      label: `rv.name || ': ' || r.kind || ' ' || r.prefix || r.from_number || '-' || coalesce(r.to_number::text, '')`,
      remove: `delete from serial_range where id in (select r.id ${others})`,
    }),
}

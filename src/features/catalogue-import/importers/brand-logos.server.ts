import { type FileImporter, removeRows } from '../file-importer.server.ts'
import { databaseMessages } from '../messages.ts'
import { executeAndCount, handleDuplicates, markBadRows, queryCount } from '../staging.server.ts'
import { type ImportedBrand, parseBrand } from '../validation/rows.ts'

const table = 'staged_brand'

/** Case does not count in brands, as in products.csv. */
const stagedRows = `from ${table} s join brand b on lower(b.name) = lower(s.brand)`

const unlistedRows = `from brand k where k.logo_imported and not exists (select ${stagedRows} where b.id = k.id)`

/** brands.csv: the logo of each brand. Brands themselves come with products.csv. */
export const brandLogos: FileImporter<ImportedBrand> = {
  file: 'brands.csv',
  tablesToVacuum: ['brand'],
  staging: {
    table,
    columns: [
      { name: 'brand', type: 'text', getValue: row => row.brand },
      { name: 'logo', type: 'text', getValue: row => row.logo },
    ],
  },
  parseRow: parseBrand,
  picture: { column: 'logo', getName: row => row.logo },
  async checkRows({ client }) {
    await markBadRows(
      client,
      table,
      databaseMessages.unknownBrand,
      ['s.brand'],
      'not exists (select from brand b where lower(b.name) = lower(s.brand))',
    )
    return handleDuplicates(client, table, ['lower(brand)'])
  },
  async write({ client }) {
    const total = await queryCount(client, `select count(*) from ${table}`)
    const added = await queryCount(
      client,
      `select count(*) ${stagedRows} where b.logo is null and s.logo <> ''`,
    )
    const written = await executeAndCount(
      client,
      `update brand k set logo = nullif(s.logo, ''), logo_imported = s.logo <> '' ${stagedRows}
       where k.id = b.id and k.logo is distinct from nullif(s.logo, '')`,
    )
    return { new: added, changed: written - added, same: total - written }
  },
  removeUnlisted: ({ client }) =>
    removeRows(client, {
      unlistedRows,
      label: 'k.name',
      remove: `update brand set logo = null, logo_imported = false where id in (select k.id ${unlistedRows})`,
    }),
}

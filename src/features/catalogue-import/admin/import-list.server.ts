import { sql } from 'kysely'
import { limitToPage, listPeriodConditions } from '../../../infra/database/columns.ts'
import { selectRows } from '../../../infra/database/query.ts'
import { formatShortDateTime, toLondonTime } from '../../../lib/dates.ts'
import { defineList, type ListRequest } from '../../back-office/table/define-list.server.ts'
import { muted, textColumn } from '../../back-office/table/list-cell.ts'
import { periodFilters, staffFilter } from '../../back-office/table/list-filter.ts'
import { selectRuns } from '../uploads/run-queries.server.ts'
import {
  formatResult,
  type ImportUpload,
  importRight,
  importsUrl,
  stateNames,
  toImportUrl,
  uploadUrl,
} from '../uploads/runs.ts'

const filters = { ...periodFilters, who: staffFilter('Who') }

/** The uploads of files, the newest first (R-IMPORT-19). */
export const importListRoutes = defineList({
  section: 'imports',
  url: importsUrl,
  menu: { position: 105, isRare: true },
  right: importRight,
  title: 'Imports',
  noun: ['import', 'imports'],
  groups: { all: { name: 'All', empty: 'No files have been uploaded yet.' } },
  filters,
  sort: 'when',
  tieBreaker: sql`r.id`,
  load: async (request: ListRequest<'all', typeof filters>) => {
    const { from, until, who } = request.choice.filters
    const conditions = [
      sql`true`,
      ...(who === null ? [] : [sql`r.staff_id = ${who}`]),
      ...listPeriodConditions(sql`r.uploaded_at`, { from, until }),
    ]
    const where = sql`where ${sql.join(conditions, sql` and `)}`
    const rows = await selectRows(request.db)<ImportUpload & { total: number }>`
      select u.*, t.total from (select count(*)::int as total from import_run r ${where}) t
      join lateral (${selectRuns(sql`${where} order by ${request.orderBy} ${limitToPage(request)}`)}) u on true`
    return { rows, counts: {}, total: rows[0]?.total ?? 0 }
  },
  rowKey: ({ id }) => id,
  columns: {
    when: {
      heading: 'Uploaded',
      sort: { usual: 'down', by: sql`r.uploaded_at` },
      cell: ({ id, uploadedAt }) => ({ text: formatShortDateTime(uploadedAt), url: toImportUrl(id) }),
      csv: ({ uploadedAt }) => toLondonTime(uploadedAt).date,
    },
    who: textColumn<ImportUpload>('Who', ({ staff }) => staff),
    files: textColumn<ImportUpload>('Files', ({ files }) => files.map(({ name }) => name).join(', ')),
    result: {
      heading: 'Result',
      cell: run => [stateNames[run.state], muted(formatResult(run))],
      csv: run => `${stateNames[run.state]}: ${formatResult(run)}`,
    },
  },
  actions: [{ url: uploadUrl, name: 'Upload or download files', look: 'strong' }],
})

import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../../infra/app-context.ts'
import { type Columns, toSelectList } from '../../../infra/database/columns.ts'
import { changesRow, execute, findRow, findValue, listValues } from '../../../infra/database/query.ts'
import { type ImportUpload, type RunProgress, type RunReport, type RunState, runMessages } from './runs.ts'

export const importTask = 'import-files'

const isRunningSql = sql`state in ('checking', 'importing', 'undoing')`

const columns: Columns<ImportUpload> = {
  id: sql`r.id`,
  staffId: sql`coalesce(r.acted_by, r.staff_id)`,
  staff: sql`p.name`,
  uploadedAt: sql`r.uploaded_at`,
  files: sql`r.files`,
  replaces: sql`r.replaces`,
  state: sql`r.state`,
  version: sql`r.version`,
  message: sql`r.message`,
  report: sql`r.report`,
  progress: sql`r.progress`,
  beganAt: sql`r.began_at`,
  seconds: sql`coalesce(extract(epoch from clock_timestamp() - r.began_at), 0)::int`,
  isWaiting: sql`r.${isRunningSql} and r.beat_at is null
    and exists (select from import_run o where o.id <> r.id and o.${isRunningSql} and o.beat_at is not null)`,
  doneAt: sql`r.done_at`,
}

export const selectRuns = (rest: RawBuilder<unknown>) => sql<ImportUpload>`
  select ${toSelectList(columns)} from import_run r join person p on p.id = r.staff_id ${rest}`

export const findRun = (db: Db | Tx, id: number) =>
  findRow(db)<ImportUpload>`${selectRuns(sql`where r.id = ${id}`)}`

export const lockRun = (tx: Tx, id: number) =>
  findRow(tx)<ImportUpload>`${selectRuns(sql`where r.id = ${id} for update of r`)}`

/** Null: the same form was sent before. */
export const insertRun = (
  tx: Tx,
  run: {
    staffId: number
    requestKey: string
    files: ImportUpload['files']
    replaces: boolean
    now: Date
  },
) =>
  findValue(tx)<number>`
    insert into import_run (staff_id, request_key, uploaded_at, files, replaces, state, began_at)
    values (${run.staffId}, ${run.requestKey}, ${run.now}, ${JSON.stringify(run.files)}, ${run.replaces}, 'checking',
      clock_timestamp())
    on conflict (request_key) do nothing returning id`

export const findRunByRequest = (db: Db | Tx, requestKey: string) =>
  findValue(db)<number>`select id from import_run where request_key = ${requestKey}`

/** A job of its own after each press. It is never repeated by the queue: a run that breaks off says so. */
export const enqueueRun = (db: Db | Tx, id: number, delaySeconds = 0) =>
  execute(db)`
    select (graphile_worker.add_job(${importTask}, json_build_object('id', ${id}::int), max_attempts := 1,
      run_at := now() + ${delaySeconds} * interval '1 second')).id`

export const setState = (
  db: Db | Tx,
  {
    id,
    from,
    to,
    message = '',
    staffId = null,
  }: { id: number; from: RunState; to: RunState; message?: string; staffId?: number | null },
) =>
  changesRow(db)`
    update import_run set state = ${to}, version = version + 1, message = ${message}, progress = null, beat_at = null,
      began_at = clock_timestamp(), acted_by = coalesce(${staffId}::int, acted_by)
    where id = ${id} and state = ${from}`

export const setReport = (db: Db | Tx, id: number, report: RunReport) =>
  execute(db)`update import_run set report = ${JSON.stringify(report)} where id = ${id}`

/** 'begun', or 'busy' while another run is worked on; null: there is nothing to do. */
export async function beginRun(db: Db, id: number): Promise<'begun' | 'busy' | null> {
  const isFree = sql`not exists (select from import_run o where o.id <> ${id} and o.${isRunningSql} and o.beat_at is not null)`
  const begun = await changesRow(db)`
    update import_run set beat_at = clock_timestamp(), began_at = clock_timestamp()
    where id = ${id} and ${isRunningSql} and beat_at is null and ${isFree}`
  if (begun) return 'begun'
  const waits = await findValue(db)<number>`
    select id from import_run where id = ${id} and ${isRunningSql} and beat_at is null`
  return waits === null ? null : 'busy'
}

export const beat = (db: Db, id: number, progress: RunProgress | null) =>
  execute(db)`
    update import_run set beat_at = clock_timestamp(), progress = ${progress && JSON.stringify(progress)}
    where id = ${id} and ${isRunningSql}`

/**
 * Runs whose process is gone: it says every two seconds that it works. What it wrote was rolled back with its connection,
 * because the last statement of an import sets the state (R-IMPORT-21).
 */
export const endBrokenRuns = (db: Db) =>
  execute(db)`
    update import_run set version = version + 1, progress = null, beat_at = null,
      state = case state when 'checking' then 'refused' when 'importing' then 'ready' else 'done' end,
      message = case state when 'checking' then ${runMessages.stoppedChecking} else ${runMessages.stopped} end
    where ${isRunningSql}
      and coalesce(beat_at, began_at + interval '10 minutes') < clock_timestamp() - interval '30 seconds'`

/** What is older cannot be undone, and its files are removed. */
export const listOldRuns = (db: Db, before: Date) =>
  listValues(db)<number>`
    update import_run set report = jsonb_set(report, '{canUndo}', 'false'),
      state = case state when 'ready' then 'dropped' else state end
    where uploaded_at < ${before} and not ${isRunningSql}
      and (state = 'ready' or (report->>'canUndo')::bool) returning id`

/** Those of the runs whose files nothing needs any more. */
export const listEndedRuns = (db: Db, ids: readonly number[]) =>
  listValues(db)<number>`
    select id from import_run where id = any(${ids}::int[]) and not ${isRunningSql} and state <> 'ready'`

export const deleteChanges = (db: Db, ids: readonly number[]) =>
  execute(db)`delete from import_change where run_id = any(${ids}::int[])`

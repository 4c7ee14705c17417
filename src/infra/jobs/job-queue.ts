import { sql } from 'kysely'
import type { JsonValue } from '../../../db/types.gen.ts'
import type { Db, Tx } from '../app-context.ts'

const maxAttempts = 10

/** Adds a background job, in the caller's transaction if there is one. `task` is a key of `WorkerTasks.tasks`. */
export async function enqueueJob(db: Db | Tx, task: string, payload: JsonValue): Promise<void> {
  await sql`
    select (graphile_worker.add_job(${task}, ${JSON.stringify(payload)}::json, max_attempts := ${maxAttempts})).id
  `.execute(db)
}

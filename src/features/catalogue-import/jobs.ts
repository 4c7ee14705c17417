import type pg from 'pg'
import { z } from 'zod'
import type { AppContext } from '../../infra/app-context.ts'
import { workOnRun } from './uploads/run-import.server.ts'
import { importTask } from './uploads/run-queries.server.ts'

const payload = z.object({ id: z.number() })

/** Uploaded files: what they would change, the import, and its undoing. */
export const importTasks = (
  context: AppContext & { pool: pg.Pool },
): Record<string, (payload: unknown) => Promise<void>> => ({
  [importTask]: job => workOnRun(context, payload.parse(job).id),
})

import { defineThreadJob } from '../../../infra/worker-threads/thread-job.ts'
import type { ListFileResult } from '../parse/source-rows.ts'

/** Reads an uploaded Excel file. */
export const readSpreadsheetJob = defineThreadJob<Uint8Array, ListFileResult>({
  name: 'readSpreadsheet',
  load: async () => (await import('./read-spreadsheet.server.ts')).readSpreadsheet,
  maxRunning: 1,
  maxWaiting: 20,
  maxPerOwner: 3,
  timeoutMs: 15_000,
  busyMessage: 'Your other files are still being read. Please wait a moment and try again.',
  retryAfterSeconds: 5,
})

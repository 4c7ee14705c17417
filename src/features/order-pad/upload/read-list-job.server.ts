import { defineThreadJob } from '../../../infra/worker-threads/thread-job.ts'
import type { ListSource, ReadList } from './list-file.server.ts'

/** Reads a pasted or uploaded list. One of a megabyte takes less than a second; what needs more time is no list. */
export const readListJob = defineThreadJob<ListSource, ReadList>({
  name: 'readList',
  load: async () => (await import('./list-file.server.ts')).readListSource,
  maxRunning: 1,
  maxWaiting: 20,
  maxPerOwner: 5,
  timeoutMs: 3_000,
  busyMessage: 'Your other lists are still being read. Please wait a moment and try again.',
  retryAfterSeconds: 5,
})

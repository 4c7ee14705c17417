import { defineThreadJob } from '../../infra/worker-threads/thread-job.ts'
import type { ReturnLabel } from './label.server.ts'

export const drawReturnLabelJob = defineThreadJob<ReturnLabel, Uint8Array>({
  name: 'drawReturnLabel',
  load: async () => (await import('./label.server.ts')).createReturnLabel,
  isPaper: true,
  maxRunning: 1,
  maxWaiting: 40,
  maxPerOwner: 10,
  timeoutMs: 20_000,
  busyMessage: 'Your other documents are still being prepared. Please wait a moment and try again.',
  retryAfterSeconds: 5,
})

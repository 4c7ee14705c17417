import { defineThreadJob } from '../worker-threads/thread-job.ts'
import type { Papers } from './papers.server.ts'

/** Draws the papers of up to a hundred orders. */
export const drawPapersJob = defineThreadJob<Papers, Uint8Array>({
  name: 'drawPapers',
  load: async () => (await import('./papers.server.ts')).createPapers,
  isPaper: true,
  maxRunning: 1,
  maxWaiting: 10,
  maxPerOwner: 3,
  timeoutMs: 60_000,
  busyMessage: 'Your other papers are still being prepared. Please wait a moment and try again.',
  retryAfterSeconds: 5,
})

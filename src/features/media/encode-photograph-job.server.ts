import { defineThreadJob } from '../../infra/worker-threads/thread-job.ts'

/** Encodes a photograph that a customer has sent; null: it is none. */
export const encodePhotographJob = defineThreadJob<Uint8Array, Uint8Array | null>({
  name: 'encodePhotograph',
  load: async () => (await import('./encode.server.ts')).encodePhotograph,
  maxRunning: 1,
  maxWaiting: 40,
  maxPerOwner: 8,
  timeoutMs: 20_000,
  busyMessage: 'Your other pictures are still being read. Please wait a moment and try again.',
  retryAfterSeconds: 5,
})

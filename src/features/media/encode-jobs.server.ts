import { defineThreadJob } from '../../infra/worker-threads/thread-job.ts'
import type { EncodeImageInput } from './encode.server.ts'

/**
 * A page has up to 50 new pictures of some 30 ms each. sharp encodes in the threads of libuv, of which file access and
 * password hashing need some too.
 */
export const encodeImageJob = defineThreadJob<EncodeImageInput, Uint8Array>({
  name: 'encodeImage',
  load: async () => (await import('./encode.server.ts')).encodeImage,
  maxRunning: 2,
  maxWaiting: 400,
  maxPerOwner: 120,
  timeoutMs: 20_000,
  busyMessage: 'Too many pictures at once from your address. Please wait a moment and try again.',
  retryAfterSeconds: 5,
})

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

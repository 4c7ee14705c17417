import { defineThreadJob } from '../worker-threads/thread-job.ts'
import type { PdfDocument } from './pdf-document.server.ts'

/** Draws an invoice or a quote. One of 500 lines takes a second. */
export const drawDocumentJob = defineThreadJob<PdfDocument, Uint8Array>({
  name: 'drawDocument',
  load: async () => (await import('./pdf-document.server.ts')).createPdfDocument,
  isPaper: true,
  maxRunning: 1,
  maxWaiting: 40,
  maxPerOwner: 10,
  timeoutMs: 30_000,
  busyMessage: 'Your other documents are still being prepared. Please wait a moment and try again.',
  retryAfterSeconds: 5,
})

import { encodeImageJob, encodePhotographJob } from './features/media/encode-jobs.server.ts'
import { readListJob } from './features/order-pad/upload/read-list-job.server.ts'
import { drawReturnLabelJob } from './features/returns/draw-label-job.server.ts'
import { drawWallpaperJob } from './features/wallpaper/draw-wallpaper-job.server.ts'
import { drawDocumentJob, drawPapersJob } from './infra/pdf/draw-pdf.server.ts'
import { createMessageHandler } from './infra/worker-threads/thread-job.ts'

// The entry of each worker thread (src/infra/worker-threads/thread-pool.ts), and the list of all jobs that run in one.
export const run = createMessageHandler([
  drawDocumentJob,
  drawPapersJob,
  drawWallpaperJob,
  encodeImageJob,
  encodePhotographJob,
  drawReturnLabelJob,
  readListJob,
])

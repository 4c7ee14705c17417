import { defineThreadJob } from '../../infra/worker-threads/thread-job.ts'
import type { WallpaperInput } from './draw-wallpaper.server.ts'

/** Draws a wallpaper of up to `maxWallpaperLines` lines. */
export const drawWallpaperJob = defineThreadJob<WallpaperInput, Uint8Array>({
  name: 'drawWallpaper',
  load: async () => (await import('./draw-wallpaper.server.ts')).drawWallpaper,
  isInputMadeByJobs: true,
  maxRunning: 1,
  maxWaiting: 8,
  maxPerOwner: 2,
  timeoutMs: 60_000,
  busyMessage: 'Your other wallpapers are still being prepared. Please wait a moment and try again.',
  retryAfterSeconds: 10,
})

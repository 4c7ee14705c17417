import type { ResourceLimits, Worker } from 'node:worker_threads'

const megabyte = 1024 * 1024
/** The heap and the buffers of a thread. Fonts for names in Chinese or Japanese take more than 128 MB. */
const maxBytes = 256 * megabyte
const checkMs = 100

/**
 * V8's own limit of a thread's heap, far above `maxBytes`: it ends the whole process when a single allocation exceeds it
 * by more than 16 MB (the growth of a large array or Map). So threads are ended before they reach it. A small young
 * generation moves little to the old one at once.
 */
export const resourceLimits: ResourceLimits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 8 }

/** Ends threads that use more memory than they may, until the returned function is called. */
export function endLargeThreads(listThreads: () => readonly Worker[]): () => void {
  const pending = new Set<Worker>()
  const check = async (thread: Worker) => {
    if (pending.has(thread)) return
    pending.add(thread)
    try {
      const { used_heap_size: heap, external_memory: buffers } = await thread.getHeapStatistics()
      if (heap + buffers > maxBytes) await thread.terminate()
    } catch {
      // The thread has ended meanwhile.
    } finally {
      pending.delete(thread)
    }
  }
  const timer = setInterval(() => {
    for (const thread of listThreads()) void check(thread)
  }, checkMs)
  return () => clearInterval(timer)
}

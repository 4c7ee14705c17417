import { JobLimitError, type ThreadPool } from '../../infra/worker-threads/thread-pool.ts'
import { type ListSource, type ReadList, readListSource } from './upload/list-file.server.ts'
import { readListJob } from './upload/read-list-job.server.ts'

export { lookUpNewLines, readLines } from './look-up.server.ts'
export type { Pad, PadLine } from './pad.ts'
export { padRefusalMessages } from './refusals.ts'
export type { ListSource } from './upload/list-file.server.ts'
export { maxListFormBytes } from './upload/list-file.server.ts'

/** In characters. A shorter text is parsed in a few milliseconds, less than a thread needs to start. */
const maxInlineLength = 4_000

/** Reads a list, a long one in a worker thread. `owner`: whom the limits of reading count. */
export async function readList(threads: ThreadPool, owner: string, source: ListSource): Promise<ReadList> {
  if ('text' in source && source.text.length <= maxInlineLength) return readListSource(source)
  try {
    return await threads.run(readListJob, owner, () => source)
  } catch (error) {
    if (error instanceof JobLimitError) return { ok: false, reason: 'too_slow', lines: 0 }
    throw error
  }
}

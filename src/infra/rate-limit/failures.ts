import { sql } from 'kysely'
import type { Db } from '../app-context.ts'
import { getRow } from '../database/query.ts'
import { hasEnded, removeAttempt } from './attempts.ts'

/** Failures are counted under `name`; one window allows `limit` of them. */
export interface RateLimitBucket {
  name: string
  limit: number
  /** Default: the limiter's window. */
  windowSeconds?: number
}

export type LimitedAttempt<T> = { full: false; result: T } | { full: true; secondsLeft: number }

export interface FailureLimiter {
  /** Runs `attempt` unless one of its buckets is full; a success is not counted. Exact under concurrency. */
  attempt<T>(
    buckets: RateLimitBucket[],
    now: Date,
    attempt: () => Promise<{ failed: boolean; result: T }>,
  ): Promise<LimitedAttempt<T>>
}

/**
 * Lets attempts through until too many of them have failed. An attempt is counted before it runs, so that a hundred at
 * once cannot get around the limit, and uncounted when it succeeds. When a bucket is full, the attempt waits for those
 * that run in this process: if one of them succeeds, there is capacity again.
 */
export function createFailureLimiter(db: Db, windowSeconds: number): FailureLimiter {
  const pending = new Map<string, Set<Promise<void>>>()

  return {
    async attempt(buckets, now, attempt) {
      for (;;) {
        const { promise: success, resolve: succeed, reject: fail } = Promise.withResolvers<void>()
        success.catch(() => {})
        const earlierAttempts = new Map(buckets.map(({ name }) => [name, [...(pending.get(name) ?? [])]]))
        const removePending = addPending(pending, buckets, success)
        try {
          const full = await addToBuckets(db, buckets, windowSeconds, now)
          if (!full) {
            const { failed, result } = await attempt()
            if (!failed) {
              await removeFromBuckets(db, buckets)
              succeed()
            }
            return { full: false, result }
          }
          // Exclude this attempt from the set that others wait on.
          removePending()
          fail()
          const concurrentAttempts = [...earlierAttempts.get(full.name)!, ...(pending.get(full.name) ?? [])]
          if (!(await anySucceeds(concurrentAttempts))) return { full: true, secondsLeft: full.secondsLeft }
        } finally {
          removePending()
          fail()
        }
      }
    },
  }
}

function addPending(
  pending: Map<string, Set<Promise<void>>>,
  buckets: RateLimitBucket[],
  success: Promise<void>,
): () => void {
  for (const { name } of buckets) pending.set(name, (pending.get(name) ?? new Set()).add(success))
  return () => {
    for (const { name } of buckets) {
      pending.get(name)?.delete(success)
      if (pending.get(name)?.size === 0) pending.delete(name)
    }
  }
}

const anySucceeds = (attempts: Promise<void>[]): Promise<boolean> =>
  Promise.any(attempts).then(
    () => true,
    () => false,
  )

/** Adds one to each bucket, or to none: then returns the full one. */
async function addToBuckets(
  db: Db,
  buckets: RateLimitBucket[],
  windowSeconds: number,
  now: Date,
): Promise<{ name: string; secondsLeft: number } | null> {
  for (const [index, bucket] of buckets.entries()) {
    const secondsLeft = await addToBucket(db, bucket, bucket.windowSeconds ?? windowSeconds, now)
    if (secondsLeft === null) continue
    await removeFromBuckets(db, buckets.slice(0, index))
    return { name: bucket.name, secondsLeft }
  }
  return null
}

/** Null: added. Else the seconds until the window ends. */
async function addToBucket(
  db: Db,
  { name, limit }: RateLimitBucket,
  windowSeconds: number,
  now: Date,
): Promise<number | null> {
  const isOver = hasEnded(sql.ref('a.window_start'), windowSeconds, now)
  const { is_added: isAdded, window_start: windowStart } = await getRow(db)<{
    is_added: boolean
    window_start: Date | null
  }>`
    with added as (
      insert into attempt_count as a (key, window_start, count, window_seconds)
      values (${name}, ${now}, 1, ${windowSeconds})
      on conflict (key) do update set
        count = case when ${isOver} then 1 else a.count + 1 end,
        window_start = case when ${isOver} then excluded.window_start else a.window_start end
      where ${isOver} or a.count < ${limit}::int
      returning key
    )
    select exists (select from added) as is_added,
      (select window_start from attempt_count where key = ${name}) as window_start`
  if (isAdded) return null
  const passedSeconds = (now.getTime() - (windowStart ?? now).getTime()) / 1000
  return Math.max(1, Math.ceil(windowSeconds - passedSeconds))
}

async function removeFromBuckets(db: Db, buckets: RateLimitBucket[]): Promise<void> {
  for (const { name } of buckets) await removeAttempt(db, name)
}

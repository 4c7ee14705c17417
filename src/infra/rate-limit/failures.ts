import { sql } from 'kysely'
import type { Db } from '../app-context.ts'
import { uncountAttempt } from './attempts.ts'

/** A name under which failures are counted, and how many of them one window allows. */
export interface RateLimitBucket {
  name: string
  most: number
}

export type Tried<T> = { full: false; result: T } | { full: true; secondsLeft: number }

export interface FailureLimiter {
  /** Runs `attempt` unless one of its places is full; a success is not counted. Exact however many try at once. */
  try<T>(
    places: RateLimitBucket[],
    now: Date,
    attempt: () => Promise<{ failed: boolean; result: T }>,
  ): Promise<Tried<T>>
}

/**
 * Lets attempts through until too many of them have failed. A place is taken before the attempt, so that a hundred at
 * once are no way round, and given back by a success. Who finds no place waits for those that are trying in this
 * process just now: if one of them succeeds there is a place again.
 */
export function createFailureLimiter(db: Db, windowSeconds: number): FailureLimiter {
  const trying = new Map<string, Set<Promise<void>>>()

  return {
    async try(places, now, attempt) {
      for (;;) {
        const { promise: success, resolve: succeed, reject: fail } = Promise.withResolvers<void>()
        success.catch(() => {})
        const before = new Map(places.map(({ name }) => [name, [...(trying.get(name) ?? [])]]))
        const leave = announce(trying, places, success)
        try {
          const full = await addToBuckets(db, places, windowSeconds, now)
          if (!full) {
            const { failed, result } = await attempt()
            if (!failed) {
              await removeFromBuckets(db, places)
              succeed()
            }
            return { full: false, result }
          }
          // Whoever waits is nobody to wait for.
          leave()
          fail()
          const others = [...before.get(full.name)!, ...(trying.get(full.name) ?? [])]
          if (!(await anySucceeds(others))) return { full: true, secondsLeft: full.secondsLeft }
        } finally {
          leave()
          fail()
        }
      }
    },
  }
}

function announce(
  trying: Map<string, Set<Promise<void>>>,
  places: RateLimitBucket[],
  success: Promise<void>,
): () => void {
  for (const { name } of places) trying.set(name, (trying.get(name) ?? new Set()).add(success))
  return () => {
    for (const { name } of places) {
      trying.get(name)?.delete(success)
      if (trying.get(name)?.size === 0) trying.delete(name)
    }
  }
}

const anySucceeds = (attempts: Promise<void>[]): Promise<boolean> =>
  Promise.any(attempts).then(
    () => true,
    () => false,
  )

/** Takes a place of each, or none: then it says which is full. */
async function addToBuckets(
  db: Db,
  places: RateLimitBucket[],
  windowSeconds: number,
  now: Date,
): Promise<{ name: string; secondsLeft: number } | null> {
  for (const [nth, place] of places.entries()) {
    const secondsLeft = await addToBucket(db, place, windowSeconds, now)
    if (secondsLeft === null) continue
    await removeFromBuckets(db, places.slice(0, nth))
    return { name: place.name, secondsLeft }
  }
  return null
}

/** Null: taken. Else the seconds until places are free again. */
async function addToBucket(
  db: Db,
  { name, most }: RateLimitBucket,
  windowSeconds: number,
  now: Date,
): Promise<number | null> {
  const windowBegan = sql`${now}::timestamptz - make_interval(secs => ${windowSeconds})`
  const { rows } = await sql<{ taken: boolean; window_start: Date | null }>`
    with place as (
      insert into attempt_count as a (key, window_start, count) values (${name}, ${now}, 1)
      on conflict (key) do update set
        count = case when a.window_start <= ${windowBegan} then 1 else a.count + 1 end,
        window_start = case when a.window_start <= ${windowBegan} then excluded.window_start else a.window_start end
      where a.window_start <= ${windowBegan} or a.count < ${most}::int
      returning key
    )
    select exists (select from place) as taken,
      (select window_start from attempt_count where key = ${name}) as window_start`.execute(db)
  const { taken, window_start } = rows[0]!
  if (taken) return null
  const passed = (now.getTime() - (window_start ?? now).getTime()) / 1000
  return Math.max(1, Math.ceil(windowSeconds - passed))
}

async function removeFromBuckets(db: Db, places: RateLimitBucket[]): Promise<void> {
  for (const { name } of places) await uncountAttempt(db, name)
}

import { sql } from 'kysely'
import { Problem } from '../../lib/problem.ts'
import type { Db } from '../app-context.ts'

// Four times the longest there is, that of logins.
const longestWindowMs = 60 * 60_000

export interface Attempts {
  count: number
  /** Seconds until the window ends and counting starts anew. */
  secondsLeft: number
}

/** Counts one more attempt under `key` in a window that starts with its first attempt. Exact under load. */
export async function countAttempt(db: Db, key: string, windowSeconds: number, now: Date): Promise<Attempts> {
  const { rows } = await sql<{ count: number; window_start: Date }>`
    insert into attempt_count as a (key, window_start, count) values (${key}, ${now}, 1)
    on conflict (key) do update set
      count = case when a.window_start <= ${now}::timestamptz - make_interval(secs => ${windowSeconds})
        then 1 else a.count + 1 end,
      window_start = case when a.window_start <= ${now}::timestamptz - make_interval(secs => ${windowSeconds})
        then excluded.window_start else a.window_start end
    returning count, window_start`.execute(db)
  const row = rows[0]!
  const passed = (now.getTime() - row.window_start.getTime()) / 1000
  return { count: row.count, secondsLeft: Math.max(1, Math.ceil(windowSeconds - passed)) }
}

/** How many there were under `key` in the window that is running; counts none itself. */
export async function getAttempts(db: Db, key: string, windowSeconds: number, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count from attempt_count
    where key = ${key} and window_start > ${now}::timestamptz - make_interval(secs => ${windowSeconds})`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** Takes one attempt back: it turned out not to be one that counts. */
export async function uncountAttempt(db: Db, key: string): Promise<void> {
  await db
    .updateTable('attempt_count')
    .set(eb => ({ count: eb(eb.ref('count'), '-', 1) }))
    .where('key', '=', key)
    .where('count', '>', 0)
    .execute()
}

/** Forgets what was counted in windows that are long over. */
export async function deleteExpiredAttempts(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - longestWindowMs)
  await db.deleteFrom('attempt_count').where('window_start', '<', before).execute()
}

/** Counts and refuses with 429 and Retry-After when there were more than `most` in the window. */
export async function limitAttempts(
  db: Db,
  key: string,
  most: number,
  windowSeconds: number,
  now: Date,
  words: string,
): Promise<void> {
  const { count, secondsLeft } = await countAttempt(db, key, windowSeconds, now)
  if (count > most) throw new Problem(429, words, { retryAfterSeconds: secondsLeft })
}

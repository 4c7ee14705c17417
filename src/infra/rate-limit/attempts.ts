import { type RawBuilder, sql } from 'kysely'
import { Problem } from '../../lib/calls/problem.ts'
import type { Sentence } from '../../lib/shop-contact.ts'
import type { AppContext, Db, Tx } from '../app-context.ts'
import { inTransaction, rollback } from '../database/db.ts'
import { execute, getRow, selectRows } from '../database/query.ts'
import { hashToken } from '../token.ts'

export interface Attempts {
  count: number
  /** Seconds until the window ends. */
  secondsLeft: number
}

/**
 * True for a window that is over, or that begins in the future: the clock was set back, and it would last too long. The
 * clocks of several processes may differ by a few seconds.
 */
export function hasEnded(
  windowStart: RawBuilder<Date>,
  windowSeconds: number,
  now: Date,
): RawBuilder<boolean> {
  return sql`(${windowStart} <= ${now}::timestamptz - make_interval(secs => ${windowSeconds})
    or ${windowStart} > ${now}::timestamptz + interval '10 seconds')`
}

/**
 * Counts one more attempt under `key`, or `weight` of them, in a window that starts with its first attempt. Exact under
 * load.
 */
export async function countAttempt(
  db: Db,
  key: string,
  windowSeconds: number,
  now: Date,
  weight = 1,
): Promise<Attempts> {
  const isOver = hasEnded(sql.ref('a.window_start'), windowSeconds, now)
  const row = await getRow(db)<{ count: number; window_start: Date }>`
    insert into attempt_count as a (key, window_start, count, window_seconds)
    values (${key}, ${now}, ${weight}, ${windowSeconds})
    on conflict (key) do update set
      count = case when ${isOver} then excluded.count else a.count + excluded.count end,
      window_start = case when ${isOver} then excluded.window_start else a.window_start end
    returning count, window_start`
  const passedSeconds = (now.getTime() - row.window_start.getTime()) / 1000
  return { count: row.count, secondsLeft: Math.max(1, Math.ceil(windowSeconds - passedSeconds)) }
}

/**
 * Runs `work` in a transaction, in which it counts with `countWithin` what it has written. Null: that was beyond the limit, and
 * nothing was written nor counted. So a repeated form, which writes nothing, does not count.
 */
export const inLimitedTransaction = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T | null> =>
  inTransaction<T | null>(db, work)

/** Counts one more attempt under `key`; beyond the limit it ends the transaction, which is one of `inLimitedTransaction`. */
export async function countWithin(
  tx: Tx,
  key: string,
  limit: number,
  windowSeconds: number,
  now: Date,
): Promise<void> {
  const { count } = await countAttempt(tx, key, windowSeconds, now)
  if (count > limit) rollback(null)
}

/** Counts an e-mail with a link to an address that somebody has typed; false: the address gets no more of that kind. */
export async function isWithinMailLimit(
  { db, config, now }: Pick<AppContext, 'db' | 'config' | 'now'>,
  kind: string,
  email: string,
): Promise<boolean> {
  const key = `${kind}:${hashToken(email).toString('base64url')}`
  return (await countAttempt(db, key, 3600, now())).count <= config.limits.linkMailsPerHour
}

/** The number of attempts under `key` in the current window; adds none. */
export async function getAttempts(db: Db, key: string, windowSeconds: number, now: Date): Promise<number> {
  const rows = await selectRows(db)<{ count: number }>`
    select count from attempt_count
    where key = ${key} and not ${hasEnded(sql.ref('window_start'), windowSeconds, now)}`
  return rows[0]?.count ?? 0
}

/** Uncounts one attempt, which turned out not to count. */
export const removeAttempt = (db: Db, key: string): Promise<void> =>
  execute(db)`update attempt_count set count = count - 1 where key = ${key} and count > 0`

/** Deletes the counts of windows that have ended. */
export const deleteExpiredAttempts = (db: Db, now: Date): Promise<void> =>
  execute(db)`delete from attempt_count
    where window_start < ${now}::timestamptz - make_interval(secs => window_seconds)`

/** Counts the attempt, or `weight` of them; throws a 429 with Retry-After when the window has more than `limit`. */
export async function enforceLimit(
  db: Db,
  key: string,
  limit: number,
  windowSeconds: number,
  now: Date,
  message: Sentence,
  weight = 1,
): Promise<void> {
  const { count, secondsLeft } = await countAttempt(db, key, windowSeconds, now, weight)
  if (count > limit) throw new Problem(429, message, { retryAfterSeconds: secondsLeft })
}

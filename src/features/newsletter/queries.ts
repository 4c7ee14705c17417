import { sql } from 'kysely'
import type { Db, Tx } from '../../infra/app-context.ts'
import { execute, findRow } from '../../infra/database/query.ts'

export interface Subscription {
  id: number
  email: string
  requestedAt: Date
  expiresAt: Date
  confirmedAt: Date | null
  unsubscribedAt: Date | null
}

const columns = sql`id, email, asked_at as "requestedAt", expires_at as "expiresAt", confirmed_at as "confirmedAt",
  unsubscribed_at as "unsubscribedAt"`

/** Stores a request for the newsletter. A later one replaces it. Null: the address is subscribed already. */
export const requestSubscription = (tx: Tx, email: string, now: Date, expiresAt: Date) =>
  findRow(tx)<{ id: number; requestedAt: Date }>`
    insert into newsletter_subscription as s (email, asked_at, expires_at) values (${email}, ${now}, ${expiresAt})
    on conflict (email) do update
      set asked_at = excluded.asked_at, expires_at = excluded.expires_at, confirmed_at = null, unsubscribed_at = null
      where s.confirmed_at is null or s.unsubscribed_at is not null
    returning id, asked_at as "requestedAt"`

export const findSubscriptionById = (db: Db, id: number): Promise<Subscription | null> =>
  findRow(db)<Subscription>`
    select ${columns} from newsletter_subscription where id = ${id}`

export const lockSubscription = (tx: Tx, id: number): Promise<Subscription | null> =>
  findRow(tx)<Subscription>`
    select ${columns} from newsletter_subscription where id = ${id} for update`

export const setConfirmed = (tx: Tx, id: number, now: Date): Promise<void> =>
  execute(tx)`update newsletter_subscription set confirmed_at = ${now} where id = ${id}`

export const setUnsubscribed = (tx: Tx, id: number, now: Date): Promise<void> =>
  execute(tx)`update newsletter_subscription set unsubscribed_at = ${now} where id = ${id}`

export interface Consent {
  event: 'asked' | 'confirmed' | 'unsubscribed'
  words: string
  /** The path of the page. */
  source: string
  ipHash: Buffer
}

export async function insertConsent(tx: Tx, id: number, consent: Consent, now: Date): Promise<void> {
  const { event, words, source, ipHash } = consent
  await tx
    .insertInto('newsletter_consent')
    .values({ subscription_id: id, at: now, event, words, source, ip_hash: ipHash })
    .execute()
}

/** Deletes addresses that were not confirmed in time. */
export const deleteUnconfirmedSubscriptions = (db: Db, now: Date): Promise<void> =>
  execute(db)`delete from newsletter_subscription where confirmed_at is null and expires_at < ${now}`

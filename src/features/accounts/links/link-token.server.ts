import { sql } from 'kysely'
import type { Db, Tx } from '../../../infra/app-context.ts'
import type { Config } from '../../../infra/config.ts'
import { execute, findRow, findValue } from '../../../infra/database/query.ts'
import {
  createSignedToken,
  deriveKey,
  hashToken,
  readSignedToken,
  withEitherSecret,
} from '../../../infra/token.ts'

/** What a link is for; a link of one purpose does not work for another. */
export type LinkPurpose = TokenPurpose | 'email-current' | 'email-new' | 'invitation'

const getKey = (sessionSecret: string): Buffer => deriveKey(sessionSecret, 'mailed links')

/**
 * The token of an e-mailed link: the id that is in the outbox, signed. Neither the outbox nor the table of tokens is
 * enough to create one.
 */
export function createLinkToken(sessionSecret: string, purpose: LinkPurpose, id: string): string {
  return createSignedToken(getKey(sessionSecret), purpose, id)
}

/** The id of a link that was signed for this purpose, else null. */
export function verifyLinkToken(sessionSecret: string, purpose: LinkPurpose, token: string): string | null {
  return readSignedToken(getKey(sessionSecret), purpose, token)
}

/** The hash under which the link is stored; null: it was not signed for this purpose. */
export function hashLinkToken(config: Config, purpose: LinkPurpose, token: string): Buffer | null {
  const id = withEitherSecret(config, secret => verifyLinkToken(secret, purpose, token))
  return id === null ? null : hashToken(id)
}

export type TokenPurpose = 'reset' | 'verify'

/** Stores an e-mailed link by the hash of its id. */
export async function insertLinkToken(
  tx: Tx,
  token: { idHash: Buffer; personId: number; purpose: TokenPurpose; now: Date; minutes: number },
): Promise<void> {
  const { idHash, personId, purpose, now, minutes } = token
  const expiresAt = new Date(now.getTime() + minutes * 60_000)
  await sql`
    insert into person_token (token_hash, person_id, purpose, created_at, expires_at)
    values (${idHash}, ${personId}, ${purpose}, ${now}, ${expiresAt})`.execute(tx)
}

/** The person of a valid link; null: it was used, has expired or never existed, or the person is disabled. */
export const findTokenPerson = (db: Db | Tx, idHash: Buffer, purpose: TokenPurpose, now: Date) =>
  findRow(db)<{ personId: number; email: string; name: string }>`
    select p.id as "personId", p.email, p.name from person_token t join person p on p.id = t.person_id
    where t.token_hash = ${idHash} and t.purpose = ${purpose} and t.expires_at > ${now}
      and p.disabled_at is null`

/** Uses the link, which works once, and returns its person; null: it was used or has expired. */
export const redeemToken = (tx: Tx, idHash: Buffer, purpose: TokenPurpose, now: Date) =>
  findValue(tx)<number>`
    delete from person_token where token_hash = ${idHash} and purpose = ${purpose} and expires_at > ${now}
    returning person_id as id`

/** Makes all links of a person invalid, or those of one purpose. Without a purpose a change of the e-mail address ends too. */
export async function deletePersonTokens(tx: Tx, personId: number, purpose?: TokenPurpose): Promise<void> {
  let query = tx.deleteFrom('person_token').where('person_id', '=', personId)
  if (purpose) query = query.where('purpose', '=', purpose)
  else await deleteEmailChange(tx, personId)
  await query.execute()
}

export const deleteExpiredTokens = (db: Db, now: Date): Promise<void> =>
  execute(db)`delete from person_token where expires_at < ${now}`

export const deleteEmailChange = (tx: Tx, personId: number): Promise<void> =>
  execute(tx)`delete from email_change where person_id = ${personId}`

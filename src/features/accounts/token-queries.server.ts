import { sql } from 'kysely'
import type { Db, Tx } from '../../infra/app-context.ts'

export type TokenPurpose = 'reset' | 'verify'

/** Keeps that a link was mailed; `idHash` finds it again (links.server.ts). */
export async function insertToken(
  tx: Tx,
  token: { idHash: Buffer; personId: number; purpose: TokenPurpose; now: Date; minutes: number },
): Promise<void> {
  const { idHash, personId, purpose, now, minutes } = token
  await tx
    .insertInto('person_token')
    .values({
      token_hash: idHash,
      person_id: personId,
      purpose,
      created_at: now,
      expires_at: new Date(now.getTime() + minutes * 60_000),
    })
    .execute()
}

/** Whose living link it is; null when it was used, has expired or never was, or its person is disabled. */
export async function tokenPerson(
  db: Db | Tx,
  idHash: Buffer,
  purpose: TokenPurpose,
  now: Date,
): Promise<{ personId: number; email: string; name: string } | null> {
  const { rows } = await sql<{ personId: number; email: string; name: string }>`
    select p.id as "personId", p.email, p.name from person_token t join person p on p.id = t.person_id
    where t.token_hash = ${idHash} and t.purpose = ${purpose} and t.expires_at > ${now}
      and p.disabled_at is null`.execute(db)
  return rows[0] ?? null
}

/** Uses the link up; false when somebody did before, at the same moment too. */
export async function takeToken(
  tx: Tx,
  idHash: Buffer,
  purpose: TokenPurpose,
  now: Date,
): Promise<number | null> {
  const row = await tx
    .deleteFrom('person_token')
    .where('token_hash', '=', idHash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .returning('person_id')
    .executeTakeFirst()
  return row?.person_id ?? null
}

/** All links that were mailed to him, or those of one purpose, lead nowhere any more. */
export async function deleteTokensOf(tx: Tx, personId: number, purpose?: TokenPurpose): Promise<void> {
  let query = tx.deleteFrom('person_token').where('person_id', '=', personId)
  if (purpose) query = query.where('purpose', '=', purpose)
  await query.execute()
}

export async function deleteExpiredTokens(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('person_token').where('expires_at', '<', now).execute()
  await db.deleteFrom('login_step').where('expires_at', '<', now).execute()
}

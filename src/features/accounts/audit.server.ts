import type { Tx } from '../../infra/app-context.ts'

export interface AuditEntry {
  /** 'person 12', 'staff 3', 'import' */
  actor: string
  /** 'password changed' */
  action: string
  /** 'person 14' */
  subject: string
  detail?: string
  now: Date
}

/** Adds an entry in the transaction of the change. It never contains a secret, a password or an address. */
export async function addAuditEntry(
  tx: Tx,
  { actor, action, subject, detail, now }: AuditEntry,
): Promise<void> {
  await tx
    .insertInto('audit')
    .values({ at: now, actor, action, subject, detail: detail ?? '' })
    .execute()
}

/** For changes that people make to their own accounts. */
export function addOwnAuditEntry(tx: Tx, personId: number, action: string, now: Date): Promise<void> {
  return addAuditEntry(tx, { actor: `person ${personId}`, action, subject: `person ${personId}`, now })
}

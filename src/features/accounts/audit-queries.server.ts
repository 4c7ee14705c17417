import type { Tx } from '../../infra/app-context.ts'

export interface AuditLine {
  /** 'person 12', 'staff 3', 'import' */
  actor: string
  /** 'password changed' */
  action: string
  /** 'person 14' */
  subject: string
  detail?: string
  now: Date
}

/** Writes down who did what, in the transaction of what he did. Never a secret, a password or an address. */
export async function writeAudit(tx: Tx, { actor, action, subject, detail, now }: AuditLine): Promise<void> {
  await tx
    .insertInto('audit')
    .values({ at: now, actor, action, subject, detail: detail ?? '' })
    .execute()
}

/** Of what a person does with his own account. */
export function auditOwn(tx: Tx, personId: number, action: string, now: Date): Promise<void> {
  return writeAudit(tx, { actor: `person ${personId}`, action, subject: `person ${personId}`, now })
}

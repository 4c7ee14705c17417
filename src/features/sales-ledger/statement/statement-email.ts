import { z } from 'zod'
import { formatMonth, type Month } from './statement.ts'

export const statementKind = 'account-statement'

/** The e-mail reads the statement when it is sent: it does not change. */
export const statementFacts = z.object({
  companyId: z.number(),
  month: z.string().transform(text => text as Month),
  name: z.string(),
})

/** `again`: when staff send it again; null: it is the first time. */
export function statementEmail(
  companyId: number,
  month: Month,
  { email, name }: { email: string; name: string },
  again: Date | null,
) {
  const key = `${statementKind}:${companyId}:${month}:${email}`
  const dedupeKey = again ? `${key}:${again.toISOString()}` : key
  return { kind: statementKind, recipient: email, facts: { companyId, month, name }, dedupeKey }
}

export const statementSubject = (month: Month, shopName: string): string =>
  `Statement for ${formatMonth(month)} – ${shopName}`

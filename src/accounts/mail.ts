import { z } from 'zod'

export const accountCreatedFacts = z.object({ personId: z.int(), name: z.string(), email: z.string() })
export type AccountCreatedFacts = z.output<typeof accountCreatedFacts>

export const accountCreatedKind = 'account-created'

/** The mail to put into the outbox with a new account: one for each account. */
export function accountCreatedMail(facts: AccountCreatedFacts) {
  return {
    kind: accountCreatedKind,
    recipient: facts.email,
    facts,
    dedupeKey: `${accountCreatedKind}:${facts.personId}`,
  }
}

export function accountCreatedSubject(shopName: string): string {
  return `Your account at ${shopName}`
}

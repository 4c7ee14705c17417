import { z } from 'zod'

/** The mail that asks to confirm, as it stands in the outbox; its links are signed when it is written. */
export const confirmFacts = z.object({ subscriptionId: z.int(), askedAtMs: z.int(), email: z.string() })
export type ConfirmFacts = z.output<typeof confirmFacts>

export const confirmKind = 'newsletter-confirm'

export function confirmMail(facts: ConfirmFacts) {
  const { subscriptionId, askedAtMs, email } = facts
  return {
    kind: confirmKind,
    recipient: email,
    facts,
    dedupeKey: `${confirmKind}:${subscriptionId}:${askedAtMs}`,
  }
}

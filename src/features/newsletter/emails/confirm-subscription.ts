import { z } from 'zod'

/** What the outbox stores of the e-mail that asks to confirm. Its links are signed when it is rendered. */
export const confirmSubscriptionFacts = z.object({
  subscriptionId: z.int(),
  askedAtMs: z.int(),
  email: z.string(),
})
export type ConfirmSubscriptionFacts = z.output<typeof confirmSubscriptionFacts>

export const confirmSubscriptionKind = 'newsletter-confirm'

export function confirmSubscriptionEmail(facts: ConfirmSubscriptionFacts) {
  const { subscriptionId, askedAtMs, email } = facts
  return {
    kind: confirmSubscriptionKind,
    recipient: email,
    overLimit: 'drop' as const,
    facts,
    dedupeKey: `${confirmSubscriptionKind}:${subscriptionId}:${askedAtMs}`,
  }
}

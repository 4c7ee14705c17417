import { z } from 'zod'

/** The owner of an account, as the outbox stores it. */
export const accountRecipient = z.object({ personId: z.int(), name: z.string(), email: z.string() })
export type AccountRecipient = z.output<typeof accountRecipient>

/** With the id of a link; it is signed when the e-mail is rendered. */
export const linkRecipient = accountRecipient.extend({ linkId: z.string() })
export type LinkRecipient = z.output<typeof linkRecipient>

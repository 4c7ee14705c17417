import { z } from 'zod'

// The outbox stores the facts of each e-mail. Of a link they hold only the id: it is signed when the e-mail is rendered.

export interface AccountRecipient {
  personId: number
  name: string
  email: string
}

const recipient = { personId: z.int(), name: z.string(), email: z.string() }
const linkId = z.string()

export const accountCreatedFacts = z.object({ ...recipient, verifyId: linkId.optional() })
export type AccountCreatedFacts = z.output<typeof accountCreatedFacts>

export const linkFacts = z.object({ ...recipient, linkId })
export type LinkFacts = z.output<typeof linkFacts>

/** Changes that the owner gets an e-mail about, in case somebody else made them. */
export const accountChanges = [
  'password_changed',
  'password_reset',
  'second_factor_on',
  'second_factor_off',
  'second_factor_reset',
  'email_changed',
] as const
export type AccountChange = (typeof accountChanges)[number]

export const accountChangedFacts = z.object({ ...recipient, change: z.enum(accountChanges) })
export type AccountChangedFacts = z.output<typeof accountChangedFacts>

export const failedLoginsFacts = z.object(recipient)
export type FailedLoginsFacts = z.output<typeof failedLoginsFacts>

export const limitedLoginsFacts = z.object({ ...recipient, reason: z.enum(['passwords', 'codes']) })
export type LimitedLoginsFacts = z.output<typeof limitedLoginsFacts>

export const emailChangeCurrentFacts = linkFacts.extend({ newEmail: z.string() })
export type EmailChangeCurrentFacts = z.output<typeof emailChangeCurrentFacts>

/** Without a name: it is not verified yet that the address belongs to the person. */
export const emailChangeNewFacts = z.object({ email: z.string(), linkId: z.string() })
export type EmailChangeNewFacts = z.output<typeof emailChangeNewFacts>

export const accountCreatedKind = 'account-created'
export const verifyAddressKind = 'verify-address'
export const passwordResetKind = 'password-reset'
export const accountChangedKind = 'account-changed'
export const failedLoginsKind = 'failed-logins'
export const limitedLoginsKind = 'limited-logins'
export const emailChangeCurrentKind = 'email-change-current'
export const emailChangeNewKind = 'email-change-new'
export const emailChangeTakenKind = 'email-change-taken'

/** Its key allows one for each account. */
export function accountCreatedEmail(facts: AccountCreatedFacts) {
  return { ...toOutboxEmail(facts, accountCreatedKind, `${facts.personId}`), overLimit: 'wait' as const }
}

export const verifyAddressEmail = (facts: LinkFacts) => ({
  ...toOutboxEmail(facts, verifyAddressKind, facts.linkId),
  overLimit: 'drop' as const,
})

export const passwordResetEmail = (facts: LinkFacts) => ({
  ...toOutboxEmail(facts, passwordResetKind, facts.linkId),
  overLimit: 'drop' as const,
})

export const emailChangeCurrentEmail = (facts: EmailChangeCurrentFacts) =>
  toOutboxEmail(facts, emailChangeCurrentKind, facts.linkId)

/** To the new address: its link, or (`isTaken`) that it has an account already. */
export const emailChangeNewEmail = (facts: EmailChangeNewFacts, isTaken: boolean) => ({
  ...toOutboxEmail(facts, isTaken ? emailChangeTakenKind : emailChangeNewKind, facts.linkId),
  overLimit: 'drop' as const,
})

/** `at`: the time of the change; each change has an e-mail of its own. */
export const accountChangedEmail = (facts: AccountChangedFacts, at: Date) =>
  toOutboxEmail(facts, accountChangedKind, `${facts.personId}:${facts.change}:${at.toISOString()}`)

/** Its key allows one a day, so that attackers cannot flood the owner with e-mails. */
export const failedLoginsEmail = (facts: FailedLoginsFacts, at: Date) =>
  toOutboxEmail(facts, failedLoginsKind, `${facts.personId}:${at.toISOString().slice(0, 10)}`)

/** Its key allows one a day for each reason. */
export const limitedLoginsEmail = (facts: LimitedLoginsFacts, at: Date) =>
  toOutboxEmail(
    facts,
    limitedLoginsKind,
    `${facts.personId}:${facts.reason}:${at.toISOString().slice(0, 10)}`,
  )

export function accountCreatedSubject(shopName: string): string {
  return `Your account at ${shopName}`
}

export const changeSubjects: Record<AccountChange, string> = {
  password_changed: 'Your password was changed',
  password_reset: 'Your password was changed',
  second_factor_on: 'Two-step sign-in is on',
  second_factor_off: 'Two-step sign-in is off',
  second_factor_reset: 'Two-step sign-in of your account was reset',
  email_changed: 'Your email address was changed',
}

function toOutboxEmail<Facts extends { email: string }>(facts: Facts, kind: string, key: string) {
  return { kind, recipient: facts.email, facts, dedupeKey: `${kind}:${key}` }
}

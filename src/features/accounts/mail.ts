import { z } from 'zod'

/** The mails about accounts: facts as they stand in the outbox. Links stand there by their ids only (seal.server.ts). */

const person = { personId: z.int(), name: z.string(), email: z.string() }
const linkId = z.string()

export const accountCreatedFacts = z.object({ ...person, verifyId: linkId.optional() })
export type AccountCreatedFacts = z.output<typeof accountCreatedFacts>

export const linkFacts = z.object({ ...person, linkId })
export type LinkFacts = z.output<typeof linkFacts>

/** What became different about an account; its owner is told, in case it was not he. */
export const accountChanges = [
  'password_changed',
  'password_reset',
  'second_factor_on',
  'second_factor_off',
] as const
export type AccountChange = (typeof accountChanges)[number]

export const accountChangedFacts = z.object({ ...person, change: z.enum(accountChanges) })
export type AccountChangedFacts = z.output<typeof accountChangedFacts>

export const failedLoginsFacts = z.object(person)
export type FailedLoginsFacts = z.output<typeof failedLoginsFacts>

export const accountCreatedKind = 'account-created'
export const verifyKind = 'verify-address'
export const resetKind = 'password-reset'
export const accountChangedKind = 'account-changed'
export const failedLoginsKind = 'failed-logins'

/** The mail to put into the outbox with a new account: one for each account. */
export function accountCreatedMail(facts: AccountCreatedFacts) {
  return mailTo(facts, accountCreatedKind, `${facts.personId}`)
}

export const verifyMail = (facts: LinkFacts) => mailTo(facts, verifyKind, facts.linkId)

export const resetMail = (facts: LinkFacts) => mailTo(facts, resetKind, facts.linkId)

/** `at`: when; each change is told. */
export const accountChangedMail = (facts: AccountChangedFacts, at: Date) =>
  mailTo(facts, accountChangedKind, `${facts.personId}:${facts.change}:${at.toISOString()}`)

/** One a day at most: it shall warn, not be another way to be a nuisance. */
export const failedLoginsMail = (facts: FailedLoginsFacts, at: Date) =>
  mailTo(facts, failedLoginsKind, `${facts.personId}:${at.toISOString().slice(0, 10)}`)

export function accountCreatedSubject(shopName: string): string {
  return `Your account at ${shopName}`
}

export const changeSubjects: Record<AccountChange, string> = {
  password_changed: 'Your password was changed',
  password_reset: 'Your password was changed',
  second_factor_on: 'Your account now asks for a second factor',
  second_factor_off: 'Your account no longer asks for a second factor',
}

function mailTo<Facts extends { email: string }>(facts: Facts, kind: string, key: string) {
  return { kind, recipient: facts.email, facts, dedupeKey: `${kind}:${key}` }
}

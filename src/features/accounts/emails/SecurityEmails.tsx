import { z } from 'zod'
import { defineEmail } from '../../../infra/mail/define-email.server.ts'
import { greet } from '../../../ui/email/email.ts'
import { TextEmail } from '../../../ui/email/TextEmail.tsx'
import { type AccountRecipient, accountRecipient } from '../links/LinkEmails.tsx'

/** Changes that the owner gets an e-mail about, in case somebody else made them. */
const accountChanges = [
  'password_changed',
  'password_reset',
  'second_factor_on',
  'second_factor_off',
  'second_factor_reset',
  'email_changed',
] as const
export type AccountChange = (typeof accountChanges)[number]

const changeMessages: Record<AccountChange, { heading: string; description: string }> = {
  password_changed: {
    heading: 'Your password was changed',
    description: 'the password of your account was changed. All other devices are signed out.',
  },
  password_reset: {
    heading: 'Your password was changed',
    description:
      'the password of your account was changed with a link we emailed to you. All devices are signed out.',
  },
  second_factor_on: {
    heading: 'Two-step sign-in is on',
    description: 'your account now asks for a code from your app after the password.',
  },
  second_factor_off: {
    heading: 'Two-step sign-in is off',
    description: 'your account no longer asks for a code from your app: the password is enough to sign in.',
  },
  second_factor_reset: {
    heading: 'Two-step sign-in of your account was reset',
    description:
      'our staff have switched two-step sign-in off for your account. Its old codes no longer work, and all devices are signed out.',
  },
  email_changed: {
    heading: 'Your email address was changed',
    description:
      'the email address of your account was changed, and both addresses confirmed it. Use the new one to sign in; our emails go there too.',
  },
}

/** Each change, with its time `at`, has an e-mail of its own. */
export const accountChangedEmail = defineEmail({
  kind: 'account-changed',
  payload: accountRecipient.extend({ change: z.enum(accountChanges) }),
  create: (payload: AccountRecipient & { change: AccountChange }, at: Date) => ({
    recipient: payload.email,
    key: `${payload.personId}:${payload.change}:${at.toISOString()}`,
    payload,
  }),
  subject: ({ change }, shopName) => `${changeMessages[change].heading} – ${shopName}`,
  component: ({ payload: { name, change } }) => (
    <TextEmail
      heading={changeMessages[change].heading}
      preview="If it was you, there is nothing to do."
      parts={[
        `${greet(name)}, ${changeMessages[change].description}`,
        ...(change === 'email_changed'
          ? [
              'If this was you, there’s nothing to do. If not, please tell us straight away: this address can no longer sign in.',
            ]
          : [
              'If this was you, there’s nothing to do. If not, choose a new password now: that signs out whoever did it.',
              { action: 'This wasn’t me', path: '/password/forgot' },
            ]),
      ]}
    />
  ),
})

/** Warns the owner that somebody tries passwords: once a day at most, so that attackers cannot flood the owner with e-mails. */
export const failedLoginsEmail = defineEmail({
  kind: 'failed-logins',
  payload: accountRecipient,
  create: (payload: AccountRecipient, at: Date) => ({
    recipient: payload.email,
    key: `${payload.personId}:${toDay(at)}`,
    payload,
  }),
  subject: (_, shopName) => `Many failed attempts to sign in – ${shopName}`,
  component: ({ payload: { name } }) => (
    <TextEmail
      heading="Many failed attempts to sign in"
      preview="Nobody got in. Your password stays as it is."
      parts={[
        `${greet(name)}, somebody tried many times to sign in to your account with a wrong password. Nobody got in, and we are slowing the attempts down.`,
        'If it was you and you’ve forgotten your password, choose a new one. If it wasn’t, and you use the same password elsewhere, choose another one here too.',
        { action: 'Choose a new password', path: '/password/forgot' },
      ]}
    />
  ),
})

const limitReasons = ['passwords', 'codes'] as const
type LimitReason = (typeof limitReasons)[number]

const limitMessages: Record<LimitReason, { what: string; advice: string }> = {
  passwords: {
    what: 'somebody has tried so many wrong passwords for your account that, for a day, nobody can sign in to it from a browser we have not seen before. Nobody got in.',
    advice:
      'You can still sign in with a browser you’ve used before, or with two-step sign-in. Anywhere else, choose a new password first.',
  },
  codes: {
    what: 'somebody entered your correct password and then too many wrong codes. Nobody got in.',
    advice:
      'If it wasn’t you, somebody knows your password: choose a new one now. If it was you, wait a quarter of an hour and sign in again.',
  },
}

/** Tells the owner, once a day for each reason, that an account is being attacked and how to sign in meanwhile (R-ACCOUNT-7). */
export const limitedLoginsEmail = defineEmail({
  kind: 'limited-logins',
  payload: accountRecipient.extend({ reason: z.enum(limitReasons) }),
  create: (payload: AccountRecipient & { reason: LimitReason }, at: Date) => ({
    recipient: payload.email,
    key: `${payload.personId}:${payload.reason}:${toDay(at)}`,
    payload,
  }),
  subject: (_, shopName) => `Somebody is trying to get into your account – ${shopName}`,
  component: ({ payload: { name, reason } }) => (
    <TextEmail
      heading="Somebody is trying to get into your account"
      preview="Nobody got in. Here is how you sign in meanwhile."
      parts={[
        `${greet(name)}, ${limitMessages[reason].what}`,
        `${limitMessages[reason].advice}`,
        { action: 'Choose a new password', path: '/password/forgot' },
      ]}
    />
  ),
})

const toDay = (at: Date): string => at.toISOString().slice(0, 10)

import { createElement } from 'react'
import type { EmailRenderers } from '../../infra/mail/mail.ts'
import { renderEmail } from '../../infra/mail/mail-letter.ts'
import { AccountChangedMail } from './emails/AccountChangedEmail.tsx'
import { AccountCreatedMail } from './emails/AccountCreatedEmail.tsx'
import { FailedLoginsMail } from './emails/FailedLoginsEmail.tsx'
import { PasswordResetMail } from './emails/PasswordResetEmail.tsx'
import { VerifyMail } from './emails/VerifyEmail.tsx'
import {
  accountChangedFacts,
  accountChangedKind,
  accountCreatedFacts,
  accountCreatedKind,
  accountCreatedSubject,
  changeSubjects,
  failedLoginsFacts,
  failedLoginsKind,
  linkFacts,
  resetKind,
  verifyKind,
} from './mail.ts'
import { linkToken } from './seal.server.ts'

/** The letters about accounts, by the kind that stands in the outbox. Their links are signed only here. */
export function accountLetters(sessionSecret: string): EmailRenderers {
  const verifyPath = (id: string) => `/account/verify/${linkToken(sessionSecret, 'verify', id)}`
  return {
    [accountCreatedKind]: (stored, shop) => {
      const facts = accountCreatedFacts.parse(stored)
      const path = facts.verifyId === undefined ? null : verifyPath(facts.verifyId)
      const letter = createElement(AccountCreatedMail, { facts, shop, verifyPath: path })
      return renderEmail(accountCreatedSubject(shop.name), letter)
    },
    [verifyKind]: (stored, shop) => {
      const facts = linkFacts.parse(stored)
      const letter = createElement(VerifyMail, { facts, shop, path: verifyPath(facts.linkId) })
      return renderEmail(`Confirm your email address – ${shop.name}`, letter)
    },
    [resetKind]: (stored, shop) => {
      const facts = linkFacts.parse(stored)
      const path = `/password/reset/${linkToken(sessionSecret, 'reset', facts.linkId)}`
      const letter = createElement(PasswordResetMail, { facts, shop, path })
      return renderEmail(`Choose a new password – ${shop.name}`, letter)
    },
    [accountChangedKind]: (stored, shop) => {
      const facts = accountChangedFacts.parse(stored)
      const subject = `${changeSubjects[facts.change]} – ${shop.name}`
      return renderEmail(subject, createElement(AccountChangedMail, { facts, shop }))
    },
    [failedLoginsKind]: (stored, shop) => {
      const facts = failedLoginsFacts.parse(stored)
      const subject = `Many failed attempts to sign in – ${shop.name}`
      return renderEmail(subject, createElement(FailedLoginsMail, { facts, shop }))
    },
  }
}

import { createElement } from 'react'
import type { EmailRenderers } from '../../../infra/mail/outbox.ts'
import { renderEmail } from '../../../infra/mail/render-email.ts'
import { createLinkToken } from '../links/link-token.server.ts'
import { AccountChangedEmail } from './AccountChangedEmail.tsx'
import { AccountCreatedEmail } from './AccountCreatedEmail.tsx'
import {
  accountChangedFacts,
  accountChangedKind,
  accountCreatedFacts,
  accountCreatedKind,
  accountCreatedSubject,
  changeSubjects,
  emailChangeCurrentFacts,
  emailChangeCurrentKind,
  emailChangeNewFacts,
  emailChangeNewKind,
  emailChangeTakenKind,
  failedLoginsFacts,
  failedLoginsKind,
  limitedLoginsFacts,
  limitedLoginsKind,
  linkFacts,
  passwordResetKind,
  verifyAddressKind,
} from './account-emails.ts'
import { ColleagueRemovedEmail, InvitationAcceptedEmail, InvitationEmail } from './ColleagueEmails.tsx'
import {
  colleagueRemovedFacts,
  colleagueRemovedKind,
  colleagueSubjects,
  invitationAcceptedFacts,
  invitationAcceptedKind,
  invitationFacts,
  invitationKind,
} from './colleague-emails.ts'
import { EmailChangeCurrentEmail, EmailChangeNewEmail, EmailChangeTakenEmail } from './EmailChangeEmails.tsx'
import { FailedLoginsEmail } from './FailedLoginsEmail.tsx'
import { LimitedLoginsEmail } from './LimitedLoginsEmail.tsx'
import { PasswordResetEmail } from './PasswordResetEmail.tsx'
import { VerifyAddressEmail } from './VerifyAddressEmail.tsx'

/** The e-mails about accounts, by their kind in the outbox. Their links are signed only here. */
export function accountEmails(sessionSecret: string): EmailRenderers {
  const verifyPath = (id: string) => `/account/verify/${createLinkToken(sessionSecret, 'verify', id)}`
  return {
    [accountCreatedKind]: (stored, shop) => {
      const facts = accountCreatedFacts.parse(stored)
      const path = facts.verifyId === undefined ? null : verifyPath(facts.verifyId)
      const element = createElement(AccountCreatedEmail, { facts, shop, verifyPath: path })
      return renderEmail(accountCreatedSubject(shop.name), element)
    },
    [verifyAddressKind]: (stored, shop) => {
      const facts = linkFacts.parse(stored)
      const element = createElement(VerifyAddressEmail, { facts, shop, path: verifyPath(facts.linkId) })
      return renderEmail(`Confirm your email address – ${shop.name}`, element)
    },
    [passwordResetKind]: (stored, shop) => {
      const facts = linkFacts.parse(stored)
      const path = `/password/reset/${createLinkToken(sessionSecret, 'reset', facts.linkId)}`
      const element = createElement(PasswordResetEmail, { facts, shop, path })
      return renderEmail(`Choose a new password – ${shop.name}`, element)
    },
    [accountChangedKind]: (stored, shop) => {
      const facts = accountChangedFacts.parse(stored)
      const subject = `${changeSubjects[facts.change]} – ${shop.name}`
      return renderEmail(subject, createElement(AccountChangedEmail, { facts, shop }))
    },
    [emailChangeCurrentKind]: (stored, shop) => {
      const facts = emailChangeCurrentFacts.parse(stored)
      const path = `/account/email/${createLinkToken(sessionSecret, 'email-current', facts.linkId)}`
      return renderEmail(
        `Confirm the change of your email address – ${shop.name}`,
        createElement(EmailChangeCurrentEmail, { facts, shop, path }),
      )
    },
    [emailChangeNewKind]: (stored, shop) => {
      const facts = emailChangeNewFacts.parse(stored)
      const path = `/account/email/${createLinkToken(sessionSecret, 'email-new', facts.linkId)}`
      return renderEmail(
        `Confirm your new email address – ${shop.name}`,
        createElement(EmailChangeNewEmail, { facts, shop, path }),
      )
    },
    [emailChangeTakenKind]: (stored, shop) => {
      const facts = emailChangeNewFacts.parse(stored)
      return renderEmail(
        `You already have an account – ${shop.name}`,
        createElement(EmailChangeTakenEmail, { facts, shop }),
      )
    },
    [invitationKind]: (stored, shop) => {
      const facts = invitationFacts.parse(stored)
      const path = `/account/invitation/${createLinkToken(sessionSecret, 'invitation', facts.linkId)}`
      const subject = `${colleagueSubjects.invited(facts)} – ${shop.name}`
      return renderEmail(subject, createElement(InvitationEmail, { facts, shop, path }))
    },
    [invitationAcceptedKind]: (stored, shop) => {
      const facts = invitationAcceptedFacts.parse(stored)
      const subject = `${colleagueSubjects.accepted(facts)} – ${shop.name}`
      return renderEmail(subject, createElement(InvitationAcceptedEmail, { facts, shop }))
    },
    [colleagueRemovedKind]: (stored, shop) => {
      const facts = colleagueRemovedFacts.parse(stored)
      const subject = `${colleagueSubjects.removed(facts)} – ${shop.name}`
      return renderEmail(subject, createElement(ColleagueRemovedEmail, { facts, shop }))
    },
    [failedLoginsKind]: (stored, shop) => {
      const facts = failedLoginsFacts.parse(stored)
      const subject = `Many failed attempts to sign in – ${shop.name}`
      return renderEmail(subject, createElement(FailedLoginsEmail, { facts, shop }))
    },
    [limitedLoginsKind]: (stored, shop) => {
      const facts = limitedLoginsFacts.parse(stored)
      const subject = `Somebody is trying to get into your account – ${shop.name}`
      return renderEmail(subject, createElement(LimitedLoginsEmail, { facts, shop }))
    },
  }
}

import type { DefinedEmail, LinkDeps } from '../../../infra/mail/define-email.server.ts'
import {
  accountCreatedEmail,
  passwordResetEmail,
  staffInvitedEmail,
  verifyAddressEmail,
} from '../links/LinkEmails.tsx'
import { colleagueRemovedEmail, invitationAcceptedEmail, invitationEmail } from './ColleagueEmails.tsx'
import { emailChangeCurrentEmail, emailChangeNewEmail, emailChangeTakenEmail } from './EmailChangeEmails.tsx'
import { accountChangedEmail, failedLoginsEmail, limitedLoginsEmail } from './SecurityEmails.tsx'

export const accountEmails: readonly DefinedEmail<LinkDeps>[] = [
  accountCreatedEmail,
  verifyAddressEmail,
  passwordResetEmail,
  staffInvitedEmail,
  accountChangedEmail,
  failedLoginsEmail,
  limitedLoginsEmail,
  emailChangeCurrentEmail,
  emailChangeNewEmail,
  emailChangeTakenEmail,
  invitationEmail,
  invitationAcceptedEmail,
  colleagueRemovedEmail,
]

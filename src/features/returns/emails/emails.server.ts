import { createElement, type FunctionComponent } from 'react'
import type { EmailRenderers } from '../../../infra/mail/outbox.ts'
import { renderEmail } from '../../../infra/mail/render-email.ts'
import type { EmailShop } from '../../../ui/email/email.ts'
import {
  ReturnAuthorisedEmail,
  ReturnClosedEmail,
  ReturnReceivedEmail,
  ReturnRefusedEmail,
  ReturnRequestedEmail,
} from './ReturnEmails.tsx'
import {
  formatReturnSubject,
  type ReturnEmailEvent,
  type ReturnFacts,
  returnEmailKinds,
  returnFacts,
} from './return-emails.ts'

/** The e-mails about returns, by their kind in the outbox. */
export const returnEmails: EmailRenderers = {
  [returnEmailKinds.requested]: renderReturnEmail('requested', ReturnRequestedEmail),
  [returnEmailKinds.authorised]: renderReturnEmail('authorised', ReturnAuthorisedEmail),
  [returnEmailKinds.refused]: renderReturnEmail('refused', ReturnRefusedEmail),
  [returnEmailKinds.received]: renderReturnEmail('received', ReturnReceivedEmail),
  [returnEmailKinds.closed]: renderReturnEmail('closed', ReturnClosedEmail),
}

function renderReturnEmail(
  event: ReturnEmailEvent,
  email: FunctionComponent<{ facts: ReturnFacts; shop: EmailShop }>,
): EmailRenderers[string] {
  return (stored, shop) => {
    const facts = returnFacts.parse(stored)
    return renderEmail(formatReturnSubject(event, facts, shop.name), createElement(email, { facts, shop }))
  }
}

import { createElement, type FunctionComponent } from 'react'
import type { EmailRenderers } from '../../../infra/mail/outbox.ts'
import { renderEmail } from '../../../infra/mail/render-email.ts'
import type { EmailShop } from '../../../ui/email/email.ts'
import {
  ApprovalGrantedEmail,
  ApprovalRejectedEmail,
  ApprovalRequestedEmail,
  NoApproverEmail,
} from './ApprovalEmails.tsx'
import {
  type ApprovalFacts,
  approvalFacts,
  approvalGrantedKind,
  approvalRejectedKind,
  approvalRequestedKind,
  approvalSubjects,
  noApproverKind,
} from './approval.ts'
import { OrderCancelledEmail } from './OrderCancelledEmail.tsx'
import { OrderReceivedEmail } from './OrderReceivedEmail.tsx'
import { orderCancelledFacts, orderCancelledKind, orderCancelledSubject } from './order-cancelled.ts'
import { orderReceivedFacts, orderReceivedKind, orderReceivedSubject } from './order-received.ts'

/** The e-mails about orders, by their kind in the outbox. */
export const orderEmails: EmailRenderers = {
  [orderReceivedKind]: (stored, shop) => {
    const facts = orderReceivedFacts.parse(stored)
    return renderEmail(
      orderReceivedSubject(facts, shop.name),
      createElement(OrderReceivedEmail, { facts, shop }),
    )
  },
  [orderCancelledKind]: (stored, shop) => {
    const facts = orderCancelledFacts.parse(stored)
    return renderEmail(
      orderCancelledSubject(facts, shop.name),
      createElement(OrderCancelledEmail, { facts, shop }),
    )
  },
  [approvalRequestedKind]: renderApprovalEmail(approvalSubjects.requested, ApprovalRequestedEmail),
  [approvalGrantedKind]: renderApprovalEmail(approvalSubjects.granted, ApprovalGrantedEmail),
  [approvalRejectedKind]: renderApprovalEmail(approvalSubjects.rejected, ApprovalRejectedEmail),
  [noApproverKind]: renderApprovalEmail(approvalSubjects.noApprover, NoApproverEmail),
}

function renderApprovalEmail(
  subject: (facts: ApprovalFacts, shopName: string) => string,
  email: FunctionComponent<{ facts: ApprovalFacts; shop: EmailShop }>,
): EmailRenderers[string] {
  return (stored, shop) => {
    const facts = approvalFacts.parse(stored)
    return renderEmail(subject(facts, shop.name), createElement(email, { facts, shop }))
  }
}

import { createElement, type FunctionComponent } from 'react'
import type { Config } from '../../../infra/config.ts'
import type { EmailRenderers } from '../../../infra/mail/outbox.ts'
import { renderEmail } from '../../../infra/mail/render-email.ts'
import type { Attachment, EmailShop } from '../../../ui/email/email.ts'
import { createInvoicePath } from '../order-links.server.ts'
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
import { ParcelDespatchedEmail, ReadyToCollectEmail } from './ParcelEmails.tsx'
import {
  parcelDespatchedKind,
  parcelFacts,
  parcelSubject,
  readyToCollectFacts,
  readyToCollectKind,
  readyToCollectSubject,
} from './parcel.ts'
import { type AcceptedTerms, formatTerms } from './terms-attachment.ts'

interface OrderEmailsDeps {
  config: Pick<Config, 'sessionSecret' | 'seller'>
  /** Null: none are published. */
  terms: AcceptedTerms | null
}

/** The e-mails about orders, by their kind in the outbox. */
export const createOrderEmails = ({ config, terms }: OrderEmailsDeps): EmailRenderers => ({
  [orderReceivedKind]: async (stored, shop) => {
    const facts = orderReceivedFacts.parse(stored)
    // Terms that were changed since are not those that the customer accepted.
    const acceptedTerms = facts.hasInvoice && terms?.version === facts.termsVersion ? terms : null
    const invoicePath = facts.hasInvoice ? createInvoicePath(config.sessionSecret, facts.reference) : null
    const props = { facts, shop, invoicePath, hasTerms: acceptedTerms !== null }
    const email = await renderEmail(
      orderReceivedSubject(facts, shop.name),
      createElement(OrderReceivedEmail, props),
    )
    if (!acceptedTerms) return email
    return { ...email, attachments: [attachTerms(acceptedTerms, shop, config.seller.address)] }
  },
  [orderCancelledKind]: (stored, shop) => {
    const facts = orderCancelledFacts.parse(stored)
    return renderEmail(
      orderCancelledSubject(facts, shop.name),
      createElement(OrderCancelledEmail, { facts, shop }),
    )
  },
  [parcelDespatchedKind]: (stored, shop) => {
    const facts = parcelFacts.parse(stored)
    return renderEmail(parcelSubject(facts, shop.name), createElement(ParcelDespatchedEmail, { facts, shop }))
  },
  [readyToCollectKind]: (stored, shop) => {
    const facts = readyToCollectFacts.parse(stored)
    return renderEmail(
      readyToCollectSubject(facts, shop.name),
      createElement(ReadyToCollectEmail, { facts, shop }),
    )
  },
  [approvalRequestedKind]: renderApprovalEmail(approvalSubjects.requested, ApprovalRequestedEmail),
  [approvalGrantedKind]: renderApprovalEmail(approvalSubjects.granted, ApprovalGrantedEmail),
  [approvalRejectedKind]: renderApprovalEmail(approvalSubjects.rejected, ApprovalRejectedEmail),
  [noApproverKind]: renderApprovalEmail(approvalSubjects.noApprover, NoApproverEmail),
})

const attachTerms = (terms: AcceptedTerms, shop: EmailShop, address: readonly string[]): Attachment => ({
  filename: `terms-${terms.version}.txt`,
  type: 'text/plain; charset=utf-8',
  content: Buffer.from(formatTerms(terms, shop, address)),
})

function renderApprovalEmail(
  subject: (facts: ApprovalFacts, shopName: string) => string,
  email: FunctionComponent<{ facts: ApprovalFacts; shop: EmailShop }>,
): EmailRenderers[string] {
  return (stored, shop) => {
    const facts = approvalFacts.parse(stored)
    return renderEmail(subject(facts, shop.name), createElement(email, { facts, shop }))
  }
}

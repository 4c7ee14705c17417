import { createElement, type FunctionComponent } from 'react'
import type { Config } from '../../../infra/config.ts'
import type { EmailRenderers } from '../../../infra/mail/outbox.ts'
import { renderEmail } from '../../../infra/mail/render-email.ts'
import type { Attachment, EmailShop } from '../../../ui/email/email.ts'
import { createDocumentPath, createInvoicePath, createPaymentPath } from '../order-links.server.ts'
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
import { OrderMessageEmail, OrderNoteEmail } from './CorrespondenceEmails.tsx'
import { CreditNoteEmail } from './CreditNoteEmail.tsx'
import {
  orderMessageFacts,
  orderMessageKind,
  orderMessageSubject,
  orderNoteFacts,
  orderNoteKind,
  orderNoteSubject,
} from './correspondence.ts'
import { creditNoteFacts, creditNoteKind, creditNoteSubject } from './credit-note.ts'
import { OrderCancelledEmail } from './OrderCancelledEmail.tsx'
import { OrderChangedEmail } from './OrderChangedEmail.tsx'
import { OrderDelayedEmail } from './OrderDelayedEmail.tsx'
import { OrderReceivedEmail } from './OrderReceivedEmail.tsx'
import { orderCancelledFacts, orderCancelledKind, orderCancelledSubject } from './order-cancelled.ts'
import { orderChangedFacts, orderChangedKind, orderChangedSubject } from './order-changed.ts'
import { orderDelayedFacts, orderDelayedKind, orderDelayedSubject } from './order-delayed.ts'
import { orderReceivedFacts, orderReceivedKind, orderReceivedSubject } from './order-received.ts'
import { ParcelDespatchedEmail, ReadyToCollectEmail } from './ParcelEmails.tsx'
import { PaymentReceivedEmail, PaymentRequestedEmail } from './PaymentEmails.tsx'
import {
  parcelDespatchedKind,
  parcelFacts,
  parcelSubject,
  readyToCollectFacts,
  readyToCollectKind,
  readyToCollectSubject,
} from './parcel.ts'
import {
  paymentFacts,
  paymentReceivedKind,
  paymentReceivedSubject,
  paymentRequestedKind,
  paymentRequestedSubject,
} from './payment.ts'
import { type AcceptedTerms, formatTerms } from './terms-attachment.ts'

interface OrderEmailsDeps {
  config: Pick<Config, 'sessionSecret' | 'seller' | 'invoiceWhen'>
  /** Null: none are published. */
  terms: AcceptedTerms | null
}

/** The e-mails about orders, by their kind in the outbox. */
export const createOrderEmails = ({ config, terms }: OrderEmailsDeps): EmailRenderers => ({
  [orderReceivedKind]: async (stored, shop) => {
    const facts = orderReceivedFacts.parse(stored)
    // Terms that were changed since are not those that the customer accepted.
    const isOrdered = facts.outcome !== 'quote_requested'
    const acceptedTerms = isOrdered && terms?.version === facts.termsVersion ? terms : null
    // Until the goods leave it is a pro forma invoice.
    const isInvoiced = config.invoiceWhen === 'placed' && facts.outcome === 'placed'
    const name = isInvoiced ? 'Invoice (PDF)' : 'Pro forma invoice (PDF)'
    const path = createInvoicePath(config.sessionSecret, facts)
    const invoice = facts.hasInvoice ? { name, path } : null
    const props = { facts, shop, invoice, hasTerms: acceptedTerms !== null }
    const email = await renderEmail(
      orderReceivedSubject(facts, shop.name),
      createElement(OrderReceivedEmail, props),
    )
    if (!acceptedTerms) return email
    return { ...email, attachments: [attachTerms(acceptedTerms, shop, config.seller.address)] }
  },
  [orderCancelledKind]: (stored, shop) => {
    const facts = orderCancelledFacts.parse(stored)
    const { creditNote } = facts
    const creditNotePath = creditNote && createDocumentPath(config.sessionSecret, facts, creditNote)
    return renderEmail(
      orderCancelledSubject(facts, shop.name),
      createElement(OrderCancelledEmail, { facts, shop, creditNotePath }),
    )
  },
  [parcelDespatchedKind]: (stored, shop) => {
    const facts = parcelFacts.parse(stored)
    const { invoice } = facts
    const invoicePath = invoice && createDocumentPath(config.sessionSecret, facts, invoice)
    return renderEmail(
      parcelSubject(facts, shop.name),
      createElement(ParcelDespatchedEmail, { facts, shop, invoicePath }),
    )
  },
  [creditNoteKind]: (stored, shop) => {
    const facts = creditNoteFacts.parse(stored)
    const { number } = facts
    const path = number === null ? null : createDocumentPath(config.sessionSecret, facts, number)
    return renderEmail(
      creditNoteSubject(facts, shop.name),
      createElement(CreditNoteEmail, { facts, shop, path }),
    )
  },
  [orderDelayedKind]: (stored, shop) => {
    const facts = orderDelayedFacts.parse(stored)
    return renderEmail(
      orderDelayedSubject(facts, shop.name),
      createElement(OrderDelayedEmail, { facts, shop }),
    )
  },
  [readyToCollectKind]: (stored, shop) => {
    const facts = readyToCollectFacts.parse(stored)
    return renderEmail(
      readyToCollectSubject(facts, shop.name),
      createElement(ReadyToCollectEmail, { facts, shop }),
    )
  },
  [orderChangedKind]: (stored, shop) => {
    const facts = orderChangedFacts.parse(stored)
    const paymentPath = facts.amountDue > 0 ? createPaymentPath(config.sessionSecret, facts) : null
    return renderEmail(
      orderChangedSubject(facts, shop.name),
      createElement(OrderChangedEmail, { facts, shop, paymentPath }),
    )
  },
  [paymentRequestedKind]: (stored, shop) => {
    const facts = paymentFacts.parse(stored)
    const paymentPath = createPaymentPath(config.sessionSecret, facts)
    return renderEmail(
      paymentRequestedSubject(facts, shop.name),
      createElement(PaymentRequestedEmail, { facts, shop, paymentPath }),
    )
  },
  [paymentReceivedKind]: (stored, shop) => {
    const facts = paymentFacts.parse(stored)
    return renderEmail(
      paymentReceivedSubject(facts, shop.name),
      createElement(PaymentReceivedEmail, { facts, shop }),
    )
  },
  [orderNoteKind]: (stored, shop) => {
    const facts = orderNoteFacts.parse(stored)
    return renderEmail(orderNoteSubject(facts), createElement(OrderNoteEmail, { facts, shop }))
  },
  [orderMessageKind]: (stored, shop) => {
    const facts = orderMessageFacts.parse(stored)
    return renderEmail(
      orderMessageSubject(facts, shop.name),
      createElement(OrderMessageEmail, { facts, shop }),
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

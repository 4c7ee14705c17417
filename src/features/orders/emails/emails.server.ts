import type { DefinedEmail } from '../../../infra/mail/define-email.server.ts'
import {
  approvalGrantedEmail,
  approvalRejectedEmail,
  approvalRequestedEmail,
  noApproverEmail,
} from './ApprovalEmails.tsx'
import { orderMessageEmail, orderNoteEmail } from './CorrespondenceEmails.tsx'
import { creditNoteEmail } from './CreditNoteEmail.tsx'
import { orderCancelledEmail } from './OrderCancelledEmail.tsx'
import { orderChangedEmail } from './OrderChangedEmail.tsx'
import { orderDelayedEmail } from './OrderDelayedEmail.tsx'
import { orderReceivedEmail, type ReceivedDeps } from './OrderReceivedEmail.tsx'
import { parcelDespatchedEmail, readyToCollectEmail } from './ParcelEmails.tsx'
import { paymentReceivedEmail, paymentRequestedEmail } from './PaymentEmails.tsx'

export const orderEmails: readonly DefinedEmail<ReceivedDeps>[] = [
  orderReceivedEmail,
  orderCancelledEmail,
  parcelDespatchedEmail,
  readyToCollectEmail,
  orderDelayedEmail,
  creditNoteEmail,
  orderChangedEmail,
  paymentRequestedEmail,
  paymentReceivedEmail,
  orderNoteEmail,
  orderMessageEmail,
  approvalRequestedEmail,
  approvalGrantedEmail,
  approvalRejectedEmail,
  noApproverEmail,
]

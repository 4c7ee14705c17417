import { accountEmails } from './features/accounts/emails/emails.server.ts'
import { creditNoteEmail } from './features/billing/CreditNoteEmail.tsx'
import { documentsEmail } from './features/billing/DocumentsEmail.tsx'
import { paymentReceivedEmail, paymentRequestedEmail } from './features/billing/PaymentEmails.tsx'
import { orderChangedEmail } from './features/corrections/OrderChangedEmail.tsx'
import { orderMessageEmail, orderNoteEmail } from './features/correspondence/CorrespondenceEmails.tsx'
import { accountStoppedEmail } from './features/customers/AccountStoppedEmail.tsx'
import { ordersHeldEmail } from './features/customers/OrdersHeldEmail.tsx'
import { confirmSubscriptionEmail } from './features/newsletter/ConfirmSubscriptionEmail.tsx'
import {
  approvalGrantedEmail,
  approvalRejectedEmail,
  approvalRequestedEmail,
  noApproverEmail,
} from './features/orders/emails/ApprovalEmails.tsx'
import { orderCancelledEmail } from './features/orders/emails/OrderCancelledEmail.tsx'
import { orderReceivedEmail } from './features/orders/emails/OrderReceivedEmail.tsx'
import { quoteEmails } from './features/quotes/emails.server.ts'
import { returnEmails } from './features/returns/ReturnEmails.tsx'
import { invoicePaidEmail } from './features/sales-ledger/InvoicePaidEmail.tsx'
import { reminderEmail } from './features/sales-ledger/reminders/ReminderEmail.tsx'
import { statementEmail } from './features/sales-ledger/statement/StatementEmail.tsx'
import {
  applicationRefusedEmail,
  confirmApplicationEmail,
} from './features/trade-applications/ApplicationEmails.tsx'
import { orderDelayedEmail } from './features/warehouse/despatch/OrderDelayedEmail.tsx'
import { parcelDespatchedEmail, readyToCollectEmail } from './features/warehouse/despatch/ParcelEmails.tsx'

/** Every e-mail that the shop sends. */
export const emails = [
  ...accountEmails,
  confirmSubscriptionEmail,
  orderReceivedEmail,
  orderCancelledEmail,
  ordersHeldEmail,
  parcelDespatchedEmail,
  readyToCollectEmail,
  orderDelayedEmail,
  creditNoteEmail,
  documentsEmail,
  orderChangedEmail,
  paymentRequestedEmail,
  paymentReceivedEmail,
  orderNoteEmail,
  orderMessageEmail,
  approvalRequestedEmail,
  approvalGrantedEmail,
  approvalRejectedEmail,
  noApproverEmail,
  ...quoteEmails,
  ...Object.values(returnEmails),
  statementEmail,
  reminderEmail,
  invoicePaidEmail,
  accountStoppedEmail,
  confirmApplicationEmail,
  applicationRefusedEmail,
]

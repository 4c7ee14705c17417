export { findDeferredByRequest } from './credit-notes.server.ts'
export { issueDueInvoices } from './due-invoices.server.ts'
export { sendDailyDocuments } from './email-documents.server.ts'
export { createInvoicePaymentPath, isInvoicePaymentKey, toLinkUrl } from './invoice-link.server.ts'
export {
  type CreditNote,
  type CreditNoteRequest,
  creditUnsent,
  issueCreditNote,
  listPiecesToInvoice,
  planCredit,
  planCreditNote,
  toIssuedLines,
} from './issue-credit-note.server.ts'
export { issueInvoice } from './issue-invoice.server.ts'
export {
  creditedPieces,
  findCompanyDocument,
  findCreditNoteByRequest,
  getDocumentOrder,
  listDespatchedPieces,
  listPiecesOut,
  markRefundedOrders,
  orderCompany,
  orderDocuments,
  orderOrigin,
  orderRefunds,
  ordersWithRefundProblem,
} from './queries.ts'
export { attachInvoice, sendDocument, sendInvoice } from './send-document.server.ts'

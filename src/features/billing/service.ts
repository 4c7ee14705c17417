export { creditUnsent } from './credit-unsent.server.ts'
export { findDeferredByRequest } from './deferred-credit-notes.server.ts'
export { issueDueInvoices } from './due-invoices.server.ts'
export {
  type CreditNote,
  type CreditNoteRequest,
  type CreditNoteResult,
  issueCreditNote,
  listPiecesToInvoice,
  planCredit,
  planCreditNote,
  toIssuedLines,
} from './issue-credit-note.server.ts'
export { issueInvoice } from './issue-invoice.server.ts'
export { findCreditNoteByRequest, getDocumentOrder, listDespatchedPieces, listPiecesOut } from './queries.ts'
export { markRefundedOrders, ordersWithRefundProblem } from './refund-problems.server.ts'
export { sendDocument, sendInvoice } from './send-document.server.ts'
export { creditedPieces, orderDocuments, orderRefunds } from './summaries.server.ts'

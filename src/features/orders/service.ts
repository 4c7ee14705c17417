import type { AppContext } from '../../infra/app-context.ts'
import { isOrderOverdue, listOverdueOrders } from './placing/queries.ts'
import { releaseOverdue } from './placing/transitions.server.ts'

export { type AccountOrder, toViewer, type Viewer } from './account/account-order.ts'
export {
  type AccountNewsRow,
  accountNewsColumns,
  getAccountNews,
  toAccountNews,
} from './account/overview.server.ts'
export { findAccountOrder, isVisibleTo, ordersVisibleTo } from './account/queries.ts'
export { dismissMessages } from './correspondence/correspondence.server.ts'
export { closeMessages, insertMessage, listOrderEmails } from './correspondence/queries.ts'
export {
  type EmailCopies,
  type SendAgainRequest,
  type SentAgainResult,
  sendEmailAgain,
} from './correspondence/send-again.server.ts'
export { creditUnsent } from './documents/credit-unsent.server.ts'
export { findDeferredByRequest } from './documents/deferred-credit-notes.server.ts'
export { issueDueInvoices } from './documents/due-invoices.server.ts'
export {
  type CreditNote,
  type CreditNoteRequest,
  type CreditNoteResult,
  issueCreditNote,
  planCreditNote,
} from './documents/issue-credit-note.server.ts'
export { issueInvoice } from './documents/issue-invoice.server.ts'
export { findCreditNoteByRequest } from './documents/queries.ts'
export { addHistory } from './history.server.ts'
export type { Order } from './order.ts'
export {
  createPaymentPath,
  createQuotePath,
  getPaymentUrl,
  isPaymentKey,
  isQuoteKey,
} from './order-links.server.ts'
export { matchingOrdersSql } from './order-search.server.ts'
export { isOrderOfPersonSql } from './ownership.server.ts'
export { updatePaymentHold } from './payment-hold.server.ts'
export { notifyIfNoApprover } from './placing/approver.server.ts'
export {
  exceedsHoldLimit,
  releaseChangedBasket,
  releaseOverdueStock,
  releaseStock,
  retakeStock,
} from './placing/holds.server.ts'
export { type PlaceOrderResult, placeOrder, saveOrder } from './placing/place-order.server.ts'
export { deleteLapsedGuestPasswords } from './placing/queries.ts'
export type { StockShortage } from './placing/stock.server.ts'
export { releaseAndTransition, releaseOverdue, supersedeGuestOrders } from './placing/transitions.server.ts'
export { insertPreparedQuote, type PreparedQuote } from './prepared-quote.server.ts'
export {
  findLatestOrder,
  findOrderById,
  findOrderByReference,
  findOwnOrder,
  hasOrderedAs,
  listEarlierOrders,
  lockOrder,
  lockVouchers,
  type OrderSource,
  orderColumns,
} from './queries.ts'
export { markRefundedOrders } from './refund-problems.server.ts'
export { replaceLines } from './replace-lines.server.ts'
export { addSession, extendHold, setContactEmail, updateState } from './write-queries.server.ts'

const lapseBatch = 200

/** Lapses open orders whose hold has ended; a payment that was opened meanwhile has extended it. Returns how many. */
export { listSendableLines } from './picking/sendable-lines.server.ts'
export async function lapseOrders({ db, now }: AppContext): Promise<number> {
  const time = now()
  const ids = await listOverdueOrders(db, time, lapseBatch)
  const release = { to: 'lapsed', actor: { kind: 'clock' }, why: 'not placed in time', now: time } as const
  return releaseOverdue(db, ids, (tx, id) => isOrderOverdue(tx, id, time), release)
}

import type { AppContext } from '../../infra/app-context.ts'
import { isOrderOverdue, listOverdueOrders } from './placing/queries.ts'
import { releaseOverdue } from './placing/transitions.server.ts'

export {
  allocatedPiecesSql,
  expectedDay,
  expectedDayOfOrder,
  expectedFacts,
  isSentTogetherSql,
} from './expectation/queries.ts'
export {
  addEvent,
  addHistory,
  getOrderVersion,
  type OrderChangeRequest,
  toOrderVersionSql,
} from './history.server.ts'
export { checkCredit, writeCreditHold } from './holds/credit-hold.server.ts'
export { holdOrder, releaseOrder } from './holds/hold.server.ts'
export type { RemovalReason } from './holds/hold-rules.ts'
export { updatePaymentHold } from './holds/payment-hold.server.ts'
export {
  getHolds,
  isAccountStoppedSql,
  isCreditHeldSql,
  lockPickListOf,
  removeFromPickList,
  updateHolds,
} from './holds/queries.ts'
export type { Order } from './order.ts'
export {
  createDocumentPath,
  createPaymentPath,
  createQuotePath,
  createStatusPath,
  getPaymentUrl,
  isInvoiceKey,
  isPaymentKey,
  isQuoteKey,
  readStatusToken,
  toAmountToPay,
} from './order-links.server.ts'
export { findMatchingOrders, matchingOrdersSql } from './order-search.server.ts'
export {
  findExceededHoldLimit,
  releaseChangedBasket,
  releaseOverdueStock,
  releaseStock,
  retakeStock,
} from './placing/holds.server.ts'
export {
  lacksApprover,
  notifyIfNoApprover,
  type PlaceOrderResult,
  placeOrder,
  saveOrder,
} from './placing/place-order.server.ts'
export { deleteLapsedGuestPasswords } from './placing/queries.ts'
export type { StockShortage } from './placing/stock.server.ts'
export { releaseAndTransition, releaseOverdue, supersedeGuestOrders } from './placing/transitions.server.ts'
export {
  amountDue,
  customerNameSql,
  findLatestOrder,
  findOrderById,
  findOrderByReference,
  findOrigin,
  findOwnOrder,
  hasOrderedAs,
  isOrderOfPersonSql,
  isOwnOrder,
  lineProducts,
  listEarlierOrders,
  lockOrder,
  lockVouchers,
  type OrderSource,
  orderColumns,
  orderLineColumns,
  paidByCard,
  paidByHand,
} from './queries.ts'
export {
  addSession,
  extendHold,
  insertOrder,
  replaceLines,
  setContactEmail,
  toOrderLineRow,
  updateState,
} from './write-queries.server.ts'

const lapseBatch = 200

/** Lapses open orders whose hold has ended; a payment that was opened meanwhile has extended it. Returns how many. */
export async function lapseOrders({ db, now }: AppContext): Promise<number> {
  const time = now()
  const ids = await listOverdueOrders(db, time, lapseBatch)
  const release = { to: 'lapsed', actor: { kind: 'clock' }, why: 'not placed in time', now: time } as const
  return releaseOverdue(db, ids, (tx, id) => isOrderOverdue(tx, id, time), release)
}

import * as order from './busy-actions.ts'
import * as customer from './busy-customers.ts'
import type { Actions } from './busy-shop.ts'
import * as staff from './busy-staff.ts'

/** Each with how often it is drawn, relative to the others of its people. */
export const actions = {
  guests: { orderAsGuest: [1, customer.orderAsGuest], readProduct: [5, customer.readProduct] },
  buyers: {
    orderOnAccount: [5, customer.orderOnAccount],
    orderToCollect: [2, customer.orderToCollect],
    requestQuote: [2, customer.requestQuote],
    orderQuote: [2, customer.orderQuote],
    requestReturn: [5, customer.requestReturn],
    readOrders: [1, customer.readOrders],
  },
  apprentices: { requestApproval: [3, customer.requestApproval], readOrders: [1, customer.readOrders] },
  headBuyers: {
    approveRequest: [5, customer.approveRequest],
    rejectRequest: [1, customer.rejectRequest],
    readStatement: [1, customer.readStatement],
  },
  staff: {
    despatchSome: [9, order.despatchSome],
    announceReady: [2, order.announceReady],
    despatchAtCounter: [3, order.despatchAtCounter],
    changeTracking: [1, order.changeTracking],
    announceDelay: [1, order.announceDelay],
    makeList: [3, order.makeList],
    scanPart: [3, order.scanPart],
    pickShort: [2, order.pickShort],
    undoPick: [1, order.undoPick],
    finishList: [1, order.finishList],
    hold: [1, order.hold],
    holdAgain: [1, order.holdAgain],
    release: [2, order.release],
    releaseTwiceHeld: [2, order.releaseTwiceHeld],
    cancel: [1, order.cancel],
    correctQuantity: [2, order.correctQuantity],
    correctAddress: [1, order.correctAddress],
    replaceProduct: [1, order.replaceProduct],
    refundAmount: [1, order.refundAmount],
    refundLine: [2, order.refundLine],
    authoriseReturn: [3, order.authoriseReturn],
    receiveReturn: [3, order.receiveReturn],
    inspectReturn: [3, order.inspectReturn],
    creditReturn: [3, order.creditReturn],
    bookDelivery: [2, staff.bookDelivery],
    countStock: [1, staff.countStock],
    priceQuote: [2, staff.priceQuote],
    enterPayment: [2, staff.enterPayment],
    allocatePayment: [2, staff.allocatePayment],
    cancelPayment: [1, staff.cancelPayment],
    emailStatement: [1, staff.emailStatement],
  },
} as const satisfies Record<string, Actions>

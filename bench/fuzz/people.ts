import { actions as crowds } from '../../tests/support/busy-crowds.ts'
import type { Actions, Person } from '../../tests/support/busy-shop.ts'
import * as account from './account-flows.ts'
import * as order from './order-flows.ts'

/** Signed-in people are copies of these people of the demo, so that no one ends the session of another. */
export const roles = [
  'visitor',
  'retail@example.com',
  'trade@example.com',
  'head@example.com',
  'apprentice@example.com',
  'staff@example.com',
] as const
export type Role = (typeof roles)[number]

export interface FuzzPerson extends Person {
  role: Role
  /** Nothing that they send is broken on purpose. */
  isCareful: boolean
  isSignedOut: boolean
  /** Doing something of `roleActions`. */
  isActing: boolean
}

/** Where they begin to follow links. */
export const firstPages: Record<Role, readonly string[]> = {
  visitor: [
    ...[
      '/',
      '/basket',
      '/order-pad',
      '/order/find',
      '/login',
      '/password/forgot',
      '/search?query=oil+filter',
    ],
    ...['/filterhouse/fh-oil-1', '/find-replacement-filters', '/checkout'],
  ],
  'retail@example.com': ['/account', '/account/addresses', '/account/details'],
  'trade@example.com': ['/account', '/account/orders', '/account/quotes', '/account/returns'],
  'head@example.com': ['/account', '/account/approvals', '/account/colleagues'],
  'apprentice@example.com': ['/account', '/account/orders'],
  'staff@example.com': ['/admin', '/admin/orders', '/admin/orders/new', '/admin/stock/goods-in'],
}

// A statement of all that the run has ordered takes seconds to draw.
const { readStatement: _, ...headBuyers } = crowds.headBuyers

export const roleActions: Record<Role, Actions> = {
  visitor: {
    orderAsGuest: crowds.guests.orderAsGuest,
    cancelPayment: [1, order.cancelPayment],
    lookUpOrder: [1, order.lookUpOrder],
    listDelivery: [1, order.listDelivery],
    search: [1, order.search],
    fillPad: [1, order.fillPad],
    subscribe: [1, account.subscribe],
  },
  // They sign in anew each time, which takes long.
  'retail@example.com': {
    signOut: [1, account.signOut],
    useSecondFactor: [1, account.useSecondFactor],
    changePassword: [1, account.changePassword],
    resetPassword: [1, account.resetPassword],
    changeEmail: [1, account.changeEmail],
    changeDetails: [1, account.changeDetails],
    verifyEmail: [1, account.verifyEmail],
    inviteColleague: [1, account.inviteColleague],
    keepAddresses: [1, account.keepAddresses],
  },
  'trade@example.com': {
    ...crowds.buyers,
    keepList: [2, order.keepList],
    writeAboutQuote: [2, order.writeAboutQuote],
    cancelReturn: [2, order.cancelReturn],
  },
  'head@example.com': headBuyers,
  'apprentice@example.com': crowds.apprentices,
  'staff@example.com': {
    ...crowds.staff,
    repeatRefund: [1, order.repeatRefund],
    payRest: [1, order.payRest],
    quoteForCaller: [1, order.quoteForCaller],
    refuseReturn: [1, order.refuseReturn],
    closeReturn: [1, order.closeReturn],
    tickNote: [1, order.tickNote],
    dismissMessages: [1, order.dismissMessages],
    releaseReserved: [1, order.releaseReserved],
    checkPromise: [1, order.checkPromise],
    writeAboutOrder: [1, order.writeAboutOrder],
    allocateCredit: [1, order.allocateCredit],
  },
}

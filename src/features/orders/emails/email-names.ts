import { upperFirst } from '../../../lib/text.ts'
import { readyDescription } from '../messages.ts'
import {
  approvalGrantedKind,
  approvalRejectedKind,
  approvalRequestedKind,
  noApproverKind,
} from './approval.ts'
import { orderMessageKind, orderNoteKind } from './correspondence.ts'
import { creditNoteKind } from './credit-note.ts'
import { orderCancelledKind } from './order-cancelled.ts'
import { orderChangedKind } from './order-changed.ts'
import { orderDelayedKind } from './order-delayed.ts'
import { orderReceivedKind } from './order-received.ts'
import { parcelDespatchedKind, readyToCollectKind } from './parcel.ts'
import { paymentReceivedKind, paymentRequestedKind } from './payment.ts'

/**
 * The e-mails about an order that go to its customer, and no link in them ends: staff can send them again. Every new one
 * gets a line here.
 */
const customerEmailNames: Record<string, string> = {
  [orderReceivedKind]: 'Order received',
  [orderCancelledKind]: 'Order cancelled',
  [parcelDespatchedKind]: 'Despatched',
  [readyToCollectKind]: readyDescription.text,
  [orderDelayedKind]: 'Order delayed',
  [creditNoteKind]: 'Credit note',
  [orderChangedKind]: 'Order changed',
  [paymentRequestedKind]: 'Payment link',
  [paymentReceivedKind]: 'Payment received',
  [orderMessageKind]: 'Your message',
  [approvalGrantedKind]: 'Approved',
  [approvalRejectedKind]: 'Not approved',
  // The feature of returns renders them.
  'return-requested': 'Return requested',
  'return-authorised': 'Return authorised',
  'return-refused': 'Return refused',
  'return-received': 'Return received',
  'return-closed': 'Return closed',
}

const otherEmailNames: Record<string, string> = {
  [approvalRequestedKind]: 'To the head buyer: order to approve',
  [noApproverKind]: 'To staff: nobody can approve',
  [orderNoteKind]: 'To staff: note',
}

export const isForCustomer = (kind: string): boolean => kind in customerEmailNames

/** It goes to the person who requested the return, who need not be the order's contact. */
export const isOfReturn = (kind: string): boolean => kind.startsWith('return-')

/** 'Order received'. */
export const getEmailName = (kind: string): string =>
  customerEmailNames[kind] ?? otherEmailNames[kind] ?? upperFirst(kind.replaceAll('-', ' '))

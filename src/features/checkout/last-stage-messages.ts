import { contactSentence } from '../../lib/shop-contact.ts'
import { onStopMessage } from '../accounts/messages.ts'
import { choiceMessages, deliveryMessages } from '../delivery/messages.ts'
import { missingFreeReason } from '../orders/free-reason.ts'
import { purchaseOrderMaxLength } from '../orders/order.ts'

/** The messages that the checkout's first view does not need: of delivery options, of payment, and of placing the order. */
export const lastStageMessages = {
  deliveryMethod: choiceMessages.not_offered,
  freeReason: missingFreeReason,
  paymentMethod: 'Invalid payment method chosen.',
  billingErrors: 'Billing address contains errors.',
  deliveryErrors: 'Delivery address contains errors.',
  billingCountry: 'Billing country address is invalid.',
  deliveryCountry: 'Delivery country address is invalid.',
  billingPostcode: 'Billing postcode is invalid.',
  deliveryPostcode: 'Delivery postcode is invalid.',
  orderNumberEmpty: 'Order number is empty',
  termsNeeded: 'You need to agree before completing your order',
  onStop: onStopMessage,
  noPaymentMethods: contactSentence(
    'There is no way to pay for this order just now. Please call us and we’ll help. {phone}',
    'There is no way to pay for this order just now.',
  ),
  purchaseOrderTooLong: `A PO number can have ${purchaseOrderMaxLength} characters at most.`,
  noDeliveryOptions: deliveryMessages.no_options,
  notCharged: 'Your card has not been charged.',
  cancelFailed: 'We couldn’t reach the shop, so the payment is not cancelled yet. Please try again.',
  loadedDeliveryUnavailable: 'The delivery on this order is no longer available. Please choose another.',
  optionUnavailable: 'The delivery you had chosen can no longer be had. Please choose from these.',
  /** `next`: null while no day can be promised. */
  dayUnavailable: (day: string, next: string | null) =>
    `The day you had chosen can no longer be had: it was ${day}. ${next === null ? 'Some items are on back order now.' : `The next is ${next}.`}`,
  pricesNotRefreshed: 'We couldn’t update the prices just now: they may have changed.',
  paymentUnknown: 'We can’t reach the shop just now. If you’ve paid, don’t pay again: we’ll keep checking.',
} as const

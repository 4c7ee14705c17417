import { formatRequired } from '../../lib/calls/field-checks.ts'
import { addressMessages } from '../../lib/contact/address-checks.ts'
import { contactSentence } from '../../lib/shop-contact.ts'
import { passwordMessages } from '../accounts/passwords/password-rules.ts'

/** The messages of the checkout. Those that the requirements quote (R-CHECKOUT-*) are fixed to the letter. */
export const checkoutMessages = {
  required: formatRequired<ContactField>,
  emailNotValid: 'Email address not valid.',
  emailExists: 'Email address already exists.',
  existingAccount: 'Existing account',
  contactInvalid: 'The details you provided are invalid.',

  deliveryInvalid: 'The delivery address details you have provided are invalid.',
  billingInvalid: 'The billing address details you have provided are invalid.',
  norwayNeedsTaxCode:
    'In order to process your order to Norway we will need your TAX code for customs purposes',

  savedInOtherLetters: `${addressMessages.latinLetters} Change it in your account, or choose Add New Address.`,

  billingReset:
    'Billing Address Changed: Your billing address for your order has been reset to your account billing address.',

  loadFailed: 'An Error occurred while loading the checkout',
  optionsFailed: 'Error loading delivery options',
  savingDeliveryFailed: 'Error saving delivery information',
  removeItem: 'Please remove this item from your basket.',
  removeItems: 'Please remove these items from your basket.',
  returnToBasket: 'Return to basket',

  passwordTooShort: passwordMessages.too_short,
  telephoneNotValid: 'Telephone number not valid.',
  signInOrReset:
    'There is an account with this email address. Please sign in, or reset your password if you have forgotten it.',
  needsJavaScript: contactSentence(
    'The checkout needs JavaScript. Please switch it on, or call {phone}: we take orders by phone too.',
    'The checkout needs JavaScript. Please switch it on.',
  ),
  networkFailed:
    'We couldn’t reach the shop. Nothing you typed is lost: check your connection and try again.',
  sentTooEarly: 'The page was still loading when you sent it. Please check your details and send them again.',
  unpaid: (reference: string) =>
    `Order ${reference} is not paid yet: nothing was charged. Place the order again to pay, or make changes first.`,
  choosePayment: 'The total has changed, and there is something to pay now: please choose how.',
  loadedItems: contactSentence(
    'The items on a quote or approval order can’t be changed here. Please call us if you need it without them.',
    'The items on a quote or approval order can’t be changed here.',
  ),
  signedOut:
    'You have been signed out. Sign in again and carry on where you left off: we’ve kept everything you typed.',
  passwordAgain: 'Please type your password again: for your safety it’s never stored on this device.',
} as const

export type ContactField = 'Name' | 'Email' | 'Password' | 'Telephone'

/** Below the list of items that cannot be ordered (R-CHECKOUT-24). */
export function formatRemoval(items: readonly string[]): string {
  return items.length === 1 ? checkoutMessages.removeItem : checkoutMessages.removeItems
}

/** Why an order cannot be created or completed. */
export const orderMessages = {
  emptyBasket: 'Your basket is empty, so there is nothing to order.',
  itemsUnavailable: 'Some of the items in your basket can no longer be ordered.',
  priceOnRequest: (code: string, title: string) =>
    `${code} ${title}: its price is now on request. Take it out of your basket and ask us for a quote.`,
  noLongerSold: (code: string, title: string) => `${code} ${title} is no longer sold.`,
  shortOfStock: (code: string, title: string, available: number) =>
    available > 0
      ? `${code} ${title}: only ${available} in stock.`
      : `${code} ${title} has gone out of stock.`,
  /** `removals`: a sentence for each voucher. */
  vouchersLapsed: (removals: readonly string[], total: string) =>
    [...removals, `The total is now ${total}. Please check it and place the order again.`].join(' '),
  nothingToComplete: 'There is no order to complete. Please place it from the checkout.',
  cardFormOpen:
    'The card payment for this order is open. Press ‘Cancel payment’ first if you want to change anything.',
  payFirst: 'This order is paid by card: please finish the payment first.',
  somethingToPay: (total: string) =>
    `There is something to pay for this order now: it comes to ${total}. Please choose how to pay, and place it again.`,
  notByCard: contactSentence(
    'A card payment can be from £0.01 to £100,000.00. Please choose another way to pay, or call us.',
    'A card payment can be from £0.01 to £100,000.00. Please choose another way to pay.',
  ),
  /** Of a signed-in customer, a guest, or all guests of an IP address. */
  tooMuchHeld: ({
    of,
    pounds,
    lines,
  }: {
    of: 'person' | 'guest' | 'address'
    pounds: number
    lines: number
  }) => {
    const goods = `reserve up to £${pounds.toLocaleString('en-GB')} and ${lines.toLocaleString('en-GB')} lines at a time`
    if (of === 'address') {
      const limit = `Everybody who orders from your network without signing in can together ${goods} in orders that aren’t paid or placed yet. Please sign in`
      return contactSentence(
        `${limit}, try again in half an hour, or call us.`,
        `${limit} or try again in half an hour.`,
      )
    }
    const limit = `Orders that aren’t paid or placed yet can ${goods}. Please pay for or clear those you have open`
    const isGuest = of === 'guest'
    return contactSentence(
      `${limit}${isGuest ? ', sign in,' : ','} or call us.`,
      `${limit}${isGuest ? ', or sign in' : ''}.`,
    )
  },
  lapsed: 'Your order was not completed within 30 minutes, so we released the goods. Please place it again.',
  needsApproval: 'Your orders need approval, so this one can’t be placed directly.',
  noLongerAllowed: 'You can no longer order this way. Please choose another way to pay.',
  totalChanged: (total: string) =>
    `The total has changed since you last saw it: it is now ${total}. Please check it and place the order again.`,
  quoteChanged: (total: string) =>
    `We have changed what this quote offers since you last saw it: the total is now ${total}. Please check the goods and place the order again.`,
  orderedMeanwhile: 'Somebody else has ordered this in the meantime. Nothing was ordered twice.',
  notForApproval: 'This order doesn’t need approval: please place it yourself.',
  tooManySaves: 'Too many orders from your address. Please wait a minute.',
} as const

/** Why a request cannot be approved by one press: the checkout loads it for changes. */
export const requestMessages = {
  notOnAccount: 'You can’t order on account. Open the request in the checkout to pay by card.',
  deliveryGone: 'The delivery requested is no longer available.',
  dayGone: (next: string | null) =>
    `The delivery day requested is no longer available.${next === null ? '' : ` The next one is ${next}.`} Nothing is ordered yet.`,
  problems: (problems: readonly string[]) =>
    `${problems.join(' ')} Nothing is ordered yet: open the request in the checkout to change it, or reject it.`,
}

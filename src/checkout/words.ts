import { choiceWords } from '../delivery/words.ts'

/** Every sentence the checkout says by the specification's word (§4, §5, §6, §8), each here and nowhere else. */
export const checkoutWords = {
  required: (field: ContactField) => `${field} is required.` as const,
  emailNotValid: 'Email address not valid.',
  emailExists: 'Email address already exists.',
  existingAccount: 'Existing account',
  contactInvalid: 'The details you provided are invalid.',

  invalid: (label: AddressLabel) => `${label} is invalid.` as const,
  // Missing, it is '{label} is invalid.' with a full stop; mismatched, it is this, without one.
  postcodeMismatch: 'Postcode is invalid',
  deliveryInvalid: 'The delivery address details you have provided are invalid.',
  billingInvalid: 'The billing address details you have provided are invalid.',
  norwayNeedsTaxCode:
    'In order to process your order to Norway we will need your TAX code for customs purposes',

  deliveryMethod: choiceWords.not_offered,
  paymentMethod: 'Invalid payment method chosen.',
  billingErrors: 'Billing address contains errors.',
  deliveryErrors: 'Delivery address contains errors.',
  billingCountry: 'Billing country address is invalid.',
  deliveryCountry: 'Delivery country address is invalid.',
  billingPostcode: 'Billing postcode is invalid.',
  deliveryPostcode: 'Delivery postcode is invalid.',
  orderNumberEmpty: 'Order number is empty',
  termsNeeded: 'You need to agree before completing your order',

  billingReset:
    'Billing Address Changed: Your billing address for your order has been reset to your account billing address.',
  onStop:
    'Your account is currently on stop. Orders on account will be accepted but not immediately despatched.',

  loadFailed: 'An Error occurred while loading the checkout',
  optionsFailed: 'Error loading delivery options',
  savingDeliveryFailed: 'Error saving delivery information',
  removeItem: 'Please remove this item from your basket.',
  removeItems: 'Please remove these items from your basket.',
  returnToBasket: 'Return to basket',
} as const

/** What the checkout says besides: short, what happened and what to do. */
export const ownWords = {
  passwordTooShort: 'Password must be at least 8 characters.',
  telephoneNotValid: 'Telephone number not valid.',
  tooLong: (label: string, most: number) => `${label} must be ${most} characters or fewer.`,
  signInOrReset:
    'There is an account with this email address. Please sign in, or reset your password if you have forgotten it.',
  noPaymentMethods: 'There is no way to pay for this order just now. Please call us and we will help.',
  networkAway: 'We could not reach the shop. Nothing you typed is lost: check your connection and try again.',
  notCharged: 'Your card has not been charged.',
  passwordAgain: 'Please type your password once more: for your safety it is never kept on this device.',
} as const

export type ContactField = 'Name' | 'Email' | 'Password' | 'Telephone'
export type AddressLabel =
  | 'First name'
  | 'Surname'
  | 'Address line 1'
  | 'Town'
  | 'Postcode'
  | 'Country'
  | 'Telephone'
  | 'Company'
  | 'Address line 2'
  | 'County'

/** Below the list of items that stand in the way of an order (Specification §8). */
export function removalWords(items: readonly string[]): string {
  return items.length === 1 ? checkoutWords.removeItem : checkoutWords.removeItems
}

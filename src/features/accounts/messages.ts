import { emailMaxLength } from '../../lib/contact/email.ts'
import { contactSentence } from '../../lib/shop-contact.ts'
export type LoginRefusal = 'wrong_pair' | 'too_many' | 'account_limited'

export const loginMessages: Record<LoginRefusal, string> = {
  // R-ACCOUNT-1: one sentence for every wrong pair, which does not reveal whether the address has an account.
  wrong_pair: 'That email address and password don’t match an account.',
  too_many: 'Too many failed attempts. Please wait a while, or reset your password.',
  // R-ACCOUNT-7: the same for every address, with or without an account.
  account_limited:
    'Too many failed attempts with this email address. Please sign in with a browser you’ve used here before, or reset your password.',
}

export type SecondStepRefusal = 'gone' | 'wrong_code' | 'too_many_codes'

export const secondStepMessages: Record<SecondStepRefusal, string> = {
  gone: 'You ran out of time for the second step. Please sign in again.',
  wrong_code: 'That code is wrong or has already been used. Please wait for the next one.',
  too_many_codes: 'Too many wrong codes. Please wait a quarter of an hour, then sign in again.',
}

/** When the account asks for the password once more. */
export const confirmPasswordMessages = {
  wrong_password: 'That isn’t your current password.',
  too_many_tries: 'Too many wrong passwords. Please wait a quarter of an hour.',
  too_many_codes: 'Too many wrong codes. Please wait a quarter of an hour.',
} as const

/** R-PRIVACY-4 */
export const accountErasedMessage =
  'This account has been closed and its data erased, so nothing was ordered. You can order without an account.'

/** R-CHECKOUT-19 */
export const onStopMessage =
  'Your account is currently on stop. Orders on account will be accepted but not immediately despatched.'

export const existsLimitMessage = 'Too many checks from your address. Please wait a minute.'

export const loggedOutMessage = 'You have signed out.'

export const resetMessages = {
  tooMany: contactSentence(
    'Too many requests from your address. Please wait an hour, or call us.',
    'Too many requests from your address. Please wait an hour.',
  ),
  /** The same whether or not there is such an account. */
  sent: 'If there is an account with that email address, we’ve sent it a link to choose a new password.',
  linkGone: 'This link has already been used or is more than an hour old. Please ask for a new one.',
  changed: 'Your new password has been set. Please sign in with it.',
} as const

export const verifyMessages = {
  sent: 'We have sent you the link again. Please check your email.',
  tooMany: 'We have sent you several links already. Please check your email, including the junk folder.',
  linkGone:
    'This link has already been used or is more than 7 days old. You can ask for a new one in your account.',
  verified: 'Thank you. Your email address is confirmed.',
  already: 'Your email address is already confirmed.',
} as const

export const detailsMessages = {
  saved: 'Your details have been saved.',
  passwordChanged: 'Your password has been changed. All other devices are signed out.',
} as const

export const emailChangeMessages = {
  invalid: 'That doesn’t look like an email address. Check for typing mistakes.',
  tooLong: `Email address must be ${emailMaxLength} characters or fewer.`,
  same: 'That’s already your email address.',
  tooMany: 'You have asked for several changes already. Please wait an hour.',
  /** The same whether or not the new address has an account. */
  requested: 'We have sent an email to both addresses. Please open the link in each.',
  cancelled: 'The change has been cancelled. Your email address stays as it is.',
  linkGone: 'This link has already been used or is more than a day old. You can ask for the change again.',
  otherPerson:
    'This link belongs to another account. Please sign in with the account whose address you are changing.',
  taken: (email: string) =>
    `There is already an account with ${email}, so your email address stays as it is.`,
  changed: 'Your email address has been changed. Other devices are signed out.',
  changedSignIn: (email: string) => `Your email address has been changed. Please sign in with ${email}.`,
  stopped: 'The change has been stopped. Somebody may know your password, so please choose a new one.',
} as const

export const colleagueMessages = {
  not_a_head_buyer: 'Only head buyers can manage colleagues.',
  restricted: 'Your own orders need approval, so ask another head buyer to manage colleagues.',
  yourself: 'You can’t remove yourself: ask another head buyer.',
  tooMany: 'Your company has sent many invitations already. Please wait an hour.',
  tooManyToAddress: 'We have sent several emails to that address already. Please wait an hour.',
  member: (company: string) => `Somebody with that address already orders for ${company}.`,
  invited: (email: string) => `We have sent an invitation to ${email}. It works for 7 days.`,
  withdrawn: 'The invitation has been withdrawn. Its link no longer works.',
  removed: 'Your colleague has been removed and signed out.',
} as const

export const invitationMessages = {
  gone: 'This invitation was withdrawn or is more than 7 days old. Please ask the person who invited you for another.',
  cannotJoin: contactSentence(
    'The account with this email address can’t join a company. Please call us on {phone}.',
    'The account with this email address can’t join a company. Please write to us.',
  ),
  signIn: 'There is already an account with this email address. Please sign in with it, then join.',
  joined: (company: string) => `Welcome. You now order for ${company}.`,
} as const

export const secondFactorMessages = {
  needed: 'Staff accounts need two-step sign-in, so it can’t be switched off.',
  off: 'Two-step sign-in has been switched off.',
  startAgain: 'Please start the set-up again.',
} as const

export const savedAddressMessages = {
  added: 'The address has been saved.',
  changed: 'The address has been changed.',
  deleted: 'The address has been deleted.',
  tooMany: 'You’ve saved as many addresses as we can store. Please delete one first.',
  notShared: 'Only head buyers can share addresses with the company.',
  usualSaved: 'Your usual delivery has been saved.',
  noService: 'Please choose one of these services.',
} as const

export function formatRemainingCodes(count: number): string {
  return count === 1 ? '1 recovery code is left.' : `${count} recovery codes are left.`
}

/** For staff who have changed a login: their colleague's, or a customer's. */
export const formatDisabled = (name: string): string => `${name} is signed out everywhere and cannot sign in.`
export const formatReset = (name: string): string =>
  `Two-step sign-in of ${name} is off. They are signed out everywhere and get an email about it.`

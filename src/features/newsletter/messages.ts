/** What is agreed to; kept with each consent as it was read (UK GDPR, PECR). A change of words is a new text. */
export const consentText =
  'Send me the newsletter: new ranges and price changes, about once a month. I can stop it at any time with the link in each letter.'

/** Specification §5, §8. */
export const newsletterWords = {
  blank: 'Please enter your email address',
  subscribedTitle: 'Subscribed',
  subscribed: 'You have been successfully subscribed',
  asked: 'One step is left: open the mail we have just sent you and confirm your address.',
  tooMany: 'Too many sign-ups from your address. Please wait a minute.',
  linkGone:
    'That link has been used or is too old. To get the newsletter, enter your address once more at the foot of any page.',
  unsubscribed: 'You have been taken off the list. No more letters will come.',
} as const

/** Specification §5: required, and it must contain '@'. */
export function canBeSent(email: string): boolean {
  return email.trim().includes('@')
}

/** Specification §7: the return URL ends so. */
export const returnHash = '#newsletter-subscribed'

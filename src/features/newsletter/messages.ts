/** The text that subscribers agree to. It is stored with each consent (UK GDPR, PECR), so an old consent keeps its text. */
export const consentText =
  'Send me the newsletter: new ranges and price changes, about once a month. I can unsubscribe at any time with the link in every email.'

export const newsletterMessages = {
  blank: 'Please enter your email address',
  subscribedTitle: 'Subscribed',
  subscribed: 'You have been successfully subscribed',
  confirmationSent: 'One more step: open the email we’ve just sent you and press the button in it.',
  tooMany: 'Too many sign-ups from your address. Please wait a minute.',
  linkGone:
    'That link has been used or has expired. To get the newsletter, enter your email address again at the foot of any page.',
  unsubscribed: 'You have unsubscribed. We won’t send you any more newsletters.',
} as const

/** R-NEWSLETTER-1 */
export function isSubmittable(email: string): boolean {
  return email.trim().includes('@')
}

/** The end of the return URL (R-NEWSLETTER-1). */
export const returnHash = '#newsletter-subscribed'

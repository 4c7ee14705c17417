/** What the frame of every page says (specification §5, §8). */
export const frameWords = {
  newsletterBlank: 'Please enter your email address',
  subscribedTitle: 'Subscribed',
  subscribed: 'You have been successfully subscribed',
  demo: 'Demo data, do not use for fitment',
} as const

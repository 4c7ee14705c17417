/** What the finder says (specification §2). */
export const finderWords = {
  idle: 'Use the side menu to refine products',
  denied: "You don't have access to this feature yet",
  contact: 'Please contact the provider for access',
  failed: 'The filters could not be loaded. Your choice is kept: check your connection and try again.',
} as const

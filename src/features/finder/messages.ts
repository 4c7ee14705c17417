export const finderMessages = {
  idle: 'Use the side menu to refine products',
  denied: "You don't have access to this feature yet",
  contact: 'Please contact the provider for access',
  groupsFailed: 'The sizes and shapes could not be loaded. Check your connection and try again.',
  slow: 'This is taking longer than usual. You can go on waiting, or ask again.',
  fewerWords: 'Check the spelling, or leave the last letters of a number away.',
  fewerFilters: 'Take one of the filters away.',
  noMakes: 'There are no machines in our catalogue yet.',
  nothingAdded: 'Nothing was added: the shop could not be reached. Check your connection and try again.',
  newList: 'Make a list for this machine',
  failed: 'The filters could not be loaded. Your choice is kept: check your connection and try again.',
} as const

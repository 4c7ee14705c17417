/** The basket page's messages; the first three and the minimum order are fixed to the letter (R-BASKET-2, -3, -8). */
export const basketMessages = {
  loading: 'Loading',
  empty: 'Your basket is empty',
  updating: 'Updating...',
  entryNotSaved: 'Not saved yet. Leave the field again to retry.',
  rowGone: (name: string, quantity: number) =>
    `${name} is no longer in your basket, so the quantity ${quantity.toLocaleString('en-GB')} was not saved. Add it again if you need it.`,
  rowChanged: (quantity: number) =>
    `${quantity.toLocaleString('en-GB')} was not saved: the quantity was changed somewhere else meanwhile.`,
  /** `value` in pounds, two decimals: '10.00'. */
  minimumOrder: (value: string) => `There is a minimum order value of £${value} exc. VAT` as const,
} as const

/** R-VOUCHER-4. */
export const voucherAddedMessage = 'Thank you! The discount has been added to your basket.'
export const voucherToastMs = 4000
/** R-BASKET-11. */
export const addedToastMs = 5000
/** Long enough to read it and reach 'Undo'. */
export const undoToastMs = 10_000
/** A typed quantity is sent after this pause, or on leaving the field. */
export const quantityPauseMs = 600
/** Product autocomplete (R-SEARCH-8). */
export const quickAddMinCharacters = 3
export const quickAddDebounceMs = 250
/** The message about a removed voucher needs longer to read. */
export const noticeToastMs = 10_000

/** The basket page's sentences by the specification (§2, §5), each here and nowhere else. */
export const pageWords = {
  loading: 'Loading',
  empty: 'Your basket is empty',
  updating: 'Updating...',
  /** `value` in pounds, two decimals: '10.00'. */
  minimumOrder: (value: string) => `There is a minimum order value of £${value} exc. VAT` as const,
} as const

/** Specification §9: how long the voucher's toast stays. */
export const voucherToastMs = 4000
/** Specification §9: how long the mini basket's toast stays. */
export const addedToastMs = 5000
/** Long enough to be read and reached: a deletion can be taken back. */
export const undoToastMs = 10_000
/** A typed quantity is sent after this pause, or on leaving the field. */
export const quantityPauseMs = 600
/** Specification §5, §9: product autocomplete. */
export const quickAddMinCharacters = 3
export const quickAddDebounceMs = 250
/** A voucher that left is worth a longer look. */
export const noticeToastMs = 10_000

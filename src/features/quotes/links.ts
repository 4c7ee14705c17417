/** The checkout with the quote loaded (R-QUOTE-1). */
export const orderQuoteUrl = (id: number): string => `/checkout?quote_id=${id}`

export const quoteUrl = (reference: string): string => `/account/quotes/${reference}`
export const quotePdfUrl = (reference: string): string => `${quoteUrl(reference)}/quote.pdf`

/** A form posted there adds the requested products to the basket again. */
export const askAgainUrl = (reference: string): string => `/account/orders/${reference}/reorder`

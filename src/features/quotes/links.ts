/** Addresses of quotes, from the root. */

/** The checkout loads it (specification §2). */
export const orderQuoteUrl = (id: number): string => `/checkout?quote_id=${id}`

export const quoteUrl = (reference: string): string => `/account/quotes/${reference}`
export const quotePdfUrl = (reference: string): string => `${quoteUrl(reference)}/quote.pdf`

/** A form that is sent there puts what was asked for into the basket again. */
export const askAgainUrl = (reference: string): string => `/account/orders/${reference}/reorder`

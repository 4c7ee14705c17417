/** The form that asks for the price of a product (R-QUOTE-2). */
export function quoteRequestUrl(code: string, quantity = 1): string {
  const query = new URLSearchParams({ product: code, ...(quantity > 1 && { quantity: String(quantity) }) })
  return `/quotes/request?${query}`
}

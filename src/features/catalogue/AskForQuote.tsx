import type { ReactNode } from 'react'
import { useShop } from '../../ui/contact.tsx'

interface AskForQuoteProps {
  code: string
  quantity?: number
  className?: string
  /** Instead of the link in a shop without an e-mail address, which could not receive the request. */
  fallback?: ReactNode
}

/** The link to the form that asks for the price of a product. */
export function AskForQuote({ code, quantity = 1, className = 'button', fallback = null }: AskForQuoteProps) {
  const { email } = useShop()
  if (email === null) return fallback
  return (
    <a href={quoteRequestUrl(code, quantity)} rel="nofollow" className={`${className} whitespace-nowrap`}>
      Ask for a quote<span className="sr-only"> for {code}</span>
    </a>
  )
}

/** The form that asks for the price of a product (R-QUOTE-2). */
function quoteRequestUrl(code: string, quantity = 1): string {
  const query = new URLSearchParams({ product: code, ...(quantity > 1 && { quantity: String(quantity) }) })
  return `/quotes/request?${query}`
}

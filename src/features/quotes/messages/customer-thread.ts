import type { QuoteState } from '../quote.ts'
import type { QuoteThreadProps } from './QuoteThread.tsx'
import { canAskForChange, canWriteAbout, type QuoteMessage, toMessageViews } from './quote-message.ts'

/** What was typed before an error. */
export interface RejectedText {
  typed: string
  error: string | null
}

interface ThreadInput {
  messages: readonly QuoteMessage[]
  state: QuoteState
  contactName: string
  shopName: string
  /** The form is posted there. */
  url: string
  requestKey: string
  rejected: RejectedText | null
}

/** The messages about a quote as its customer sees them. */
export function toCustomerThread({
  messages,
  state,
  contactName,
  shopName,
  url,
  requestKey,
  rejected,
}: ThreadInput): QuoteThreadProps & { canAskForChange: boolean } {
  return {
    messages: toMessageViews(messages, { contactName, shop: shopName }),
    form: canWriteAbout(state)
      ? { url, requestKey, typed: rejected?.typed ?? '', error: rejected?.error ?? null }
      : null,
    canAskForChange: canAskForChange(state),
  }
}

import type { OrderMethod } from './order.ts'

export const methodWords: Record<OrderMethod, string> = {
  account: 'On account',
  card: 'Card',
  godmode: 'Placed by staff',
  quote: 'Quote request',
  approval: 'For approval',
}

/** What happens to an order that is not simply got ready. */
export const nextWords = {
  held: 'Your account is on stop: we have accepted the order, but it is not despatched yet.',
  collected: 'We pack your order and keep it at the counter. Bring the order number when you collect it.',
  stranded:
    'Nobody at your company can approve orders just now. We have been told and will get in touch; you can also call us. Nothing is ordered yet.',
  quote_requested:
    'We work out the price of goods and carriage and send you the quote by email. Nothing is ordered yet.',
}

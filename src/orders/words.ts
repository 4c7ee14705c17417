import type { OrderMethod } from './order.ts'

export const methodWords: Record<OrderMethod, string> = {
  account: 'On account',
  sagepay: 'Card',
  godmode: 'Placed by staff',
  quote: 'Quote request',
  approval: 'For approval',
}

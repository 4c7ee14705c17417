import type { LoadReply, PaymentMethod } from './schemas.ts'

/*
 * The checkout calls name payment by card 'sagepay' (docs/calls.md); everywhere inside the shop it is 'card'. This file
 * is the only place that knows both.
 */

export function parsePaymentMethod(value: string): string {
  if (value === 'sagepay') return 'card'
  return value === 'card' ? '' : value
}

export function serializePaymentMethod(method: string): string {
  return method === 'card' ? 'sagepay' : method
}

export const methodNames: Record<PaymentMethod, string> = {
  account: 'Pay on account',
  card: 'Pay by card',
  free: 'Nothing to pay',
  godmode: 'Place without payment (staff)',
  quote: 'Ask for a quote',
  approval: 'Send for approval',
}

/** What a customer may choose from; `isFree`: the total is £0.00, which no card can pay (R-CHECKOUT-29). */
export function listOrderMethods({
  onAccount,
  takesCards,
  godmode,
  isFree,
}: {
  onAccount: boolean
  takesCards: boolean
  godmode: boolean
  isFree: boolean
}): PaymentMethod[] {
  return [
    ...(onAccount ? (['account'] as const) : []),
    ...(isFree ? (['free'] as const) : takesCards ? (['card'] as const) : []),
    ...(godmode ? (['godmode'] as const) : []),
  ]
}

/**
 * What a chosen method is at this total. A total that came down to £0.00 needs no card any more; null: it went up, and
 * the customer has to choose how to pay.
 */
export function toMethodAtTotal(method: PaymentMethod, isFree: boolean): PaymentMethod | null {
  if (method === 'card' && isFree) return 'free'
  return method === 'free' && !isFree ? null : method
}

/** The reply of POST /checkout/load with the names that are used inside. */
export function parseLoadReply(reply: LoadReply): LoadReply {
  const methods = reply.payment_methods.map(({ name, value }) => ({ name, value: parsePaymentMethod(value) }))
  return { ...reply, payment_methods: methods }
}

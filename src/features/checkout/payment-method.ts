import type { LoadReply } from './schemas.ts'

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

/** The reply of POST /checkout/load with the names that are used inside. */
export function parseLoadReply(reply: LoadReply): LoadReply {
  const methods = reply.payment_methods.map(({ name, value }) => ({ name, value: parsePaymentMethod(value) }))
  return { ...reply, payment_methods: methods }
}

/**
 * The checkout calls name payment by card 'sagepay' (docs/calls.md); everywhere inside the shop it is 'card'. These two
 * functions are the only place that knows both.
 */
export function parsePaymentMethod(value: string): string {
  if (value === 'sagepay') return 'card'
  return value === 'card' ? '' : value
}

export function serializePaymentMethod(method: string): string {
  return method === 'card' ? 'sagepay' : method
}

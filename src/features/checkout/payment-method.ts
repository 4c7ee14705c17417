import type { LoadReply, PaymentMethod } from './schemas.ts'

/*
 * The checkout calls name payment by card 'sagepay' and a bank transfer 'bank_transfer' (docs/calls.md); everywhere inside the
 * shop these are 'card' and 'counter'. This file is the only place that knows both.
 */
const callNames = new Map([
  ['card', 'sagepay'],
  ['counter', 'bank_transfer'],
])

export function parsePaymentMethod(value: string): string {
  const method = [...callNames].find(([, name]) => name === value)?.[0]
  return method ?? (callNames.has(value) ? '' : value)
}

export const serializePaymentMethod = (method: string): string => callNames.get(method) ?? method

/** How customers pay who do not order on account; null: they cannot. */
export type PrepaidMethod = 'card' | 'counter' | null

/** By card where the shop takes them, else by transfer to the bank account that it has published (R-CHECKOUT-34). */
export const getPrepaidMethod = (takesCards: boolean, bank: readonly string[]): PrepaidMethod =>
  takesCards ? 'card' : bank.length > 0 ? 'counter' : null

export const methodNames: Record<PaymentMethod, string> = {
  account: 'Pay on account',
  card: 'Pay by card',
  counter: 'Pay by bank transfer',
  free: 'Nothing to pay',
  godmode: 'Free of charge (staff)',
  quote: 'Ask for a quote',
  approval: 'Send for approval',
}

/** What a customer may choose from; `isFree`: the total is £0.00, which no card can pay (R-CHECKOUT-29). */
export function listOrderMethods({
  onAccount,
  prepaid,
  godmode,
  isFree,
}: {
  onAccount: boolean
  prepaid: PrepaidMethod
  godmode: boolean
  isFree: boolean
}): PaymentMethod[] {
  return [
    ...(onAccount ? (['account'] as const) : []),
    ...(isFree
      ? (['free'] as const)
      : prepaid === null || (prepaid === 'counter' && onAccount)
        ? []
        : [prepaid]),
    ...(godmode ? (['godmode'] as const) : []),
  ]
}

/**
 * What a chosen method is at this total. A total that came down to £0.00 needs no payment any more; null: it went up, and
 * the customer has to choose how to pay.
 */
export function toMethodAtTotal(method: PaymentMethod, isFree: boolean): PaymentMethod | null {
  if ((method === 'card' || method === 'counter') && isFree) return 'free'
  return method === 'free' && !isFree ? null : method
}

/** The reply of POST /checkout/load with the names that are used inside. */
export function parseLoadReply(reply: LoadReply): LoadReply {
  const methods = reply.payment_methods.map(({ name, value }) => ({ name, value: parsePaymentMethod(value) }))
  return { ...reply, payment_methods: methods }
}

import type { Config } from '../../infra/config.ts'
import { createSignedToken, deriveKey, readSignedToken, withEitherSecret } from '../../infra/signed-token.ts'
import type { AmountToPay, Order } from './order.ts'

type Secrets = Pick<Config, 'sessionSecret' | 'previousSessionSecret'>

const getLinkKey = (sessionSecret: string): Buffer => deriveKey(sessionSecret, 'order links')

/**
 * The invoice for anybody with the link: the customer's e-mail has it, so that it opens on any device, without a login.
 * Its key works as long as the session secret does, for the documents of this order alone.
 */
export function createInvoicePath(sessionSecret: string, reference: string): string {
  return `/order/${reference}/invoice.pdf?key=${createInvoiceKey(sessionSecret, reference)}`
}

/** The same for one of the order's invoices and credit notes: 'INV-000042'. */
export function createDocumentPath(sessionSecret: string, reference: string, number: string): string {
  return `/order/${reference}/documents/${number}.pdf?key=${createInvoiceKey(sessionSecret, reference)}`
}

function createInvoiceKey(sessionSecret: string, reference: string): string {
  const token = createSignedToken(getLinkKey(sessionSecret), 'invoice', reference)
  return token.slice(reference.length + 1)
}

export function isInvoiceKey(config: Secrets, reference: string, key: string): boolean {
  const verify = (secret: string) => readSignedToken(getLinkKey(secret), 'invoice', `${reference}.${key}`)
  return withEitherSecret(config, verify) !== null
}

/** A quote for a customer without an account: the link of its e-mail opens this quote and nothing else (R-QUOTE-12). */
export function createQuotePath(sessionSecret: string, reference: string): string {
  const token = createSignedToken(getLinkKey(sessionSecret), 'quote', reference)
  return `/quote/${reference}?key=${token.slice(reference.length + 1)}`
}

export function isQuoteKey(config: Secrets, reference: string, key: string): boolean {
  const verify = (secret: string) => readSignedToken(getLinkKey(secret), 'quote', `${reference}.${key}`)
  return withEitherSecret(config, verify) !== null
}

/** What is still to be paid for an order: the link of the e-mail opens the page where anybody can pay it (R-CORRECT-10). */
export function createPaymentPath(sessionSecret: string, reference: string): string {
  const token = createSignedToken(getLinkKey(sessionSecret), 'payment', reference)
  return `${getPaymentUrl(reference)}?key=${token.slice(reference.length + 1)}`
}

/** For the pages of an order; null: nothing is to be paid. */
export const toAmountToPay = (
  { sessionSecret }: Pick<Config, 'sessionSecret'>,
  { reference, amountDue }: Pick<Order, 'reference' | 'amountDue'>,
): AmountToPay | null =>
  amountDue > 0 ? { amount: amountDue, url: createPaymentPath(sessionSecret, reference) } : null

export const getPaymentUrl = (reference: string): string => `/order/${reference}/pay`

export function isPaymentKey(config: Secrets, reference: string, key: string): boolean {
  const verify = (secret: string) => readSignedToken(getLinkKey(secret), 'payment', `${reference}.${key}`)
  return withEitherSecret(config, verify) !== null
}

/** The page of an order that was looked up; its link works for an hour (R-ORDER-22). */
export function createStatusPath(sessionSecret: string, reference: string, now: Date): string {
  const token = createSignedToken(
    getLinkKey(sessionSecret),
    'status',
    `${reference}-${now.getTime() + statusLinkMs}`,
  )
  return `/order/status/${token}`
}

const statusLinkMs = 60 * 60_000

/** The reference of a valid token; null: it is not this shop's, or too old. */
export function readStatusToken(config: Secrets, token: string, now: Date): string | null {
  const id = withEitherSecret(config, secret => readSignedToken(getLinkKey(secret), 'status', token))
  const [reference = '', endsAtMs] = (id ?? '').split('-')
  return Number(endsAtMs) > now.getTime() ? reference : null
}

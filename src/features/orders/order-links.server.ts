import type { Config } from '../../infra/config.ts'
import { createSignedToken, deriveKey, readSignedToken, withEitherSecret } from '../../infra/token.ts'
import type { AmountToPay, Order } from './order.ts'

type Secrets = Pick<Config, 'sessionSecret' | 'previousSessionSecret'>

const getLinkKey = (sessionSecret: string): Buffer => deriveKey(sessionSecret, 'order links')

/** The keys of its links end when its e-mail address is corrected: then the version is raised. */
export type LinkedOrder = Pick<Order, 'reference' | 'linkVersion'>

const toLinkId = ({ reference, linkVersion }: LinkedOrder): string =>
  linkVersion === 0 ? reference : `${reference}-${linkVersion}`

function createLinkKey(sessionSecret: string, purpose: 'invoice' | 'payment', order: LinkedOrder): string {
  const id = toLinkId(order)
  return createSignedToken(getLinkKey(sessionSecret), purpose, id).slice(id.length + 1)
}

function isLinkKey(
  config: Secrets,
  purpose: 'invoice' | 'payment',
  order: LinkedOrder,
  key: string,
): boolean {
  const token = `${toLinkId(order)}.${key}`
  return withEitherSecret(config, secret => readSignedToken(getLinkKey(secret), purpose, token)) !== null
}

/**
 * The invoice for anybody with the link: the customer's e-mail has it, so that it opens on any device, without a login.
 * Its key works as long as the session secret and the order's e-mail address do, for the documents of this order alone.
 */
export function createInvoicePath(sessionSecret: string, order: LinkedOrder): string {
  return `/order/${order.reference}/invoice.pdf?key=${createLinkKey(sessionSecret, 'invoice', order)}`
}

/** The same for one of the order's invoices and credit notes: 'INV-000042'. */
export function createDocumentPath(sessionSecret: string, order: LinkedOrder, number: string): string {
  const key = createLinkKey(sessionSecret, 'invoice', order)
  return `/order/${order.reference}/documents/${number}.pdf?key=${key}`
}

export const isInvoiceKey = (config: Secrets, order: LinkedOrder, key: string): boolean =>
  isLinkKey(config, 'invoice', order, key)

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
export function createPaymentPath(sessionSecret: string, order: LinkedOrder): string {
  return `${getPaymentUrl(order.reference)}?key=${createLinkKey(sessionSecret, 'payment', order)}`
}

/** For the pages of an order; null: nothing is to be paid. */
export const toAmountToPay = (
  { sessionSecret }: Pick<Config, 'sessionSecret'>,
  order: LinkedOrder & Pick<Order, 'amountDue'>,
): AmountToPay | null =>
  order.amountDue > 0 ? { amount: order.amountDue, url: createPaymentPath(sessionSecret, order) } : null

export const getPaymentUrl = (reference: string): string => `/order/${reference}/pay`

export const isPaymentKey = (config: Secrets, order: LinkedOrder, key: string): boolean =>
  isLinkKey(config, 'payment', order, key)

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

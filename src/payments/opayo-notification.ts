import { cut, toLatin1 } from './latin1.ts'
import type { Fields } from './opayo-form.ts'

/** The gateway's signed notification (protocol 4.00) and our answer to it. It carries no amount: ours counts. */

export const notificationStatuses = [
  'OK',
  'NOTAUTHED',
  'REJECTED',
  'ABORT',
  'AUTHENTICATED',
  'REGISTERED',
  'PENDING',
  'ERROR',
] as const
export type NotificationStatus = (typeof notificationStatuses)[number]

export const avsCv2Results = [
  'ALL MATCH',
  'SECURITY CODE MATCH ONLY',
  'ADDRESS MATCH ONLY',
  'NO DATA MATCHES',
  'DATA NOT CHECKED',
] as const
export const checkResults = ['NOTPROVIDED', 'NOTCHECKED', 'MATCHED', 'NOTMATCHED'] as const
export const threeDSecureStatuses = [
  'OK',
  'NOTCHECKED',
  'NOTAVAILABLE',
  'NOTAUTHED',
  'INCOMPLETE',
  'ATTEMPTONLY',
  'ERROR',
  'NOAUTH',
  'CANTAUTH',
  'MALFORMED',
  'INVALID',
] as const
export const cardTypes = [
  'VISA',
  'MC',
  'MCDEBIT',
  'DELTA',
  'MAESTRO',
  'UKE',
  'AMEX',
  'DC',
  'JCB',
  'PAYPAL',
] as const
export const fraudResponses = ['ACCEPT', 'CHALLENGE', 'DENY', 'NOTCHECKED'] as const

export type PaymentOutcome = 'paid' | 'declined' | 'aborted' | 'failed' | 'pending'

/** What each status means for an order paid with TxType PAYMENT. */
export const outcomeOf: Readonly<Record<NotificationStatus, PaymentOutcome>> = {
  OK: 'paid',
  NOTAUTHED: 'declined',
  REJECTED: 'declined',
  ABORT: 'aborted',
  // The card was stored or recognised, but no money was taken.
  AUTHENTICATED: 'failed',
  REGISTERED: 'failed',
  PENDING: 'pending',
  ERROR: 'failed',
}

/** The status of a notification, or null when it is none of the closed list. */
export function statusOf(fields: Fields): NotificationStatus | null {
  return notificationStatuses.find(status => status === fields.Status) ?? null
}

/**
 * The VPSSignature that the fields should carry, in upper-case hex. A field that is absent adds nothing.
 * `md5` takes latin-1 text and gives hex: the provider offers no stronger hash (docs/decisions), so it is
 * handed in and used for nothing else. `securityKey` is ours, stored when the payment was registered.
 */
export function notificationSignature(
  fields: Fields,
  vendor: string,
  securityKey: string,
  md5: (latin1: string) => string,
): string {
  const value = (name: string) => fields[name] ?? ''
  const signed = [
    ...['VPSTxId', 'VendorTxCode', 'Status', 'TxAuthNo'].map(value),
    vendor.toLowerCase(),
    value('AVSCV2'),
    value('TxType') === 'TOKEN' ? value('Token') : '',
    securityKey,
    ...signedAfterTheKey.map(value),
  ]
  return md5(signed.join('')).toUpperCase()
}

export type NotificationAnswer = {
  readonly status: 'OK' | 'INVALID' | 'ERROR'
  /** Absolute, 255 characters at most; where the gateway sends the buyer's frame. */
  readonly redirectUrl: string
  /** Our own words, never text of the request. */
  readonly detail: string
}

/**
 * The whole body of our answer; it must start with `Status=` and be sent as text/plain with status 200.
 * OK means received and accepted, also for a declined or aborted payment; INVALID and ERROR prevent the charge.
 * Throws RangeError for a redirect address that the gateway would refuse or that holds a line break.
 */
export function answerNotification({ status, redirectUrl, detail }: NotificationAnswer): string {
  if (redirectUrl.length > 255 || !/^https?:\/\/[\x21-\x7e]+$/.test(redirectUrl))
    throw new RangeError('not a RedirectURL that the card gateway takes')
  const words = cut(toLatin1(detail).replace(/ {2,}/g, ' ').trim(), 255)
  const lines = [`Status=${status}`, `RedirectURL=${redirectUrl}`]
  if (words !== '') lines.push(`StatusDetail=${words}`)
  return lines.join('\r\n')
}

// Protocol 4.00; the last three are new in it. Without them every signature fails (omnipay-sagepay #198).
const signedAfterTheKey = [
  'AddressResult',
  'PostCodeResult',
  'CV2Result',
  'GiftAid',
  '3DSecureStatus',
  'CAVV',
  'AddressStatus',
  'PayerStatus',
  'CardType',
  'Last4Digits',
  'DeclineCode',
  'ExpiryDate',
  'FraudResponse',
  'BankAuthCode',
  'ACSTransID',
  'DSTransID',
  'SchemeTraceID',
] as const

import type { PaymentOutcome } from '../provider.ts'
import { type Fields, toLatin1, truncate } from './form.ts'

export const outcomeByStatus = {
  OK: 'paid',
  NOTAUTHED: 'declined',
  REJECTED: 'declined',
  ABORT: 'aborted',
  // The card was stored or recognised, but no money was taken.
  AUTHENTICATED: 'declined',
  REGISTERED: 'declined',
  PENDING: 'pending',
  ERROR: 'declined',
} as const satisfies Record<string, PaymentOutcome>

export type NotificationStatus = keyof typeof outcomeByStatus

/** Null for a status that the protocol does not have. */
export function parseStatus({ Status = '' }: Fields): NotificationStatus | null {
  return Object.hasOwn(outcomeByStatus, Status) ? (Status as NotificationStatus) : null
}

/** What is stored of a card; values longer than the protocol allows are cut. */
export function parsePaymentDetails(fields: Fields) {
  const { StatusDetail = '', TxAuthNo = '', CardType = '', Last4Digits = '' } = fields
  return {
    detail: StatusDetail.slice(0, 255),
    authorisationCode: TxAuthNo.slice(0, 20) || null,
    cardType: CardType.slice(0, 15) || null,
    lastFour: /^\d{4}$/.test(Last4Digits) ? Last4Digits : null,
  }
}

export interface OpayoReply {
  /** OK: received, also for a declined or aborted payment. INVALID and ERROR prevent the charge. */
  status: 'OK' | 'INVALID' | 'ERROR'
  /** Absolute, at most 255 characters. */
  redirectUrl: string
  detail: string
}

/**
 * The body of the reply: it must start with `Status=` and be sent as text/plain with HTTP 200. Throws RangeError for a
 * redirect URL that Opayo would refuse or that has a line break.
 */
export function serializeReply({ status, redirectUrl, detail }: OpayoReply): string {
  if (redirectUrl.length > 255 || !/^https?:\/\/[\x21-\x7e]+$/.test(redirectUrl))
    throw new RangeError('not a RedirectURL that Opayo accepts')
  const statusDetail = truncate(toLatin1(detail).replace(/ {2,}/g, ' ').trim(), 255)
  const lines = [`Status=${status}`, `RedirectURL=${redirectUrl}`]
  if (statusDetail !== '') lines.push(`StatusDetail=${statusDetail}`)
  return lines.join('\r\n')
}

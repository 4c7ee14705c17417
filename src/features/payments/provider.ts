import type { Pence } from '../../lib/money.ts'
import type { OrderAddress } from '../orders/order.ts'

/**
 * What the shop needs of a payment provider. Each implementation has a folder of its own, which alone knows the provider's
 * protocol and field names; src/payment-providers.ts lists the providers in use.
 *
 * No method throws because of what the provider answers, or because it does not answer.
 */
export interface PaymentProvider {
  /**
   * Stored with each payment attempt, so that notifications and refunds go to the provider that took the payment: never
   * rename one in use. Lower-case letters, digits and hyphens, at most 20.
   */
  readonly name: string
  /**
   * True for a simulator or the provider's test system: nothing is really charged. It follows from the setting that names
   * the provider's environment, never from SHOP_MODE: a production shop may be tried out on the test system.
   */
  readonly isTest: boolean
  readonly apiUrl: string
  /** Sources for the content security policy of the checkout page, which frames the payment page. */
  readonly frameOrigins: readonly string[]
  supportsAmount(amount: Pence): boolean
  /**
   * Opens a payment. The same reference again must be the same payment. All of it, the provider's own repetitions included,
   * takes less than `registeringForMs` (attempts/attempt.ts): an attempt that is older counts as abandoned, and the
   * customer's next request opens another payment.
   */
  register(payment: NewPayment): Promise<Registration>
  /** Parses a notification; null when it is not one. Nothing in the result is trusted before `isAuthentic`. */
  parseNotification(request: NotificationRequest): PaymentNotification | null
  /** The body of the HTTP 200 reply, and its content type. The body is stored and sent again for a repeated notification. */
  serializeNotificationReply(reply: NotificationReply): string
  readonly notificationReplyType: string
  /**
   * Cancels a payment before its settlement, so that it never shows on the card. It is only called for a whole payment on
   * the day of the payment, London time; after 'refused' the shop calls `refund`. A provider without voids may answer
   * 'refused' at once.
   */
  void(payment: TakenPayment): Promise<RefundResult>
  refund(request: RefundRequest): Promise<RefundResult>
}

export interface NewPayment {
  /** Names the payment in all later messages: 1 to 40 letters, digits and hyphens, new for each attempt. */
  reference: string
  amount: Pence
  description: string
  /** Absolute; the provider posts its notifications there. */
  notificationUrl: string
  billing: OrderAddress
  delivery: OrderAddress
  email: string
  clientIp: string
}

export type Registration = RegisteredPayment | FailedRegistration

export interface RegisteredPayment {
  ok: true
  providerTransactionId: string
  /**
   * Proves that a notification about this payment comes from the provider. Stored, never logged, never shown. Null: the
   * provider signs all notifications with one key, which is among its settings.
   */
  secret: string | null
  /** What the checkout frames. The provider's folder has checked that its origin is the provider's. */
  paymentPageUrl: string
}

export interface FailedRegistration {
  ok: false
  /** 'billing' and 'delivery': that address was not accepted. */
  reason: 'unreachable' | 'refused' | 'billing' | 'delivery'
  /** A code for log and database: never text that may repeat what the customer typed. */
  code: string
}

/** 'declined': no money was taken, by the bank's or the provider's decision; 'aborted': by the customer's, or in time. */
export type PaymentOutcome = 'paid' | 'declined' | 'aborted' | 'pending'

/** The HTTP request of a notification. Some providers sign in the body, some in a header. */
export interface NotificationRequest {
  /** The bytes as they were sent. */
  body: Uint8Array
  /** Names in lower case. */
  headers: Readonly<Record<string, string | string[] | undefined>>
}

/** It has no amount: what counts is the amount that was registered. */
export interface PaymentNotification {
  reference: string
  providerTransactionId: string
  outcome: PaymentOutcome
  /** For staff and support. */
  detail: string
  /** Needed for refunds by some providers. */
  authorisationCode: string | null
  cardType: string | null
  lastFour: string | null
  /** Whether only the provider can have sent it. `secret`: that of the registered payment. Compares in constant time. */
  isAuthentic(secret: string | null): boolean
}

export interface NotificationReply {
  /** False: the provider must not charge the card. */
  isAccepted: boolean
  /** Absolute; where the provider sends the customer next. */
  redirectUrl: string
  /** Why it is not accepted; never text of the notification. '' when it is. */
  detail: string
}

export interface TakenPayment {
  reference: string
  providerTransactionId: string
  secret: string | null
  authorisationCode: string
}

export interface RefundRequest {
  payment: TakenPayment
  /** The refund's own: the same reference twice must be one refund. */
  reference: string
  amount: Pence
  description: string
  /** It may have been sent before, with its answer lost: "already refunded" then means that it worked. */
  isRetry: boolean
}

/** 'unknown': it may have happened, and the request is repeated later. `code` is for log and database. */
export interface RefundResult {
  state: 'done' | 'refused' | 'unknown'
  code: string
}

/** An absolute URL on exactly one of the origins; no user name, backslash or blank that could hide another. */
export function isAllowedUrl(url: string, allowedOrigins: readonly string[]): boolean {
  const match = /^(https?:\/\/(?:[a-z0-9.-]+|\[[0-9a-f:]+\])(?::\d{1,5})?)(?:[/?][^\s\\<>"']*)?$/i.exec(url)
  return match !== null && allowedOrigins.some(origin => origin.toLowerCase() === match[1]!.toLowerCase())
}

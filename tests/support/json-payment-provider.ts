import { createHmac, randomBytes } from 'node:crypto'
import type {
  NewPayment,
  NotificationRequest,
  PaymentNotification,
  PaymentOutcome,
  PaymentProvider,
  RefundRequest,
  TakenPayment,
} from '../../src/features/payments/provider.ts'
import { parseJson } from '../../src/lib/json.ts'

/**
 * A second payment provider for tests: in memory, with JSON notifications. It signs their bytes in a header, by one key for
 * all payments.
 */
export interface JsonPaymentProvider extends PaymentProvider {
  readonly voids: TakenPayment[]
  readonly refunds: RefundRequest[]
  /** Posts a notification about the payment to the shop, as the provider would. */
  notify(paymentPageUrl: string, outcome: PaymentOutcome, how?: NotifyOptions): Promise<JsonNotificationReply>
}

interface NotifyOptions {
  /** Signs with another key. */
  isForged?: boolean
  /** Posts there instead of to the registered URL. */
  url?: string
}

interface JsonNotificationReply {
  status: number
  contentType: string | null
  text: string
}

interface Message {
  reference: string
  transaction: string
  outcome: PaymentOutcome
}

const origin = 'https://pay.example'
const signatureHeader = 'x-json-pay-signature'

export function createJsonPaymentProvider(): JsonPaymentProvider {
  const key = randomBytes(16).toString('hex')
  const payments = new Map<string, NewPayment>()
  const voids: TakenPayment[] = []
  const refunds: RefundRequest[] = []
  return {
    name: 'json-pay',
    isTest: true,
    apiUrl: origin,
    frameOrigins: [origin],
    supportsAmount: amount => amount > 0,
    async register(payment) {
      const transaction = `pay_${payments.size + 1}`
      payments.set(transaction, payment)
      return {
        ok: true,
        providerTransactionId: transaction,
        secret: null,
        paymentPageUrl: `${origin}/${transaction}`,
      }
    },
    parseNotification: request => parseNotification(request, key),
    notificationReplyType: 'application/json; charset=utf-8',
    serializeNotificationReply: ({ isAccepted, redirectUrl, detail }) =>
      JSON.stringify({ accepted: isAccepted, next: redirectUrl, ...(detail && { detail }) }),
    async void(payment) {
      voids.push(payment)
      return { state: 'done', code: 'voided' }
    },
    async refund(request) {
      refunds.push(request)
      return { state: 'done', code: 'refunded' }
    },
    voids,
    refunds,
    async notify(paymentPageUrl, outcome, { isForged = false, url } = {}) {
      const transaction = paymentPageUrl.slice(origin.length + 1)
      const { reference, notificationUrl } = payments.get(transaction)!
      const message: Message = { reference, transaction, outcome }
      const body = JSON.stringify(message)
      const signature = calculateSignature(Buffer.from(body), isForged ? 'another key' : key)
      const response = await fetch(url ?? notificationUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json', [signatureHeader]: signature },
        body,
      })
      const contentType = response.headers.get('content-type')
      return { status: response.status, contentType, text: await response.text() }
    },
  }
}

function parseNotification({ body, headers }: NotificationRequest, key: string): PaymentNotification | null {
  const message = parseJson(Buffer.from(body).toString()) as Message | null
  if (!message) return null
  return {
    reference: message.reference,
    providerTransactionId: message.transaction,
    outcome: message.outcome,
    detail: '',
    authorisationCode: null,
    cardType: 'visa',
    lastFour: '4242',
    isAuthentic: () => headers[signatureHeader] === calculateSignature(body, key),
  }
}

function calculateSignature(body: Uint8Array, key: string): string {
  return createHmac('sha256', key).update(body).digest('hex')
}

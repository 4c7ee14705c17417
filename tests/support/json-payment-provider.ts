import { createHmac, randomBytes } from 'node:crypto'
import type {
  NewPayment,
  PaymentNotification,
  PaymentOutcome,
  PaymentProvider,
  RefundRequest,
  TakenPayment,
} from '../../src/features/payments/provider.ts'

/** A second payment provider for tests: in memory, with JSON notifications signed by HMAC. */
export interface JsonPaymentProvider extends PaymentProvider {
  readonly voids: TakenPayment[]
  readonly refunds: RefundRequest[]
  /** Posts a notification about the payment to the shop, as the provider would. */
  notify(paymentPageUrl: string, outcome: PaymentOutcome, how?: NotifyOptions): Promise<NotificationReply>
}

interface NotifyOptions {
  /** Signs with another secret than the registered one. */
  isForged?: boolean
  /** Posts there instead of to the registered URL. */
  url?: string
}

interface NotificationReply {
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

export function createJsonPaymentProvider(): JsonPaymentProvider {
  const payments = new Map<string, NewPayment & { secret: string }>()
  const voids: TakenPayment[] = []
  const refunds: RefundRequest[] = []
  return {
    name: 'json-pay',
    isTest: true,
    frameOrigins: [origin],
    supportsAmount: amount => amount > 0,
    async register(payment) {
      const transaction = `pay_${payments.size + 1}`
      const secret = randomBytes(16).toString('hex')
      payments.set(transaction, { ...payment, secret })
      return {
        ok: true,
        providerTransactionId: transaction,
        secret,
        paymentPageUrl: `${origin}/${transaction}`,
      }
    },
    parseNotification,
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
      const { reference, notificationUrl, secret } = payments.get(transaction)!
      const message: Message = { reference, transaction, outcome }
      const signature = sign(message, isForged ? 'another secret' : secret)
      const response = await fetch(url ?? notificationUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...message, signature }),
      })
      const contentType = response.headers.get('content-type')
      return { status: response.status, contentType, text: await response.text() }
    },
  }
}

function parseNotification(body: Uint8Array): PaymentNotification | null {
  try {
    const { signature, ...message } = JSON.parse(Buffer.from(body).toString()) as Message & {
      signature: string
    }
    const { reference, transaction, outcome } = message
    return {
      reference,
      providerTransactionId: transaction,
      outcome,
      detail: '',
      authorisationCode: null,
      cardType: 'visa',
      lastFour: '4242',
      isSignedWith: secret => signature === sign(message, secret),
    }
  } catch {
    return null
  }
}

function sign({ reference, transaction, outcome }: Message, secret: string): string {
  return createHmac('sha256', secret).update(`${reference} ${transaction} ${outcome}`).digest('hex')
}

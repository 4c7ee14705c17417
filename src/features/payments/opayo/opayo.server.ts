import { createHash, timingSafeEqual } from 'node:crypto'
import type { Config } from '../../../infra/config.ts'
import type { Result } from '../../../lib/result.ts'
import type { PaymentNotification, PaymentProvider, Registration } from '../provider.ts'
import { type HttpAnswer, postToProvider } from '../provider-http.server.ts'
import { encodeForm, type Fields, parseAnswer, parseForm } from './form.ts'
import { outcomeByStatus, parsePaymentDetails, parseStatus, serializeReply } from './notification.ts'
import { createRefundFields, createVoidFields, parseRefundResult, parseVoidResult } from './refund.ts'
import {
  createRefusedRegistration,
  createRegistrationFields,
  isVendorTxCode,
  parseRegistration,
  supportsAmount,
} from './registration.ts'

export interface OpayoOptions extends OpayoAccount {
  readonly isTest: boolean
  readonly frameOrigins: readonly string[]
}

// The provider's only two hosts (docs/decisions/015): a setting names the environment, never an address.
const hosts = {
  test: 'https://sandbox.opayo.eu.elavon.com',
  live: 'https://live.opayo.eu.elavon.com',
} as const

/** Opayo's own service; null when it is not configured. */
export function createOpayoFromConfig(config: Config['opayo']): PaymentProvider | null {
  if (!config) return null
  const { vendor, environment, frameSrc } = config
  const origin = hosts[environment]
  return createOpayo({
    vendor,
    baseUrl: origin,
    paymentPageOrigins: [origin],
    isTest: environment === 'test',
    frameOrigins: frameSrc === 'https' ? ['https:'] : [origin],
  })
}

export function createOpayo(options: OpayoOptions): PaymentProvider {
  const { vendor, baseUrl, isTest, frameOrigins } = options
  return {
    name: 'opayo',
    isTest,
    apiUrl: baseUrl,
    frameOrigins,
    supportsAmount,
    register: payment => registerPayment(options, createRegistrationFields(vendor, payment)),
    parseNotification: ({ body }) => parseNotification(vendor, body),
    notificationReplyType: 'text/plain; charset=iso-8859-1',
    serializeNotificationReply: ({ isAccepted, redirectUrl, detail }) =>
      serializeReply({ status: isAccepted ? 'OK' : 'INVALID', redirectUrl, detail }),
    async void(payment) {
      const answer = await sendAction(options, 'void', createVoidFields(vendor, payment))
      return answer.ok ? parseVoidResult(answer.fields) : { state: 'unknown', code: answer.reason }
    },
    async refund(request) {
      const answer = await sendAction(options, 'refund', createRefundFields(vendor, request))
      return answer.ok
        ? parseRefundResult(answer.fields, request.isRetry)
        : { state: 'unknown', code: answer.reason }
    },
  }
}

function parseNotification(vendor: string, body: Uint8Array): PaymentNotification | null {
  const form = parseForm(Buffer.from(body).toString('latin1'))
  if (!form.ok) return null
  const { fields } = form
  const { VendorTxCode: reference = '', VPSTxId: providerTransactionId = '' } = fields
  const status = parseStatus(fields)
  if (!status || !isVendorTxCode(reference)) return null
  return {
    reference,
    providerTransactionId,
    outcome: outcomeByStatus[status],
    ...parsePaymentDetails(fields),
    isAuthentic: secret => secret !== null && isSigned(fields, vendor, secret),
  }
}

/** Where Opayo is, and who the shop is to it. Origins are written as `https://host` or `http://host:port`. */
export interface OpayoAccount {
  readonly vendor: string
  readonly baseUrl: string
  readonly paymentPageOrigins: readonly string[]
  readonly timeoutMs?: number
}

/**
 * Sends a register request (`createRegistrationFields`). Without an answer it is sent once more with the same
 * VendorTxCode: if the first one arrived, the answer is OK REPEATED. Takes up to twice the timeout.
 */
export async function registerPayment(account: OpayoAccount, fields: Fields): Promise<Registration> {
  let answer = await post(account, 'vspserver-register', fields)
  if (!answer.ok) answer = await post(account, 'vspserver-register', fields)
  if (!answer.ok) return { ok: false, reason: 'unreachable', code: answer.reason }
  if (answer.httpStatus !== 200)
    return { ok: false, reason: 'unreachable', code: `HTTP_${answer.httpStatus}` }
  const parsed = parseAnswer(answer.body.toString('latin1'))
  return parsed.ok
    ? parseRegistration(parsed.fields, account.paymentPageOrigins)
    : createRefusedRegistration('UNREADABLE')
}

/** The reason is for log and database. */
type ActionAnswer = Result<{ fields: Fields }, string>

/** Sends a REFUND or a VOID once: whether an unanswered one was made is for the caller to find out. */
async function sendAction(
  account: OpayoAccount,
  action: 'refund' | 'void',
  fields: Fields,
): Promise<ActionAnswer> {
  const answer = await post(account, action, fields)
  if (!answer.ok) return answer
  if (answer.httpStatus !== 200) return { ok: false, reason: `HTTP_${answer.httpStatus}` }
  const parsed = parseAnswer(answer.body.toString('latin1'))
  return parsed.ok ? parsed : { ok: false, reason: 'UNREADABLE' }
}

function post(account: OpayoAccount, service: string, fields: Fields): Promise<HttpAnswer> {
  return postToProvider(`${account.baseUrl.replace(/\/$/, '')}/gateway/service/${service}.vsp`, {
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: encodeForm(fields),
    timeoutMs: account.timeoutMs,
  })
}

/**
 * The VPSSignature of a notification in upper-case hex. A field that is absent adds nothing. `securityKey` is the one
 * that came with the registration. Opayo has no stronger hash than MD5 (docs/decisions/006).
 */
export function calculateSignature(fields: Fields, vendor: string, securityKey: string): string {
  const value = (name: string) => fields[name] ?? ''
  const signed = [
    ...['VPSTxId', 'VendorTxCode', 'Status', 'TxAuthNo'].map(value),
    vendor.toLowerCase(),
    value('AVSCV2'),
    value('TxType') === 'TOKEN' ? value('Token') : '',
    securityKey,
    ...fieldsAfterKey.map(value),
  ].join('')
  return createHash('md5').update(signed, 'latin1').digest('hex').toUpperCase()
}

/** Compares in constant time. */
export function isSigned(fields: Fields, vendor: string, securityKey: string): boolean {
  const actual = Buffer.from((fields.VPSSignature ?? '').toUpperCase(), 'latin1')
  const expected = Buffer.from(calculateSignature(fields, vendor, securityKey), 'latin1')
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}

// Protocol 4.00; the last three are new in it. Without them every signature fails (omnipay-sagepay #198).
const fieldsAfterKey = [
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

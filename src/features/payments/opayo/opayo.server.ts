import type { Config } from '../../../infra/config.ts'
import type { PaymentNotification, PaymentProvider } from '../provider.ts'
import { type OpayoAccount, registerPayment, sendAction } from './client.server.ts'
import { parseForm } from './form.ts'
import { outcomeByStatus, parsePaymentDetails, parseStatus, serializeReply } from './notification.ts'
import { createRefundFields, createVoidFields, parseRefundResult, parseVoidResult } from './refund.ts'
import { createRegistrationFields, isVendorTxCode, supportsAmount } from './registration.ts'
import { isSigned } from './signature.server.ts'

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

/** Opayo Server, protocol 4.00. */
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

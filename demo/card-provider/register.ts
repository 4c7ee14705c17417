import type { IncomingMessage, ServerResponse } from 'node:http'
import { decideAuthorisation } from './cards.ts'
import type { FaultName } from './faults.ts'
import { type FormFields, readForm, sendLines, sendText } from './http-messages.ts'
import { completePayment } from './notification/complete-payment.ts'
import { scheduleTimeout } from './notification/timeout-monitor.ts'
import type { ProviderContext } from './provider-context.ts'
import type { Transaction } from './transactions.ts'
import { validateRegistration } from './validate-registration.ts'

/** `POST /gateway/service/vspserver-register.vsp` */
export async function handleRegistration(
  context: ProviderContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const form = await readForm(request)
  if (form === null) return sendError(response, 'MALFORMED', '3000 : The request is not a readable form.')
  if (!isLocalCaller(request))
    return sendError(response, 'INVALID', '4020 : Information received from an Invalid IP address.')
  const error = validateRegistration(form, context.vendors)
  if (error !== null) return sendError(response, error.status, error.detail)
  const code = form.get('VendorTxCode')!
  if (context.faults.consume('register_500', code)) return sendText(response, 500, 'Internal Server Error')
  const existing = context.transactions.findByCode(code)
  if (existing !== null && (existing.state !== 'open' || existing.amount !== toPence(form.get('Amount')!)))
    return sendError(
      response,
      'INVALID',
      '4042 : The VendorTxCode has been used before for another transaction.',
    )
  const transaction = existing ?? createTransaction(context, form, code)
  await sendRegistration(context, response, transaction, existing !== null)
}

async function sendRegistration(
  context: ProviderContext,
  response: ServerResponse,
  transaction: Transaction,
  isRepeat: boolean,
): Promise<void> {
  const consumeFault = (name: FaultName) => context.faults.consume(name, transaction.vendorTxCode)
  // The connection stays open without an answer, as after a lost packet.
  if (consumeFault('register_timeout_but_registered')) return
  if (consumeFault('notify_before_register_answer')) await payImmediately(context, transaction)
  const slowFault = consumeFault('register_slow_20s')
  if (slowFault) await new Promise(resolve => setTimeout(resolve, slowFault.waitMs ?? 20_000))
  if (consumeFault('register_malformed_lines'))
    return sendText(response, 200, 'VPSProtocol 4.00\r\nStatus: OK\r\n')
  const foreignHostFault = consumeFault('next_url_foreign_host')
  const host = foreignHostFault
    ? (foreignHostFault.redirectUrl ?? 'https://gateway.example.net')
    : context.publicUrl()
  sendLines(response, [
    ['VPSProtocol', '4.00'],
    ['Status', isRepeat || consumeFault('ok_repeated') ? 'OK REPEATED' : 'OK'],
    ['StatusDetail', '2014 : The Transaction was Registered Successfully.'],
    ['VPSTxId', transaction.vpsTxId],
    ['SecurityKey', transaction.securityKey],
    ['NextURL', `${host}/gateway/pay/${transaction.vpsTxId.slice(1, -1)}`],
  ])
}

function createTransaction(context: ProviderContext, form: FormFields, code: string): Transaction {
  const transaction = context.transactions.create({
    vendorTxCode: code,
    vendor: form.get('Vendor')!,
    txType: form.get('TxType') === 'DEFERRED' ? 'DEFERRED' : 'PAYMENT',
    amount: toPence(form.get('Amount')!),
    description: form.get('Description')!,
    notificationUrl: form.get('NotificationURL')!,
    billing: {
      addressDigits: (form.get('BillingAddress1') ?? '').replace(/\D/g, ''),
      postcodeDigits: (form.get('BillingPostCode') ?? '').replace(/\D/g, ''),
    },
    registeredAt: context.scheduler.nowMs(),
  })
  scheduleTimeout(context, transaction)
  return transaction
}

async function payImmediately(context: ProviderContext, transaction: Transaction): Promise<void> {
  const card = { holder: 'SUCCESSFUL', number: '4929000000006', expiry: '12/99', securityCode: '123' }
  const decision = decideAuthorisation(card, 'OK', transaction.billing)
  await completePayment(context, transaction, {
    ...decision,
    detail: '0000 : The Authorisation was Successful.',
  })
}

function sendError(response: ServerResponse, status: 'MALFORMED' | 'INVALID', detail: string): void {
  sendLines(response, [
    ['VPSProtocol', '4.00'],
    ['Status', status],
    ['StatusDetail', detail],
  ])
}

// The real provider knows callers by their IP address; the simulator serves its own machine only.
function isLocalCaller(request: IncomingMessage): boolean {
  const { remoteAddress = '', localAddress = '' } = request.socket
  return remoteAddress === localAddress || /^(127\.|::1$|::ffff:127\.)/.test(remoteAddress)
}

function toPence(amount: string): number {
  return Number(amount.replace('.', ''))
}

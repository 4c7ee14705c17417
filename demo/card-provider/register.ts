import type { IncomingMessage, ServerResponse } from 'node:http'
import { bankVerdict } from './cards.ts'
import { settle } from './complete-payment.ts'
import { answerLines, answerText, type Form, readForm } from './http-messages.ts'
import type { Desk } from './provider-context.ts'
import { watch } from './timeout-monitor.ts'
import type { Transaction } from './transactions.ts'
import { fieldProblem } from './validate-registration.ts'

/** `POST /gateway/service/vspserver-register.vsp` */
export async function register(
  desk: Desk,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const form = await readForm(request)
  if (form === null) return refuse(response, 'MALFORMED', '3000 : The request is not a readable form.')
  if (!isCallerKnown(request))
    return refuse(response, 'INVALID', '4020 : Information received from an Invalid IP address.')
  const problem = fieldProblem(form, desk.vendors)
  if (problem !== null) return refuse(response, problem.status, problem.detail)
  const code = form.get('VendorTxCode')!
  if (desk.faults.take('register_500', code)) return answerText(response, 500, 'Internal Server Error')
  const before = desk.book.byCode(code)
  if (before !== null && (before.state !== 'open' || before.amount !== penceOf(form.get('Amount')!)))
    return refuse(
      response,
      'INVALID',
      '4042 : The VendorTxCode has been used before for another transaction.',
    )
  const transaction = before ?? open(desk, form, code)
  await answerRegistered(desk, response, transaction, before !== null)
}

async function answerRegistered(
  desk: Desk,
  response: ServerResponse,
  transaction: Transaction,
  isRepeat: boolean,
): Promise<void> {
  const armed = (name: Parameters<Desk['faults']['take']>[0]) =>
    desk.faults.take(name, transaction.vendorTxCode)
  // The line stays open and silent, as after a lost packet.
  if (armed('register_timeout_but_registered')) return
  if (armed('notify_before_register_answer')) await payAtOnce(desk, transaction)
  const slow = armed('register_slow_20s')
  if (slow) await new Promise(resolve => setTimeout(resolve, slow.waitMs ?? 20_000))
  if (armed('register_malformed_lines'))
    return answerText(response, 200, 'VPSProtocol 4.00\r\nStatus: OK\r\n')
  const foreign = armed('next_url_foreign_host')
  const host = foreign ? (foreign.redirectUrl ?? 'https://gateway.example.net') : desk.publicUrl()
  answerLines(response, [
    ['VPSProtocol', '4.00'],
    ['Status', isRepeat || armed('ok_repeated') ? 'OK REPEATED' : 'OK'],
    ['StatusDetail', '2014 : The Transaction was Registered Successfully.'],
    ['VPSTxId', transaction.vpsTxId],
    ['SecurityKey', transaction.securityKey],
    ['NextURL', `${host}/gateway/pay/${transaction.vpsTxId.slice(1, -1)}`],
  ])
}

function open(desk: Desk, form: Form, code: string): Transaction {
  const transaction = desk.book.open({
    vendorTxCode: code,
    vendor: form.get('Vendor')!,
    txType: form.get('TxType') === 'DEFERRED' ? 'DEFERRED' : 'PAYMENT',
    amount: penceOf(form.get('Amount')!),
    description: form.get('Description')!,
    notificationUrl: form.get('NotificationURL')!,
    billing: {
      addressDigits: (form.get('BillingAddress1') ?? '').replace(/\D/g, ''),
      postcodeDigits: (form.get('BillingPostCode') ?? '').replace(/\D/g, ''),
    },
    openedAt: desk.agenda.clock(),
  })
  watch(desk, transaction)
  return transaction
}

async function payAtOnce(desk: Desk, transaction: Transaction): Promise<void> {
  const card = { holder: 'SUCCESSFUL', number: '4929000000006', expiry: '12/99', securityCode: '123' }
  const verdict = bankVerdict(card, 'OK', transaction.billing)
  await settle(desk, transaction, { ...verdict, detail: '0000 : The Authorisation was Successful.' })
}

function refuse(response: ServerResponse, status: 'MALFORMED' | 'INVALID', detail: string): void {
  answerLines(response, [
    ['VPSProtocol', '4.00'],
    ['Status', status],
    ['StatusDetail', detail],
  ])
}

// The gateway knows its callers by address; the sandbox serves its own machine only.
function isCallerKnown(request: IncomingMessage): boolean {
  const { remoteAddress = '', localAddress = '' } = request.socket
  return remoteAddress === localAddress || /^(127\.|::1$|::ffff:127\.)/.test(remoteAddress)
}

function penceOf(amount: string): number {
  return Number(amount.replace('.', ''))
}

import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  type CardDetails,
  type CardErrors,
  decideAuthorisation,
  type ThreeDSecure,
  threeDSecureFor,
  toDigits,
  validateCard,
} from '../cards.ts'
import type { FaultName } from '../faults.ts'
import { type FormFields, readForm } from '../http-messages.ts'
import type { SimulatedOutcome } from '../notification/build-notification.ts'
import { completePayment } from '../notification/complete-payment.ts'
import type { ProviderContext } from '../provider-context.ts'
import type { PaymentResult, Transaction } from '../transactions.ts'
import {
  renderCardPage,
  renderChallengeFrame,
  renderFailurePage,
  renderIssuerPage,
  renderLeaveFramePage,
} from './card-pages.ts'

/** The pages under `/gateway/pay/{id}`: card form, the issuer's check, cancel. */

type PaymentRequest = {
  context: ProviderContext
  transaction: Transaction
  path: string
  response: ServerResponse
}

export async function handleHostedPage(
  context: ProviderContext,
  id: string,
  step: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const transaction = context.transactions.findById(`{${id}}`)
  if (transaction === null)
    return sendPage(context, response, 404, nonce => renderFailurePage('5004', unknownMessage, nonce))
  const payment = { context, transaction, path: `/gateway/pay/${id}`, response }
  // Double click, reload, back: later requests get the result of the first.
  if (transaction.result !== null) return sendResult(payment, await transaction.result)
  if (transaction.state !== 'open')
    return sendPage(context, response, 410, nonce => renderFailurePage('5003', closedMessage, nonce))
  if (request.method === 'GET') return sendStep(payment, step, (request.url ?? '').endsWith('?alone'))
  const form = (await readForm(request)) ?? new Map<string, string>()
  if (step === 'card') return submitCard(payment, form)
  if (step === 'challenge') return submitChallenge(payment, form)
  if (step === 'cancel') return finishPayment(payment, cancelledOutcome)
  return sendPage(context, response, 404, nonce => renderFailurePage('5004', unknownMessage, nonce))
}

function sendStep(payment: PaymentRequest, step: string, isAlone: boolean): void {
  const { context, transaction, path, response } = payment
  const card = transaction.challengedCard
  if (step !== 'issuer' || card === null) sendCardForm(payment, {}, false, { holder: '', expiry: '' })
  else {
    const lastFour = toDigits(card.number).slice(-4)
    const isWrong = transaction.failedChallenges > 0
    sendPage(context, response, 200, nonce => renderIssuerPage(path, nonce, { lastFour, isWrong, isAlone }))
  }
}

async function submitCard(payment: PaymentRequest, form: FormFields): Promise<void> {
  const { context, transaction, path, response } = payment
  const card = parseCard(form)
  const errors = validateCard(card, new Date(context.scheduler.nowMs()))
  if (Object.keys(errors).length > 0) return sendCardForm(payment, errors, false, card)
  const consumeFault = (name: FaultName) => context.faults.consume(name, transaction.vendorTxCode) !== null
  if (consumeFault('decline_then_retry_ok')) return sendCardForm(payment, {}, true, card)
  // A closed frame sends no request to the provider: the connection just ends.
  if (consumeFault('user_closes_frame')) return void response.destroy()
  if (consumeFault('user_cancels')) return finishPayment(payment, cancelledOutcome)
  if (consumeFault('3ds_challenge_fail'))
    return finishPayment(payment, createOutcome(transaction, card, 'NOTAUTHED'))
  const threeDSecure = consumeFault('3ds_abandon') ? 'CHALLENGE' : threeDSecureFor(card)
  if (threeDSecure !== 'CHALLENGE') {
    const outcome = createOutcome(transaction, card, threeDSecure)
    if (consumeFault('double_submit_in_frame')) void completePayment(context, transaction, outcome)
    return finishPayment(payment, outcome)
  }
  transaction.challengedCard = card
  if (consumeFault('3ds_replaces_frame'))
    return redirect(response, `${issuerOrigin(context)}${path}/issuer?alone`)
  return sendPage(context, response, 200, nonce => renderChallengeFrame(path, nonce))
}

// The issuer's page needs another origin than the provider's: the same listener under its other host name.
function issuerOrigin(context: ProviderContext): string {
  const { protocol, hostname, port } = new URL(context.publicUrl())
  return `${protocol}//${hostname === 'localhost' ? '127.0.0.1' : 'localhost'}:${port}`
}

function redirect(response: ServerResponse, url: string): void {
  response.writeHead(302, {
    Location: url,
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
  })
  response.end()
}

async function submitChallenge(payment: PaymentRequest, form: FormFields): Promise<void> {
  const { context, transaction, path, response } = payment
  const card = transaction.challengedCard
  if (card === null) return sendCardForm(payment, {}, false, { holder: '', expiry: '' })
  const hasApproved = form.get('action') !== 'refuse'
  const isApproved = hasApproved && (form.get('code') ?? '').trim() === '1234'
  if (hasApproved && !isApproved && transaction.failedChallenges < 2) {
    transaction.failedChallenges += 1
    return sendPage(context, response, 200, nonce => renderChallengeFrame(path, nonce))
  }
  return finishPayment(payment, createOutcome(transaction, card, isApproved ? 'OK' : 'NOTAUTHED'))
}

async function finishPayment(payment: PaymentRequest, outcome: SimulatedOutcome): Promise<void> {
  payment.transaction.challengedCard = null
  return sendResult(payment, await completePayment(payment.context, payment.transaction, outcome))
}

function sendResult({ context, response }: PaymentRequest, result: PaymentResult): void {
  if (result.kind === 'failure')
    sendPage(context, response, 200, nonce => renderFailurePage(result.number, result.message, nonce))
  else if (result.leavesFrame)
    sendPage(context, response, 200, nonce => renderLeaveFramePage(result.url, nonce))
  else redirect(response, result.url)
}

function createOutcome(
  transaction: Transaction,
  card: CardDetails,
  threeDSecure: Exclude<ThreeDSecure, 'CHALLENGE'>,
): SimulatedOutcome {
  const decision = decideAuthorisation(card, threeDSecure, transaction.billing)
  return { ...decision, detail: statusDetails[decision.status] }
}

function sendCardForm(
  { context, transaction, path, response }: PaymentRequest,
  errors: CardErrors,
  isDeclined: boolean,
  values: { holder: string; expiry: string },
): void {
  const { amount, description } = transaction
  sendPage(context, response, 200, nonce =>
    renderCardPage({ path, amount, description, errors, isDeclined, values }, nonce),
  )
}

function sendPage(
  context: ProviderContext,
  response: ServerResponse,
  status: number,
  render: (nonce: string) => string,
): void {
  const nonce = randomBytes(16).toString('base64')
  const body = Buffer.from(render(nonce))
  response.writeHead(status, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': body.length,
    'Cache-Control': 'no-store',
    // No form-action: the answer to the card form redirects to the shop, which it would block.
    'Content-Security-Policy': `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; frame-src 'self'; base-uri 'none'; frame-ancestors 'self' ${context.frameAncestors()}`,
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  })
  response.end(body)
}

function parseCard(form: FormFields): CardDetails {
  const value = (name: string) => (form.get(name) ?? '').slice(0, 60)
  return {
    holder: value('holder'),
    number: value('number'),
    expiry: value('expiry'),
    securityCode: value('securityCode'),
  }
}

const statusDetails: Readonly<Record<'OK' | 'NOTAUTHED' | 'REJECTED', string>> = {
  OK: '0000 : The Authorisation was Successful.',
  NOTAUTHED: '2000 : The Authorisation was Declined by the bank.',
  REJECTED: '2001 : The Authorisation was Rejected by the vendor rule-base.',
}
const cancelledOutcome: SimulatedOutcome = {
  status: 'ABORT',
  detail: '2013 : The transaction was cancelled by the customer.',
  fields: {},
}
const unknownMessage = 'There is no such payment here.'
const closedMessage = 'This payment is closed.'

import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Outcome } from './build-notification.ts'
import { cardPage, challengeFramePage, failurePage, issuerPage, leaveFramePage } from './card-pages.ts'
import {
  bankVerdict,
  type CardProblems,
  cardProblems,
  digitsOf,
  type ThreeDSecure,
  type TypedCard,
  threeDSecureFor,
} from './cards.ts'
import { settle } from './complete-payment.ts'
import type { FaultName } from './faults.ts'
import { type Form, readForm } from './http-messages.ts'
import type { Desk } from './provider-context.ts'
import type { Ending, Transaction } from './transactions.ts'

/** The pages under `/gateway/pay/{id}`: card form, the issuer's check, cancel. */

type Visit = { desk: Desk; transaction: Transaction; path: string; response: ServerResponse }

export async function hosted(
  desk: Desk,
  id: string,
  step: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const transaction = desk.book.byId(`{${id}}`)
  if (transaction === null) return showPage(desk, response, 404, nonce => failurePage('5004', unknown, nonce))
  const visit = { desk, transaction, path: `/gateway/pay/${id}`, response }
  // Double click, reload, back: whoever comes late is led where the first one went.
  if (transaction.ending !== null) return lead(visit, await transaction.ending)
  if (transaction.state !== 'open')
    return showPage(desk, response, 410, nonce => failurePage('5003', closed, nonce))
  if (request.method === 'GET') return show(visit, step, (request.url ?? '').endsWith('?alone'))
  const form = (await readForm(request)) ?? new Map<string, string>()
  if (step === 'card') return takeCard(visit, form)
  if (step === 'challenge') return takeChallenge(visit, form)
  if (step === 'cancel') return finish(visit, cancelled)
  return showPage(desk, response, 404, nonce => failurePage('5004', unknown, nonce))
}

function show(visit: Visit, step: string, isAlone: boolean): void {
  const { desk, transaction, path, response } = visit
  const card = transaction.challenged
  if (step !== 'issuer' || card === null) showCardForm(visit, {}, false, { holder: '', expiry: '' })
  else {
    const lastFour = digitsOf(card.number).slice(-4)
    const isWrong = transaction.challengeTries > 0
    showPage(desk, response, 200, nonce => issuerPage(path, nonce, { lastFour, isWrong, isAlone }))
  }
}

async function takeCard(visit: Visit, form: Form): Promise<void> {
  const { desk, transaction, path, response } = visit
  const card = cardIn(form)
  const problems = cardProblems(card, new Date(desk.agenda.clock()))
  if (Object.keys(problems).length > 0) return showCardForm(visit, problems, false, card)
  const armed = (name: FaultName) => desk.faults.take(name, transaction.vendorTxCode) !== null
  if (armed('decline_then_retry_ok')) return showCardForm(visit, {}, true, card)
  // Nothing tells a gateway that the frame is gone: the line just ends.
  if (armed('user_closes_frame')) return void response.destroy()
  if (armed('user_cancels')) return finish(visit, cancelled)
  if (armed('3ds_challenge_fail')) return finish(visit, outcomeOf(transaction, card, 'NOTAUTHED'))
  const threeDSecure = armed('3ds_abandon') ? 'CHALLENGE' : threeDSecureFor(card)
  if (threeDSecure !== 'CHALLENGE') {
    const outcome = outcomeOf(transaction, card, threeDSecure)
    if (armed('double_submit_in_frame')) void settle(desk, transaction, outcome)
    return finish(visit, outcome)
  }
  transaction.challenged = card
  if (armed('3ds_replaces_frame')) return goTo(response, `${issuerOrigin(desk)}${path}/issuer?alone`)
  return showPage(desk, response, 200, nonce => challengeFramePage(path, nonce))
}

// The issuer's page on an origin of its own, in place of the provider's: the same listener under its other name.
function issuerOrigin(desk: Desk): string {
  const { protocol, hostname, port } = new URL(desk.publicUrl())
  return `${protocol}//${hostname === 'localhost' ? '127.0.0.1' : 'localhost'}:${port}`
}

function goTo(response: ServerResponse, url: string): void {
  response.writeHead(302, {
    Location: url,
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
  })
  response.end()
}

async function takeChallenge(visit: Visit, form: Form): Promise<void> {
  const { desk, transaction, path, response } = visit
  const card = transaction.challenged
  if (card === null) return showCardForm(visit, {}, false, { holder: '', expiry: '' })
  const approves = form.get('action') !== 'refuse'
  const isRight = approves && (form.get('code') ?? '').trim() === '1234'
  if (approves && !isRight && transaction.challengeTries < 2) {
    transaction.challengeTries += 1
    return showPage(desk, response, 200, nonce => challengeFramePage(path, nonce))
  }
  return finish(visit, outcomeOf(transaction, card, isRight ? 'OK' : 'NOTAUTHED'))
}

async function finish(visit: Visit, outcome: Outcome): Promise<void> {
  visit.transaction.challenged = null
  return lead(visit, await settle(visit.desk, visit.transaction, outcome))
}

function lead({ desk, response }: Visit, ending: Ending): void {
  if (ending.kind === 'failure')
    showPage(desk, response, 200, nonce => failurePage(ending.number, ending.words, nonce))
  else if (ending.top) showPage(desk, response, 200, nonce => leaveFramePage(ending.url, nonce))
  else goTo(response, ending.url)
}

function outcomeOf(
  transaction: Transaction,
  card: TypedCard,
  threeDSecure: Exclude<ThreeDSecure, 'CHALLENGE'>,
): Outcome {
  const verdict = bankVerdict(card, threeDSecure, transaction.billing)
  return { ...verdict, detail: details[verdict.status] }
}

function showCardForm(
  { desk, transaction, path, response }: Visit,
  problems: CardProblems,
  declined: boolean,
  typed: { holder: string; expiry: string },
): void {
  const { amount, description } = transaction
  showPage(desk, response, 200, nonce =>
    cardPage({ path, amount, description, problems, declined, typed }, nonce),
  )
}

function showPage(
  desk: Desk,
  response: ServerResponse,
  status: number,
  page: (nonce: string) => string,
): void {
  const nonce = randomBytes(16).toString('base64')
  const body = Buffer.from(page(nonce))
  response.writeHead(status, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': body.length,
    'Cache-Control': 'no-store',
    // No form-action: the answer to the card form redirects to the shop, which it would block.
    'Content-Security-Policy': `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; frame-src 'self'; base-uri 'none'; frame-ancestors 'self' ${desk.frameAncestors()}`,
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  })
  response.end(body)
}

function cardIn(form: Form): TypedCard {
  const value = (name: string) => (form.get(name) ?? '').slice(0, 60)
  return {
    holder: value('holder'),
    number: value('number'),
    expiry: value('expiry'),
    securityCode: value('securityCode'),
  }
}

const details: Readonly<Record<'OK' | 'NOTAUTHED' | 'REJECTED', string>> = {
  OK: '0000 : The Authorisation was Successful.',
  NOTAUTHED: '2000 : The Authorisation was Declined by the bank.',
  REJECTED: '2001 : The Authorisation was Rejected by the vendor rule-base.',
}
const cancelled: Outcome = {
  status: 'ABORT',
  detail: '2013 : The transaction was cancelled by the customer.',
  fields: {},
}
const unknown = 'There is no such payment here.'
const closed = 'This payment is closed.'

import { expect } from 'vitest'
import { emails } from '../../src/emails.ts'
import { attachInvoice } from '../../src/features/billing/service.ts'
import { createEmailRenderers } from '../../src/infra/mail/define-email.server.ts'
import type { TestShop } from '../support/shop.ts'
import { payByCard, type TestVisitor } from '../support/test-visitor.ts'
import { correctMoney } from './correction-calls.ts'
import { createPaidOrder } from './order-admin-calls.ts'
import { listTransactionReferences } from './payment-calls.ts'

/** Orders that a card has paid, and that staff have made dearer. */

/** The first line becomes the dearer product. */
export const dearerLines = [{ position: 1, quantity: 3, code: 'FH-OIL-1' }]

interface StoredDue {
  total: number
  payment_due: boolean
  on_stop: boolean
  hold_reason: string
  state: string
}

export async function getDue(shop: TestShop, reference: string): Promise<StoredDue> {
  const [row] = await shop.sql<StoredDue>(
    'select total, payment_due, on_stop, hold_reason, state from orders where reference = $1',
    [reference],
  )
  return row!
}

/** The newest e-mail of a kind about an order, as it is sent. */
export async function renderOrderEmail(shop: TestShop, kind: string, reference: string) {
  const [mail] = await shop.sql<{ facts: never; recipient: string }>(
    `select facts, recipient from mail_outbox where kind = $1 and facts->>'reference' = $2 order by id desc limit 1`,
    [kind, reference],
  )
  const { shopName: name, contact } = shop.context.config
  const renderers = createEmailRenderers(emails, {
    ...shop.context,
    attachInvoice: (of: string) => attachInvoice(shop.context, of),
  })
  const sender = { name, ...contact, baseUrl: 'https://filters.example' }
  return { ...(await renderers[kind]!(mail!.facts, sender)), recipient: mail!.recipient }
}

/** The payment link of an e-mail, as a path. */
export const findLink = (text: string): string =>
  /https:\/\/filters\.example(\/order\/\S+?\/pay\?key=[\w-]+)/.exec(text)![1]!

/** A guest's order that was paid by card and then made dearer, with its link and what is due in pence. */
export async function createDearerOrder(
  shop: TestShop,
  staff: TestVisitor,
  correction: object = { lines: dearerLines },
) {
  const paid = await createPaidOrder(shop)
  const reply = await correctMoney(staff, paid.reference, correction)
  expect(reply).toMatchObject({ success: true })
  return { ...paid, ...(await followDearer(shop, paid.reference, paid.total)), message: reply.message }
}

/** What there is of an order after a correction that made it dearer. */
export async function followDearer(shop: TestShop, reference: string, paid: number) {
  const { text } = await renderOrderEmail(shop, 'order-changed', reference)
  const { total } = await getDue(shop, reference)
  return { link: findLink(text), text, due: total - paid }
}

interface OpenReply {
  success: boolean
  message: string
  next_url: string | null
}

/** Presses 'Pay': `pence` is what the page displayed. */
export async function openForm(visitor: TestVisitor, link: string, pence: number): Promise<OpenReply> {
  const { body } = await visitor.post<OpenReply>(link, { amount: (pence / 100).toFixed(2) })
  return body
}

/** Opens the card form and pays. */
export async function payLink(visitor: TestVisitor, link: string, pence: number) {
  const { next_url } = await openForm(visitor, link, pence)
  return payByCard(next_url!)
}

/** What the simulator has taken for an order and not given back, in pence. */
export async function getCharged(shop: TestShop, reference: string): Promise<number> {
  const codes = await listTransactionReferences(shop, reference)
  const entries = codes.map(code => shop.simulator.control.ledger(code))
  return entries.reduce((sum, entry) => sum + (entry ? entry.charged - entry.refunded : 0), 0)
}

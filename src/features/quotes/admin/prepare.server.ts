import { sql } from 'kysely'
import type { Db, Tx } from '../../../infra/app-context.ts'
import { inTransaction } from '../../../infra/database/db.ts'
import { findRow } from '../../../infra/database/query.ts'
import { addDays, toLondonTime } from '../../../lib/dates.ts'
import { type Pence, zero } from '../../../lib/money.ts'
import { toActor } from '../../accounts/actor.ts'
import { addAuditEntry, isAccountVerified } from '../../accounts/service.ts'
import { adminQuoteUrl } from '../../back-office/navigation.ts'
import { done, invalid, refuse, type StaffResult } from '../../back-office/staff-action.server.ts'
import type { EnteredQuote, OrderParties } from '../../order-entry/caller.ts'
import { listPricedProducts, newStaffOrder } from '../../order-entry/service.ts'
import type { InsertedOrder, OrderContact } from '../../orders/order.ts'
import { toOrderLine } from '../../orders/order-line.ts'
import { insertOrder, type Order, updateState } from '../../orders/service.ts'
import { getQuoteVatRate } from '../document.ts'
import { calculateOfferTotals, defaultDays } from '../offer.ts'
import { createOfferForm, type QuotedProduct, typedAmount } from './offer/offer-form.ts'
import { findActivePerson, replaceDraft } from './queries.ts'
import type { AdminQuote } from './view.ts'

const messages = {
  taken: (email: string) => `${email} has an account already. Find the customer by that address instead.`,
  disabled: 'This customer’s account is disabled, so no quote can be made for it.',
  nothingSold: 'None of these parts is sold any more, so there is nothing to quote.',
}

interface PrepareAction {
  staff: { id: number }
  /** Of the form: the same press twice makes one quote. */
  requestKey: string
  now: Date
}

type PreparedResult = StaffResult<{ url: string | null }>

/** `leftOut`: part numbers that are no longer sold. */
function toPrepared(reference: string, leftOut: readonly string[]): PreparedResult {
  const without = leftOut.length > 0 ? ` No longer sold and left out: ${leftOut.join(', ')}.` : ''
  const message = `Quote ${reference} was made. Check the prices, then send it.${without}`
  return { ...done(message), reply: { url: adminQuoteUrl(reference) } }
}

/** Makes a quote for a caller at the customer's prices of today. Nothing is sent. */
export async function createQuote(
  db: Db,
  { parties, parts, carriage, ...quote }: EnteredQuote,
  action: PrepareAction,
): Promise<PreparedResult> {
  return inTransaction(db, async (tx): Promise<PreparedResult> => {
    const { email } = parties.contact
    // A quote belongs to an account, or its customer has a link that opens it: never both. An account whose address
    // was never verified counts as none: it may be somebody else's.
    if (parties.personId === null && (await isAccountVerified(tx, email)))
      return invalid({ email: messages.taken(email) })
    const lines = await listPricedProducts(tx, parties.companyId, parts)
    const facts = { ...parties, ...quote, quoteNote: '' }
    const made = await insertQuote(tx, facts, lines, { ...action, why: 'Made for the customer by staff' })
    if (made.isNew && carriage) await proposeCarriage(tx, made.id, { lines, carriage }, action)
    return toPrepared(made.reference, [])
  })
}

// As a draft of the offer: staff check it before it is sent.
async function proposeCarriage(
  tx: Tx,
  id: number,
  { lines, carriage }: { lines: readonly QuotedProduct[]; carriage: NonNullable<EnteredQuote['carriage']> },
  { staff, now }: PrepareAction,
): Promise<void> {
  const prices = lines.map(({ unitPrice }) => unitPrice)
  const offer = createOfferForm(lines, prices, null, addDays(toLondonTime(now).date, defaultDays))
  const form = { ...offer, deliveryTitle: carriage.title, deliveryCost: typedAmount(carriage.price) }
  await replaceDraft(tx, id, { form, savedBy: staff.id, savedAt: now })
}

/** Makes a quote like another one, for the same customer, at the same prices or those of today. Nothing is sent. */
export async function copyQuote(
  db: Db,
  original: AdminQuote,
  prices: 'same' | 'current',
  action: PrepareAction,
): Promise<PreparedResult> {
  return inTransaction(db, async (tx): Promise<PreparedResult> => {
    const { order } = original
    const contact = await findPresentContact(tx, order)
    if ('refusal' in contact) return refuse(contact.refusal)
    const products = await listPricedProducts(tx, order.companyId, order.lines)
    const sold = products.filter(({ forSale }) => forSale)
    if (sold.length === 0) return refuse(messages.nothingSold)
    const facts = { ...order, contact, purchaseOrder: '' }
    const why = `Copied from ${order.reference} at ${prices === 'same' ? 'the same' : 'today’s'} prices`
    const { id, reference, isNew } = await insertQuote(tx, facts, sold, { ...action, why })
    if (isNew) await saveCopiedOffer(tx, id, { original, sold, prices }, action)
    const leftOut = products.filter(({ forSale }) => !forSale).map(({ code }) => code)
    return toPrepared(reference, leftOut)
  })
}

/** The customer of a quote by today's account, or why no further quote can be made for it. */
async function findPresentContact(
  tx: Tx,
  { personId, contact }: Pick<Order, 'personId' | 'contact'>,
): Promise<OrderContact | { refusal: string }> {
  if (personId === null) {
    const { email } = contact
    return (await isAccountVerified(tx, email)) ? { refusal: messages.taken(email) } : contact
  }
  const person = await findActivePerson(tx, personId)
  if (!person) return { refusal: messages.disabled }
  const { name, email, telephone } = person
  return { ...contact, email, name: name || contact.name, telephone: telephone || contact.telephone }
}

interface CopiedOffer {
  original: AdminQuote
  sold: readonly QuotedProduct[]
  prices: 'same' | 'current'
}

// The proposed offer is stored as a draft, as if staff had typed it.
async function saveCopiedOffer(
  tx: Tx,
  id: number,
  { original: { order, offer }, sold, prices }: CopiedOffer,
  { staff, now }: PrepareAction,
): Promise<void> {
  const findOldPrice = ({ productId }: QuotedProduct): Pence | null => {
    const index = order.lines.findIndex(line => line.productId === productId)
    return offer?.prices[index] ?? order.lines[index]?.unitPrice ?? null
  }
  const toPrice = (line: QuotedProduct) => (prices === 'same' ? findOldPrice(line) : line.unitPrice)
  const validUntil = addDays(toLondonTime(now).date, defaultDays)
  const form = createOfferForm(sold, sold.map(toPrice), offer, validUntil)
  await replaceDraft(tx, id, { form, savedBy: staff.id, savedAt: now })
}

type QuoteFacts = OrderParties & Pick<Order, 'purchaseOrder' | 'deliveryInstructions' | 'quoteNote'>

/** It waits for prices like one that was requested. `isNew`: false when this form has made it before. */
async function insertQuote(
  tx: Tx,
  facts: QuoteFacts,
  products: readonly QuotedProduct[],
  { staff, requestKey, why, now }: PrepareAction & { why: string },
): Promise<{ id: number; reference: string; isNew: boolean }> {
  const quote = newStaffOrder({ request_key: requestKey, source: 'phone' }, staff.id)
  const { reference, requestHash } = quote
  await sql`select pg_advisory_xact_lock(hashtextextended(${requestHash}, 0))`.execute(tx)
  const earlier = await findRow(tx)<{ id: number; reference: string }>`
    select id, reference from orders where request_hash = ${requestHash} and prepared_by is not null`
  if (earlier) return { ...earlier, isNew: false }
  const { personId, companyId, contact, delivery, billing } = facts
  const { purchaseOrder, deliveryInstructions, quoteNote } = facts
  const lines = products.map(product => toOrderLine({ ...product, unitPrice: product.unitPrice ?? zero }))
  const vatRateBp = getQuoteVatRate(facts)
  const { subtotal, vat, total } = calculateOfferTotals(lines, null, vatRateBp)
  const actor = toActor(staff.id)
  const id = await insertOrder(
    tx,
    {
      ...{ ...quote, ...unpriced, personId, companyId, contact, delivery, billing },
      ...{ purchaseOrder, deliveryInstructions, quoteNote },
      ...{ subtotal, vat, total, vatRateBp, lines },
    },
    actor,
    now,
    now,
  )
  await updateState(tx, id, { from: 'saved', to: 'quote_requested', actor, why, now })
  await addAuditEntry(tx, { actor, action: 'quote made', subject: `order ${reference}`, detail: why, now })
  return { id, reference, isNew: true }
}

const unpriced = {
  kind: 'quote',
  method: null,
  onStop: false,
  payBy: null,
  discount: zero,
  deliveryCost: null,
  deliveryCode: 'quote',
  deliveryFacts: { text: 'Ask for a quote' },
  deliveryDate: null,
  collectionDetails: [],
  consignments: null,
} satisfies Partial<InsertedOrder>

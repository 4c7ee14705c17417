import type { Db, Tx } from '../../../../infra/app-context.ts'
import { inTransaction } from '../../../../infra/database/db.ts'
import { addDays, toLondonTime } from '../../../../lib/dates.ts'
import { type Pence, zero } from '../../../../lib/money.ts'
import { parseQuantity } from '../../../../lib/quantity.ts'
import { isAccountVerified } from '../../../accounts/service.ts'
import { done, invalid, refuse, type StaffResult } from '../../../back-office/staff-action.server.ts'
import type { LineEntry } from '../../../basket/lines/line-entry-schema.ts'
import type { OrderParties } from '../../../order-entry/caller.ts'
import { listPricedProducts } from '../../../order-entry/service.ts'
import type { OrderContact } from '../../../orders/order.ts'
import { toOrderLine } from '../../../orders/order-line.ts'
import type { Order } from '../../../orders/service.ts'
import { getQuoteVatRate } from '../../document.ts'
import { calculateOfferTotals, defaultDays } from '../../offer.ts'
import { createOfferForm, type QuotedProduct, typedAmount } from '../offer/offer-form.ts'
import type { FoundPart } from '../offer/read-form.server.ts'
import { findActivePerson, replaceDraft } from '../queries.ts'
import { type AdminQuote, adminQuoteUrl } from '../view.ts'
import { newQuoteMessages } from './new-quote.ts'
import { insertPreparedQuote } from './prepared-quote.server.ts'

interface PrepareAction {
  staff: { id: number }
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

interface NewQuote {
  parties: OrderParties
  purchaseOrder: string
  deliveryInstructions?: string
  /** What the offer proposes for delivery; null: staff enter it. */
  carriage?: { title: string; price: Pence } | null
  /** One line for each product. */
  parts: readonly { productId: number; quantity: number; entry?: LineEntry }[]
}

/** Makes a quote for a caller at the customer's prices of today. Nothing is sent. */
export async function createQuote(
  db: Db,
  { parties, parts, carriage, ...quote }: NewQuote,
  action: PrepareAction,
): Promise<PreparedResult> {
  return inTransaction(db, async (tx): Promise<PreparedResult> => {
    const { email } = parties.contact
    // A quote belongs to an account, or its customer has a link that opens it: never both. An account whose address
    // was never verified counts as none: it may be somebody else's.
    if (parties.personId === null && (await isAccountVerified(tx, email)))
      return invalid({ email: newQuoteMessages.taken(email) })
    const lines = await listPricedProducts(tx, parties.companyId, parts)
    if (lines.length === 0) return invalid({ lines: newQuoteMessages.noLines })
    const prepared = toPreparedQuote({ ...parties, ...quote, quoteNote: '' }, lines)
    const why = 'Made for the customer by staff'
    const made = await insertPreparedQuote(tx, prepared, { ...action, staffId: action.staff.id, why })
    if (made.isNew && carriage) await proposeCarriage(tx, made.id, { lines, carriage }, action)
    return toPrepared(made.reference, [])
  })
}

// As a draft of the offer: staff check it before it is sent.
async function proposeCarriage(
  tx: Tx,
  id: number,
  { lines, carriage }: { lines: readonly QuotedProduct[]; carriage: NonNullable<NewQuote['carriage']> },
  { staff, now }: PrepareAction,
): Promise<void> {
  const prices = lines.map(({ unitPrice }) => unitPrice)
  const offer = createOfferForm(lines, prices, null, addDays(toLondonTime(now).date, defaultDays))
  const form = { ...offer, deliveryTitle: carriage.title, deliveryCost: typedAmount(carriage.price) }
  await replaceDraft(tx, id, { form, savedBy: staff.id, savedAt: now })
}

/** One line for each product. */
export function addUpParts(parts: readonly FoundPart[]): { productId: number; quantity: number }[] {
  const quantities = new Map<number, number>()
  for (const { productId, quantity } of parts)
    quantities.set(productId, (quantities.get(productId) ?? 0) + (parseQuantity(quantity) ?? 1))
  return [...quantities].map(([productId, quantity]) => ({ productId, quantity }))
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
    if (sold.length === 0) return refuse(newQuoteMessages.nothingSold)
    const quote = toPreparedQuote({ ...order, contact, purchaseOrder: '' }, sold)
    const why = `Copied from ${order.reference} at ${prices === 'same' ? 'the same' : 'today’s'} prices`
    const { id, reference, isNew } = await insertPreparedQuote(tx, quote, {
      ...action,
      staffId: action.staff.id,
      why,
    })
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
    return (await isAccountVerified(tx, email)) ? { refusal: newQuoteMessages.taken(email) } : contact
  }
  const person = await findActivePerson(tx, personId)
  if (!person) return { refusal: newQuoteMessages.disabled }
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

type PreparedFacts = OrderParties & {
  purchaseOrder: string
  deliveryInstructions?: string
  quoteNote: string
}

function toPreparedQuote(facts: PreparedFacts, products: readonly QuotedProduct[]) {
  const {
    personId,
    companyId,
    contact,
    delivery,
    billing,
    purchaseOrder,
    quoteNote,
    deliveryInstructions = '',
  } = facts
  const lines = products.map(product => toOrderLine({ ...product, unitPrice: product.unitPrice ?? zero }))
  const vatRateBp = getQuoteVatRate(facts)
  const { subtotal, vat, total } = calculateOfferTotals(lines, null, vatRateBp)
  const customer = { personId, companyId, contact, delivery, billing }
  return {
    ...customer,
    purchaseOrder,
    deliveryInstructions,
    quoteNote,
    subtotal,
    vat,
    total,
    vatRateBp,
    lines,
  }
}

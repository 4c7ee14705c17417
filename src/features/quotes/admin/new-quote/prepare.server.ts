import type { Db, Tx } from '../../../../infra/app-context.ts'
import { inTransaction } from '../../../../infra/database/db.ts'
import { addDays, toLondonTime } from '../../../../lib/dates.ts'
import { type BasisPoints, type Pence, zero } from '../../../../lib/money.ts'
import { parseQuantity } from '../../../../lib/quantity.ts'
import { isAccountVerified } from '../../../accounts/service.ts'
import { calculateTotals } from '../../../basket/totals.ts'
import { getVatRate } from '../../../delivery/vat-rate.ts'
import type { OrderContact } from '../../../orders/order.ts'
import { type OrderLine, toOrderLine } from '../../../orders/order-line.ts'
import { insertPreparedQuote, type Order } from '../../../orders/service.ts'
import { defaultDays } from '../../offer.ts'
import type { AdminQuote } from '../admin-quote.ts'
import type { FoundPart } from '../offer/find-parts.server.ts'
import { type OfferForm, type QuotableLine, typedAmount } from '../offer/offer-form.ts'
import { listQuotableLines } from '../offer/quotable-lines.server.ts'
import { replaceDraft } from '../queries.ts'
import { findActivePerson } from './customers.server.ts'
import { newQuoteMessages, type QuoteParties } from './new-quote.ts'

interface PrepareAction {
  staff: { id: number }
  requestKey: string
  now: Date
}

/** `leftOut`: part numbers that are no longer sold. */
export type PreparedResult =
  | { done: true; reference: string; leftOut: string[] }
  | { done: false; field: 'email' | 'lines'; message: string }

/** Makes a quote for a caller at the customer's prices of today. Nothing is sent. */
export async function createQuote(
  db: Db,
  {
    parties,
    purchaseOrder,
    parts,
  }: { parties: QuoteParties; purchaseOrder: string; parts: readonly FoundPart[] },
  action: PrepareAction,
): Promise<PreparedResult> {
  return inTransaction(db, async (tx): Promise<PreparedResult> => {
    const { email } = parties.contact
    // A quote belongs to an account, or its customer has a link that opens it: never both. An account whose address
    // was never verified counts as none: it may be somebody else's.
    if (parties.personId === null && (await isAccountVerified(tx, email)))
      return { done: false, field: 'email', message: newQuoteMessages.taken(email) }
    const lines = await listQuotableLines(tx, parties.companyId, addUp(parts))
    if (lines.length === 0) return { done: false, field: 'lines', message: newQuoteMessages.noLines }
    const quote = toPreparedQuote({ ...parties, purchaseOrder, quoteNote: '' }, lines)
    const why = 'Made for the customer by staff'
    const { reference } = await insertPreparedQuote(tx, quote, { ...action, staffId: action.staff.id, why })
    return { done: true, reference, leftOut: [] }
  })
}

/** One line for each product. */
function addUp(parts: readonly FoundPart[]): { productId: number; quantity: number }[] {
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
    if ('refusal' in contact) return { done: false, field: 'email', message: contact.refusal }
    const products = await listQuotableLines(tx, order.companyId, order.lines)
    const sold = products.filter(({ forSale }) => forSale)
    if (sold.length === 0) return { done: false, field: 'lines', message: newQuoteMessages.nothingSold }
    const quote = toPreparedQuote({ ...order, contact, purchaseOrder: '' }, sold)
    const why = `Copied from ${order.reference} at ${prices === 'same' ? 'the same' : 'today’s'} prices`
    const { id, reference, isNew } = await insertPreparedQuote(tx, quote, {
      ...action,
      staffId: action.staff.id,
      why,
    })
    if (isNew) await saveCopiedOffer(tx, id, { original, sold, prices }, action)
    return {
      done: true,
      reference,
      leftOut: products.filter(({ forSale }) => !forSale).map(({ code }) => code),
    }
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
  sold: readonly QuotableLine[]
  prices: 'same' | 'current'
}

// The proposed offer is stored as a draft, as if staff had typed it.
async function saveCopiedOffer(
  tx: Tx,
  id: number,
  { original: { order, offer }, sold, prices }: CopiedOffer,
  { staff, now }: PrepareAction,
): Promise<void> {
  const findOldPrice = ({ productId }: QuotableLine): Pence | null => {
    const index = order.lines.findIndex(line => line.productId === productId)
    return offer?.lines[index]?.unitPrice ?? order.lines[index]?.unitPrice ?? null
  }
  const toPrice = (line: QuotableLine) => (prices === 'same' ? findOldPrice(line) : line.unitPrice)
  const form: OfferForm = {
    codes: sold.map(({ code }) => code),
    quantities: sold.map(({ quantity }) => String(quantity)),
    prices: sold.map(line => {
      const price = toPrice(line)
      return price === null ? '' : typedAmount(price)
    }),
    deliveryTitle: offer?.deliveryTitle ?? '',
    deliveryCost: offer ? typedAmount(offer.deliveryCost) : '',
    note: offer?.note ?? '',
    validUntil: addDays(toLondonTime(now).date, defaultDays),
  }
  await replaceDraft(tx, id, { form, savedBy: staff.id, savedAt: now })
}

type PreparedFacts = QuoteParties & { purchaseOrder: string; quoteNote: string }

function toPreparedQuote(facts: PreparedFacts, products: readonly QuotableLine[]) {
  const { personId, companyId, contact, delivery, billing, purchaseOrder, quoteNote } = facts
  const lines: OrderLine[] = products.map(product =>
    toOrderLine({ ...product, unitPrice: product.unitPrice ?? zero }),
  )
  const vatRate: BasisPoints = getVatRate(delivery.country, delivery.postcode)
  const { subtotal, vat, total } = calculateTotals({
    lines,
    discounts: [],
    deliveryCost: null,
    freeDelivery: false,
    vatRate,
  })
  const customer = { personId, companyId, contact, delivery, billing }
  return { ...customer, purchaseOrder, quoteNote, subtotal, vat, total, vatRateBp: vatRate, lines }
}

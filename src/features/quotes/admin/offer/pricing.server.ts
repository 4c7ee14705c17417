import type { Db, Tx } from '../../../../infra/app-context.ts'
import { inTransaction } from '../../../../infra/database/db.ts'
import { Problem } from '../../../../lib/calls/problem.ts'
import { formatDate, toIsoDate } from '../../../../lib/dates.ts'
import { type BasisPoints, formatPounds } from '../../../../lib/money.ts'
import { type Actor, toActor } from '../../../accounts/actor.ts'
import { addAuditEntry } from '../../../accounts/service.ts'
import { done, refuse } from '../../../back-office/staff-action.server.ts'
import { closeMessages } from '../../../correspondence/service.ts'
import type { OrderLine } from '../../../orders/order-line.ts'
import {
  addHistory,
  findOrderById,
  lockOrder,
  type Order,
  releaseAndTransition,
} from '../../../orders/service.ts'
import { toQuoteDocument } from '../../document.ts'
import {
  calculateOfferTotals,
  formatOfferChanges,
  type NewOffer,
  type Offer,
  type OfferedGoods,
} from '../../offer.ts'
import { quoteReadyEmail } from '../../QuoteEmails.tsx'
import {
  findCompany,
  findOffer,
  findQuoteId,
  getQuoteProgress,
  listOfferRecipients,
  listQuoteMessages,
  replaceOffer,
} from '../../queries.ts'
import { isSubmitted } from '../../quote.ts'
import { findDraft, getAdminQuoteDetails, replaceDraft } from '../queries.ts'
import { findQuoteChangeRefusal, type QuoteChangeRefusal, quoteChangeMessages } from '../rules.ts'
import { type AdminQuote, formatChangesSince } from '../view.ts'
import { hasSameLines, type OfferForm } from './offer-form.ts'

/** Throws a 404 when no request of that reference was sent. */
export async function getAdminQuote(db: Db, reference: string): Promise<AdminQuote> {
  const id = await findQuoteId(db, reference)
  const order = id === null ? null : await findOrderById(db, id)
  if (!order || !isSubmitted(order.state)) throw new Problem(404)
  const [offer, draft, messages, details] = await Promise.all([
    findOffer(db, order.id),
    findDraft(db, order.id),
    listQuoteMessages(db, order.id),
    getAdminQuoteDetails(db, order.id),
  ])
  return { order, offer, draft, messages, details }
}

interface QuoteChangeRequest {
  db: Db
  id: number
  staff: { id: number }
  /** Id of the last row of history that the page showed. */
  expectedVersion: number
  now: Date
}

interface LockedQuote {
  order: Order
  /** Why it cannot be changed; null: it can. */
  refusal: QuoteChangeRefusal | null
  lastChangeRequest: number
  actor: Actor
}

/** What was done, for the audit, or why nothing was; null: the same form did it before. */
type QuoteChangeOutcome = { action: string; detail: string } | QuoteChangeRefusal | null

/** Changes a quote in a transaction that holds its lock. `to`: the state that the change may lead to. */
const changeQuote = (
  { db, id, staff, expectedVersion, now }: QuoteChangeRequest,
  to: 'quote_approved' | 'cancelled',
  message: string,
  change: (tx: Tx, quote: LockedQuote) => Promise<QuoteChangeOutcome>,
) =>
  inTransaction(db, async tx => {
    const order = (await lockOrder(tx, id))!
    const { lastChangeRequest, ...progress } = await getQuoteProgress(tx, id)
    const refusal = findQuoteChangeRefusal({ ...order, ...progress, expectedVersion }, to)
    const actor = toActor(staff.id)
    const result = await change(tx, { order, refusal, lastChangeRequest, actor })
    if (typeof result === 'string') {
      // Whatever the reason is: that the quote was ordered or withdrawn may be what has changed.
      const changes = formatChangesSince({ details: await getAdminQuoteDetails(tx, id) }, expectedVersion)
      return refuse(`${quoteChangeMessages[result]}${changes}`)
    }
    if (result) await addAuditEntry(tx, { ...result, actor, subject: `order ${order.reference}`, now })
    return done(message)
  })

/** An offer with the lines it is for. */
export interface LinedOffer {
  offer: NewOffer
  lines: OrderLine[]
}

/** Replaces the offer for a request and the lines that staff have changed, and e-mails it to the customer. */
export function priceQuote(
  request: QuoteChangeRequest,
  { offer, lines }: LinedOffer,
  lastMessage: number,
  message: string,
) {
  const { id, staff, now } = request
  return changeQuote(request, 'quote_approved', message, async (tx, quote) => {
    const { order: before, refusal, lastChangeRequest, actor } = quote
    const earlier = await findOffer(tx, id)
    const isOfSameLines = hasSameLines(before.lines, lines)
    // The same form sent twice is one offer and one e-mail.
    if (refusal === 'changed' && isOfSameLines && isSame(earlier, offer, staff.id)) return null
    if (refusal) return refusal
    if (lastChangeRequest > lastMessage) return 'change_requested'
    const changes = formatOfferChanges(toOfferedGoods(before.lines, earlier), toOfferedGoods(lines, offer))
    if (changes !== '')
      await addHistory(tx, id, { state: before.state, event: 'quote_edited', actor, why: changes, now })
    const totals = calculateOfferTotals(lines, null, before.vatRateBp as BasisPoints)
    const by = { personId: staff.id, now }
    await replaceOffer(tx, id, offer, isOfSameLines ? null : { rows: lines, totals }, by)
    const order = (await findOrderById(tx, id))!
    const document = toQuoteDocument(
      order,
      (await findOffer(tx, id))!,
      await findCompany(tx, order.companyId),
    )
    const validUntil = formatDate(toIsoDate(document.validUntil))
    // The next offer replaces this one; its total stays in the history.
    const why = `priced at ${formatPounds(document.total)} inc VAT until ${validUntil}`
    await releaseAndTransition(tx, id, { to: 'quote_approved', actor, why, now })
    // The offer answers what staff have read.
    await closeMessages(tx, id, lastMessage, now)
    const { version } = await getQuoteProgress(tx, id)
    for (const recipient of await listOfferRecipients(tx, order))
      await quoteReadyEmail.enqueue(tx, recipient, document, version)
    const states = `${before.state} → quote_approved`
    return { action: 'quote sent', detail: [states, changes, why].filter(Boolean).join('; ') }
  })
}

const toOfferedGoods = (lines: readonly OrderLine[], offer: NewOffer | null): OfferedGoods => ({
  lines: lines.map(({ code, quantity }, index) => ({
    code,
    quantity,
    unitPrice: offer?.prices[index] ?? null,
  })),
  deliveryTitle: offer?.deliveryTitle ?? '',
  deliveryCost: offer?.deliveryCost ?? null,
})

function isSame(current: Offer | null, offer: NewOffer, staffId: number): boolean {
  return (
    current !== null &&
    current.pricedBy === staffId &&
    current.deliveryTitle === offer.deliveryTitle &&
    current.deliveryCost === offer.deliveryCost &&
    current.note === offer.note &&
    current.expiresAt.getTime() === offer.expiresAt.getTime() &&
    current.prices.every((price, index) => price === offer.prices[index])
  )
}

/** Stores (null: deletes) what staff have typed for a quote. The customer sees none of it until it is sent. */
export const saveDraft = (request: QuoteChangeRequest, form: OfferForm | null, message: string) =>
  changeQuote(request, 'quote_approved', message, async (tx, { order: { state }, refusal, actor }) => {
    const { id, staff, now } = request
    const draft = await findDraft(tx, id)
    const isRepeated = JSON.stringify(draft?.form ?? null) === JSON.stringify(form)
    // What the customer orders meanwhile is the offer that was sent.
    const isPossible = refusal === null || refusal === 'being_ordered'
    if (isRepeated && (isPossible || refusal === 'changed')) return null
    if (!isPossible) return refusal
    await replaceDraft(tx, id, form && { form, savedBy: staff.id, savedAt: now })
    const why = form ? 'Changes saved, not sent yet' : 'Saved changes discarded'
    await addHistory(tx, id, { state, event: 'quote_saved', actor, why, now })
    return { action: 'quote draft changed', detail: `${formatDraft(draft?.form)} → ${formatDraft(form)}` }
  })

/** Withdraws a quote; the reason is for the customer to read. */
export const cancelQuote = (request: QuoteChangeRequest, reason: string, message: string) =>
  changeQuote(request, 'cancelled', message, async (tx, { order: { state }, refusal, actor }) => {
    if (refusal) return refusal
    const { id, now } = request
    await releaseAndTransition(tx, id, { to: 'cancelled', actor, why: reason, now })
    return { action: 'quote withdrawn', detail: `${state} → cancelled: ${reason}` }
  })

/** '10 × FH-OIL-1 at 11.37, carriage 12.50'. The note stays in the quote. */
function formatDraft(form: OfferForm | null | undefined): string {
  if (!form) return 'nothing saved'
  const lines = form.codes.map((code, nth) => `${form.quantities[nth]} × ${code} at ${form.prices[nth]}`)
  return [...lines, `carriage ${form.deliveryCost || 'none'}`].join(', ')
}

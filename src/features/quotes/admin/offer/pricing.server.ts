import type { Db, Tx } from '../../../../infra/app-context.ts'
import { inTransaction } from '../../../../infra/database/db.ts'
import { Problem } from '../../../../lib/calls/problem.ts'
import { formatDate, toIsoDate } from '../../../../lib/dates.ts'
import { type BasisPoints, formatPounds } from '../../../../lib/money.ts'
import type { Result } from '../../../../lib/result.ts'
import { toActor } from '../../../accounts/actor.ts'
import { addAuditEntry } from '../../../accounts/service.ts'
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
import { findQuoteChangeRefusal, type QuoteChangeRefusal, validateWithdrawalReason } from '../rules.ts'
import type { AdminQuote } from '../view.ts'
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

export type QuoteChangeResult = Result<object, QuoteChangeRefusal>

export interface QuoteChangeRequest {
  staff: { id: number }
  /** Id of the last row of history that the page showed. */
  expectedVersion: number
  now: Date
}

/** An offer with the lines it is for. */
export interface LinedOffer {
  offer: NewOffer
  lines: OrderLine[]
}

/** Replaces the offer for a request and the lines that staff have changed, and e-mails it to the customer. */
export async function priceQuote(
  db: Db,
  id: number,
  { offer, lines }: LinedOffer,
  { staff, expectedVersion, lastMessage, now }: QuoteChangeRequest & { lastMessage: number },
): Promise<QuoteChangeResult> {
  return inTransaction(db, async tx => {
    const before = (await lockOrder(tx, id))!
    const earlier = await findOffer(tx, id)
    const progress = await getQuoteProgress(tx, id)
    const refusal = findQuoteChangeRefusal({ ...before, ...progress, expectedVersion }, 'quote_approved')
    // The same form sent twice is one offer and one e-mail.
    const isRepeated = () => hasSameLines(before.lines, lines) && isSame(earlier, offer, staff.id)
    if (refusal === 'changed' && isRepeated()) return { ok: true }
    if (refusal) return { ok: false, reason: refusal }
    if (progress.lastChangeRequest > lastMessage) return { ok: false, reason: 'change_requested' }
    const actor = toActor(staff.id)
    const changes = formatOfferChanges(toOfferedGoods(before.lines, earlier), toOfferedGoods(lines, offer))
    if (changes !== '')
      await addHistory(tx, id, { state: before.state, event: 'quote_edited', actor, why: changes, now })
    await replaceOffer(
      tx,
      id,
      offer,
      hasSameLines(before.lines, lines)
        ? null
        : { rows: lines, totals: calculateOfferTotals(lines, null, before.vatRateBp as BasisPoints) },
      { personId: staff.id, now },
    )
    const order = (await findOrderById(tx, id))!
    const quote = toQuoteDocument(order, (await findOffer(tx, id))!, await findCompany(tx, order.companyId))
    // The next offer replaces this one; its total stays in the history.
    const why = `priced at ${formatPounds(quote.total)} inc VAT until ${formatDate(toIsoDate(quote.validUntil))}`
    await releaseAndTransition(tx, id, { to: 'quote_approved', actor, why, now })
    const states = `${before.state} → quote_approved`
    const detail = [states, changes, why].filter(Boolean).join('; ')
    await auditQuote(tx, before, { action: 'quote sent', detail, staff, now })
    // The offer answers what staff have read.
    await closeMessages(tx, id, lastMessage, now)
    const { version } = await getQuoteProgress(tx, id)
    for (const recipient of await listOfferRecipients(tx, order))
      await quoteReadyEmail.enqueue(tx, recipient, quote, version)
    return { ok: true }
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
export async function saveDraft(
  db: Db,
  id: number,
  form: OfferForm | null,
  { staff, expectedVersion, now }: QuoteChangeRequest,
): Promise<QuoteChangeResult> {
  return inTransaction(db, async (tx): Promise<QuoteChangeResult> => {
    const order = (await lockOrder(tx, id))!
    const { state } = order
    const draft = await findDraft(tx, id)
    const isRepeated = JSON.stringify(draft?.form ?? null) === JSON.stringify(form)
    const refusal = findQuoteChangeRefusal(
      { state, ...(await getQuoteProgress(tx, id)), isBeingOrdered: false, expectedVersion },
      'quote_approved',
    )
    if (isRepeated && (refusal === null || refusal === 'changed')) return { ok: true }
    if (refusal) return { ok: false, reason: refusal }
    await replaceDraft(tx, id, form && { form, savedBy: staff.id, savedAt: now })
    const why = form ? 'Changes saved, not sent yet' : 'Saved changes discarded'
    await addHistory(tx, id, { state, event: 'quote_saved', actor: toActor(staff.id), why, now })
    const detail = `${formatDraft(draft?.form)} → ${formatDraft(form)}`
    await auditQuote(tx, order, { action: 'quote draft changed', detail, staff, now })
    return { ok: true }
  })
}

/** Withdraws a quote; the reason is for the customer to read. */
export async function cancelQuote(
  db: Db,
  id: number,
  reason: string,
  { staff, expectedVersion, now }: QuoteChangeRequest,
): Promise<QuoteChangeResult> {
  const invalid = validateWithdrawalReason(reason)
  if (invalid) return { ok: false, reason: invalid }
  return inTransaction(db, async (tx): Promise<QuoteChangeResult> => {
    const order = (await lockOrder(tx, id))!
    const refusal = findQuoteChangeRefusal(
      { ...order, ...(await getQuoteProgress(tx, id)), expectedVersion },
      'cancelled',
    )
    if (refusal) return { ok: false, reason: refusal }
    await releaseAndTransition(tx, id, { to: 'cancelled', actor: toActor(staff.id), why: reason, now })
    const detail = `${order.state} → cancelled: ${reason}`
    await auditQuote(tx, order, { action: 'quote withdrawn', detail, staff, now })
    return { ok: true }
  })
}

/** '10 × FH-OIL-1 at 11.37, carriage 12.50'. The note stays in the quote. */
function formatDraft(form: OfferForm | null | undefined): string {
  if (!form) return 'nothing saved'
  const lines = form.codes.map((code, nth) => `${form.quantities[nth]} × ${code} at ${form.prices[nth]}`)
  return [...lines, `carriage ${form.deliveryCost || 'none'}`].join(', ')
}

function auditQuote(
  tx: Tx,
  { reference }: Pick<Order, 'reference'>,
  { action, detail, staff, now }: { action: string; detail: string; staff: { id: number }; now: Date },
): Promise<void> {
  return addAuditEntry(tx, {
    actor: toActor(staff.id),
    action,
    subject: `order ${reference}`,
    detail,
    now,
  })
}

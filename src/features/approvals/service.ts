import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext, Db, Tx } from '../../infra/app-context.ts'
import { inTransaction } from '../../infra/database/db.ts'
import type { FieldErrors } from '../../lib/calls/field-checks.ts'
import { formatDay, fromLondonTime, toLondonTime } from '../../lib/dates.ts'
import { type Pence, pence } from '../../lib/money.ts'
import type { Result } from '../../lib/result.ts'
import type { Sentence } from '../../lib/shop-contact.ts'
import { type Actor, toActor } from '../accounts/actor.ts'
import {
  addAuditEntry,
  type ColleagueRequests,
  listCompanyMembers,
  lockCompanyMembers,
  setApprovalAbove,
  setDeputy,
  setNeedsApproval,
} from '../accounts/service.ts'
import { isHeadBuyer, needsApproval, type Person } from '../accounts/visitor.ts'
import { approvalRejectedEmail } from '../orders/emails/ApprovalEmails.tsx'
import type { Order } from '../orders/order.ts'
import { findOrderById, listEarlierOrders, lockOrder, releaseAndTransition } from '../orders/service.ts'
import { formatDeputy, parseDeputy } from './deputy.ts'
import { approvalSettingsFaults, approvalSettingsMessages, deputyMessages } from './messages.ts'
import { findRejectingPerson, listRequestsOf, readOrderedBefore } from './queries.ts'
import {
  type ApprovalSettingsRefusal,
  type DecidedApprovalState,
  decideApprovalAccess,
  decideApprovalSettings,
  type PlaceableRequest,
  type RequestPreview,
} from './rules.ts'

export type RequestPlacement = Result<{ reference: string }, Sentence>

/** Places approval requests as they stand, on account. The checkout implements it. */
export interface RequestPlacer {
  /** By the id of the request. */
  previewRequests(requests: readonly Order[]): Promise<ReadonlyMap<number, RequestPreview>>
  /**
   * Approves a request that `person` may decide about: places it as `displayed`; without a day, only on the requested one.
   * A repeat by the same person answers the same order. Another customer's request is a 404.
   */
  placeRequest(
    call: { request: FastifyRequest; reply: FastifyReply },
    person: Person,
    id: number,
    displayed: { day: PlaceableRequest['day'] | undefined; total: PlaceableRequest['total'] | null },
  ): Promise<RequestPlacement>
}

export type LoadedApproval = Result<{ order: Order; canPlace: boolean }, DecidedApprovalState>

/** An approval request for its sender or a head buyer of the company; null: this person does not see it. */
export async function loadApprovalRequest(
  db: Db | Tx,
  person: Person,
  id: number,
  now: Date,
): Promise<LoadedApproval | null> {
  const order = await findOrderById(db, id)
  const access = order && decideApprovalAccess(order, person, toLondonTime(now).date)
  if (!access || access.is === 'unseen') return null
  if (access.is === 'over') return { ok: false, reason: access.why }
  return { ok: true, order, canPlace: access.canPlace }
}

/**
 * Sets whose orders need approval in a head buyer's company, all or nothing. Each change and each refused list goes
 * into the audit log.
 */
export async function updateApprovalSettings(
  { db, now }: AppContext,
  person: Person,
  selected: readonly number[],
  amounts: readonly { user: number; above: string }[],
): Promise<Result<object, ApprovalSettingsRefusal>> {
  const actor = toActor(person.id)
  const companyId = isHeadBuyer(person) ? person.company?.id : undefined
  return inTransaction(db, async (tx): Promise<Result<object, ApprovalSettingsRefusal>> => {
    const refuse = async (reason: ApprovalSettingsRefusal) => {
      const ticked = selected.slice(0, 20).map(id => `person ${id}`)
      const detail = `${approvalSettingsFaults[reason]}; ticked: ${ticked.join(', ') || 'nobody'}`
      const entry = { actor, action: 'approval settings refused', subject: `person ${person.id}` }
      await addAuditEntry(tx, { ...entry, detail, now: now() })
      return { ok: false as const, reason }
    }
    if (companyId === undefined) return refuse('not_a_head_buyer')
    await lockCompanyMembers(tx, companyId)
    const decision = decideApprovalSettings(
      await listCompanyMembers(tx, companyId),
      selected,
      amounts,
      person.id,
    )
    if (!decision.ok) return refuse(decision.reason)
    for (const change of decision.changes) {
      const { id, isSwitched } = change
      const entry = { actor, subject: `person ${id}`, now: now() }
      await setNeedsApproval(tx, id, change.needsApproval)
      await setApprovalAbove(tx, id, change.approvalAbove)
      const action = change.needsApproval ? 'approval required' : 'approval no longer required'
      if (isSwitched) await addAuditEntry(tx, { ...entry, action })
      const { before, after } = change
      if (before !== after)
        await addAuditEntry(tx, { ...entry, action: 'approval sum changed', detail: `${before} → ${after}` })
    }
    return { ok: true }
  })
}

/** Names the deputy of a head buyer from day to day; '' ends it. */
export function updateDeputy(
  { db, now }: AppContext,
  person: Person,
  typed: { deputy: string; from: string; until: string },
): Promise<Result<{ message: string }, { message: string; errors: FieldErrors }>> {
  const companyId = isHeadBuyer(person) ? person.company?.id : undefined
  return inTransaction(db, async tx => {
    const refuse = (message: string, errors: FieldErrors = {}) => ({
      ok: false as const,
      reason: { message, errors },
    })
    if (companyId === undefined) return refuse(approvalSettingsMessages.not_a_head_buyer)
    await lockCompanyMembers(tx, companyId)
    const members = await listCompanyMembers(tx, companyId)
    const today = toLondonTime(now()).date
    const parsed = parseDeputy(typed, members, { headBuyerId: person.id, today })
    if ('errors' in parsed) return refuse(Object.values(parsed.errors)[0]!, parsed.errors)
    const { deputy } = parsed
    await setDeputy(tx, person.id, deputy)
    const before = members.find(each => each.deputy?.of === person.id)
    const detail = [before?.deputy && { ...before.deputy, id: before.id }, deputy]
      .map(formatDeputy)
      .join(' → ')
    const entry = { actor: toActor(person.id), action: 'deputy named', subject: `person ${person.id}` }
    await addAuditEntry(tx, { ...entry, detail, now: now() })
    const name = members.find(({ id }) => id === deputy?.id)?.name ?? ''
    const message = deputy
      ? deputyMessages.saved(name, formatDay(deputy.from), formatDay(deputy.until))
      : deputyMessages.none
    return { ok: true as const, message }
  })
}

/**
 * Whether an order of goods for `subtotal` (ex VAT) needs approval, with what the person has ordered on the same day in
 * London: an order is not split to stay below the sum. What is made from a request for approval counts alone.
 */
export async function requiresApproval(
  db: Db | Tx,
  person: Pick<Person, 'id' | 'ordersRequireApproval' | 'approvalAbove'> | null,
  { subtotal, sourceId }: { subtotal: Pence; sourceId: number | null },
  now: Date,
): Promise<boolean> {
  if (!person) return false
  if (person.ordersRequireApproval || person.approvalAbove === null) return person.ordersRequireApproval
  const dayStart = fromLondonTime(toLondonTime(now).date, 0)
  const before = await readOrderedBefore(db, { personId: person.id, sourceId, dayStart })
  return needsApproval(person, pence(subtotal + before))
}

/** 'unseen': this person does not see the request; 'not_yours': sees it, and may not decide. */
export type RejectionResult = Result<{ order: Order }, DecidedApprovalState | 'unseen' | 'not_yours'>

/**
 * Rejects an approval request with a reason of one line, and e-mails its sender. Orders that another head buyer has
 * begun from it are superseded, so that their stock returns and no card pays for them. A repeat by the same person
 * succeeds without effect.
 */
export async function rejectRequest(
  { db, now }: AppContext,
  person: Person,
  id: number,
  reason: string,
): Promise<RejectionResult> {
  const actor = toActor(person.id)
  return inTransaction(db, async (tx): Promise<RejectionResult> => {
    const order = await lockOrder(tx, id)
    const access = order && decideApprovalAccess(order, person, toLondonTime(now()).date)
    if (!access || access.is === 'unseen') return { ok: false, reason: 'unseen' }
    if (access.is === 'over') {
      const isRepeat = access.why === 'rejected' && (await findRejectingPerson(tx, id)) === person.id
      return isRepeat ? { ok: true, order } : { ok: false, reason: access.why }
    }
    if (!access.canPlace) return { ok: false, reason: 'not_yours' }
    await supersedeBegunOrders(tx, id, actor, now())
    await releaseAndTransition(tx, id, { to: 'rejected', actor, why: reason, now: now() })
    await approvalRejectedEmail.enqueue(tx, order, person.name, reason)
    return { ok: true, order }
  })
}

/** Rejects the requests of a colleague who leaves the company, in the transaction that removes them. */
export async function rejectRequestsOfLeaver(
  tx: Tx,
  { colleague, company, remover, now }: Parameters<ColleagueRequests['reject']>[1],
): Promise<void> {
  const actor = toActor(remover.id)
  const reason = `${colleague.name} no longer orders for ${company.name}.`
  for (const { id } of await listRequestsOf(tx, colleague.id, company.id)) {
    const order = await lockOrder(tx, id)
    if (order?.state !== 'awaiting_approval') continue
    await supersedeBegunOrders(tx, id, actor, now)
    await releaseAndTransition(tx, id, { to: 'rejected', actor, why: reason, now })
    await approvalRejectedEmail.enqueue(tx, order, remover.name, reason)
  }
}

export { listRequestReferences } from './queries.ts'

/** The references of a person's requests for a company that await a decision. */
export async function listWaitingReferences(db: Db, personId: number, companyId: number): Promise<string[]> {
  return (await listRequestsOf(db, personId, companyId)).map(({ reference }) => reference)
}

async function supersedeBegunOrders(tx: Tx, sourceId: number, actor: Actor, now: Date): Promise<void> {
  const why = 'the order it was made from was rejected'
  for (const open of await listEarlierOrders(tx, { sourceId }, '', now)) {
    await releaseAndTransition(tx, open.id, { to: 'superseded', actor, why, now })
  }
}

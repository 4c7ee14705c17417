import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext, Db, Tx } from '../../infra/app-context.ts'
import { inTransaction } from '../../infra/database/db.ts'
import type { Result } from '../../lib/result.ts'
import type { Sentence } from '../../lib/shop-contact.ts'
import { type Actor, toActor } from '../accounts/actor.ts'
import {
  addAuditEntry,
  listCompanyMembers,
  lockCompanyMembers,
  setNeedsApproval,
} from '../accounts/service.ts'
import { isHeadBuyer, type Person } from '../accounts/visitor.ts'
import { approvalRejectedEmail } from '../orders/emails/ApprovalEmails.tsx'
import type { Order } from '../orders/order.ts'
import { findOrderById, listEarlierOrders, lockOrder, releaseAndTransition } from '../orders/service.ts'
import { findRejectingPerson, listRequestsOf } from './queries.ts'
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
): Promise<LoadedApproval | null> {
  const order = await findOrderById(db, id)
  const access = order && decideApprovalAccess(order, person)
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
): Promise<Result<object, ApprovalSettingsRefusal>> {
  const actor = toActor(person.id)
  const companyId = isHeadBuyer(person) ? person.company?.id : undefined
  return inTransaction(db, async (tx): Promise<Result<object, ApprovalSettingsRefusal>> => {
    const refuse = async (reason: ApprovalSettingsRefusal) => {
      const detail = `${reason}: ${selected.slice(0, 20).join(', ')}`
      const entry = { actor, action: 'approval settings refused', subject: `person ${person.id}` }
      await addAuditEntry(tx, { ...entry, detail, now: now() })
      return { ok: false as const, reason }
    }
    if (companyId === undefined) return refuse('not_a_head_buyer')
    await lockCompanyMembers(tx, companyId)
    const decision = decideApprovalSettings(await listCompanyMembers(tx, companyId), selected, person.id)
    if (!decision.ok) return refuse(decision.reason)
    for (const { id, needsApproval } of decision.changes) {
      await setNeedsApproval(tx, id, needsApproval)
      const action = needsApproval ? 'approval required' : 'approval no longer required'
      await addAuditEntry(tx, { actor, action, subject: `person ${id}`, now: now() })
    }
    return { ok: true }
  })
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
    const access = order && decideApprovalAccess(order, person)
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
  {
    colleague,
    companyId,
    remover,
    now,
  }: { colleague: Person; companyId: number; remover: Person; now: Date },
): Promise<void> {
  const actor = toActor(remover.id)
  const reason = `${colleague.name} no longer orders for ${remover.company?.name ?? 'the company'}.`
  for (const { id } of await listRequestsOf(tx, colleague.id, companyId)) {
    const order = await lockOrder(tx, id)
    if (order?.state !== 'awaiting_approval') continue
    await supersedeBegunOrders(tx, id, actor, now)
    await releaseAndTransition(tx, id, { to: 'rejected', actor, why: reason, now })
    await approvalRejectedEmail.enqueue(tx, order, remover.name, reason)
  }
}

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

import { lockMembers, membersOf, setNeedsApproval, writeAudit } from '../accounts/server.ts'
import { isHeadBuyer, type Person } from '../accounts/visitor.ts'
import { approvalRefusedMail } from '../orders/approval-mail.ts'
import type { Order } from '../orders/order.ts'
import { earlierOrders, endOrder, lockOrder, orderById } from '../orders/server.ts'
import { inTransaction } from '../platform/db.ts'
import type { Db, House, Tx } from '../platform/house.ts'
import { enqueueMail } from '../platform/mail.ts'
import { rejectedBy } from './data.ts'
import { type ApprovalRefusal, judgeApproval } from './judge.ts'
import { judgeUsers, type UsersRefusal } from './users.ts'

export type LoadedApproval = { order: Order; mayPlace: boolean } | { refused: ApprovalRefusal }

/**
 * An order that was sent for approval, for its sender or a head buyer of his company; null: to this person there is
 * none. Rights are looked at each time: they may have changed since.
 */
export async function loadApproval(db: Db | Tx, person: Person, id: number): Promise<LoadedApproval | null> {
  const order = await orderById(db, id)
  const verdict = order && judgeApproval(order, person)
  if (!verdict || verdict.is === 'unseen') return null
  if (verdict.is === 'over') return { refused: verdict.why }
  return { order, mayPlace: verdict.mayPlace }
}

/**
 * Sets whose orders need approval in a head buyer's company, all or nothing, and writes down each change, and each
 * list that was refused. Null: it is done.
 */
export async function setUsers(
  { db, now }: House,
  person: Person,
  selected: readonly number[],
): Promise<UsersRefusal | null> {
  const actor = `person ${person.id}`
  const companyId = isHeadBuyer(person) ? person.company?.id : undefined
  return inTransaction(db, async tx => {
    const refuse = async (why: UsersRefusal) => {
      const detail = `${why}: ${selected.slice(0, 20).join(', ')}`
      await writeAudit(tx, { actor, action: 'approval settings refused', subject: actor, detail, now: now() })
      return why
    }
    if (companyId === undefined) return refuse('not_a_head_buyer')
    await lockMembers(tx, companyId)
    const verdict = judgeUsers(await membersOf(tx, companyId), selected, person.id)
    if (!verdict.accepted) return refuse(verdict.why)
    for (const { id, needsApproval } of verdict.changes) {
      await setNeedsApproval(tx, id, needsApproval)
      const action = needsApproval ? 'approval required' : 'approval no longer required'
      await writeAudit(tx, { actor, action, subject: `person ${id}`, now: now() })
    }
    return null
  })
}

export type Rejection =
  | { rejected: true; order: Order }
  /** 'unseen': to this person there is no such order; 'not_yours': he sees it and may not decide. */
  | { rejected: false; why: ApprovalRefusal | 'unseen' | 'not_yours' }

/**
 * Says no to an order, with a reason of one line; its sender is told by mail. What another head buyer had begun to
 * order from it ends too, so that its goods return and no card pays for it. The same person's word said twice is one.
 */
export async function reject(
  { db, now }: House,
  person: Person,
  id: number,
  reason: string,
): Promise<Rejection> {
  const actor = `person ${person.id}`
  return inTransaction(db, async (tx): Promise<Rejection> => {
    const order = await lockOrder(tx, id)
    const verdict = order && judgeApproval(order, person)
    if (!verdict || verdict.is === 'unseen') return { rejected: false, why: 'unseen' }
    if (verdict.is === 'over') {
      const isRepeat = verdict.why === 'rejected' && (await rejectedBy(tx, id)) === actor
      return isRepeat ? { rejected: true, order } : { rejected: false, why: verdict.why }
    }
    if (!verdict.mayPlace) return { rejected: false, why: 'not_yours' }
    await endBegun(tx, id, actor, now())
    await endOrder(tx, id, { to: 'rejected', actor, why: reason, now: now() })
    await enqueueMail(tx, approvalRefusedMail(order, person.name, reason))
    return { rejected: true, order }
  })
}

async function endBegun(tx: Tx, sourceId: number, actor: string, now: Date): Promise<void> {
  const why = 'the order it was made from was rejected'
  for (const begun of await earlierOrders(tx, { sourceId }, '', now)) {
    await endOrder(tx, begun.id, { to: 'superseded', actor, why, now })
  }
}

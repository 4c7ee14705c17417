import type { Db, Tx } from '../../../infra/app-context.ts'
import { enqueueEmail } from '../../../infra/mail/mail.ts'
import { headBuyersOf } from '../../accounts/service.ts'
import { noApproverEmail } from '../emails/approval.ts'
import type { Order } from '../order.ts'

/** An approval request that nobody in the company can approve: the sender may not do that. */
export async function lacksApprover(
  db: Db | Tx,
  { kind, companyId, personId }: Pick<Order, 'kind' | 'companyId' | 'personId'>,
): Promise<boolean> {
  if (kind !== 'approval_request') return false
  const headBuyers = companyId === null ? [] : await headBuyersOf(db, companyId)
  return headBuyers.every(headBuyer => headBuyer.id === personId)
}

/** Writes an e-mail to staff when nobody can approve the request that was just sent. */
export async function notifyIfNoApprover(tx: Tx, order: Order, shopEmail: string): Promise<void> {
  if (await lacksApprover(tx, order)) await enqueueEmail(tx, noApproverEmail(shopEmail, order))
}

import type { Db, Tx } from '../../../infra/app-context.ts'
import { listApprovers } from '../../accounts/service.ts'
import { noApproverEmail } from '../emails/ApprovalEmails.tsx'
import type { Order } from '../order.ts'

/** Whether no head buyer can approve a request: its own sender does not count. */
export async function lacksApprover(
  db: Db | Tx,
  { kind, companyId, personId }: Pick<Order, 'kind' | 'companyId' | 'personId'>,
): Promise<boolean> {
  if (kind !== 'approval_request') return false
  const approvers = companyId === null ? [] : await listApprovers(db, companyId)
  return approvers.every(approver => approver.id === personId)
}

/** Writes an e-mail to staff when the company has no head buyer to approve the request that was just sent. */
export async function notifyIfNoApprover(tx: Tx, order: Order, shopEmail: string | null): Promise<void> {
  if (shopEmail === null) return
  if (await lacksApprover(tx, order)) await noApproverEmail.enqueue(tx, shopEmail, order)
}

import { headBuyersOf } from '../accounts/server.ts'
import type { Db, Tx } from '../platform/house.ts'
import { enqueueMail } from '../platform/mail.ts'
import { approvalStrandedMail } from './approval-mail.ts'
import type { Order } from './order.ts'

/** An order that waits for approval, with nobody in its company who can give it: its sender cannot do that himself. */
export async function isStranded(
  db: Db | Tx,
  { method, companyId, personId }: Pick<Order, 'method' | 'companyId' | 'personId'>,
): Promise<boolean> {
  if (method !== 'approval') return false
  const judges = companyId === null ? [] : await headBuyersOf(db, companyId)
  return judges.every(judge => judge.id === personId)
}

/** Tells the shop of an order that was just sent for approval to nobody. */
export async function tellIfStranded(tx: Tx, order: Order, shopEmail: string): Promise<void> {
  if (await isStranded(tx, order)) await enqueueMail(tx, approvalStrandedMail(shopEmail, order))
}

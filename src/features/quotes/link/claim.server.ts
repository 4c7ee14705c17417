import { sql } from 'kysely'
import type { Tx } from '../../../infra/app-context.ts'
import { addAuditEntry, createAccount, insertAddressIfNew } from '../../accounts/service.ts'
import { lockOrder, type Order } from '../../orders/service.ts'

/** Whose the quote becomes: an existing account's, or that of a new one with this password. */
export type QuoteOwner = { personId: number } | { passwordHash: string }

/** Puts a quote without an owner into an account. False: it has an owner, or its address has an account meanwhile. */
export async function claimQuote(tx: Tx, orderId: number, owner: QuoteOwner, now: Date): Promise<boolean> {
  const order = (await lockOrder(tx, orderId))!
  if (order.personId !== null) return 'personId' in owner && order.personId === owner.personId
  const personId =
    'personId' in owner ? owner.personId : await createCustomer(tx, order, owner.passwordHash, now)
  if (personId === null) return false
  await sql`update orders set person_id = ${personId} where id = ${orderId}`.execute(tx)
  const subject = `order ${order.reference}`
  await addAuditEntry(tx, { actor: `person ${personId}`, action: 'quote put into account', subject, now })
  return true
}

async function createCustomer(tx: Tx, order: Order, passwordHash: string, now: Date): Promise<number | null> {
  const personId = await createAccount(tx, { ...order.contact, passwordHash }, now)
  if (personId !== null)
    await insertAddressIfNew(tx, { id: personId, company: null }, order.delivery, { billing: true })
  return personId
}

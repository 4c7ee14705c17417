import type { Answer, Visitor } from '../support/client.ts'
import type { Shop } from '../support/shop.ts'
import { type Completed, fill, memberSend, save } from './buying.ts'

export interface Told {
  success: boolean
  message: string
  status?: number
}

export const apprentice = 'apprentice@example.com'
export const head = 'head@example.com'
/** Not of the cast: `hireHeads` brings them in. */
export const secondHead = 'second-head@example.com'
export const otherHead = 'other-head@example.com'

/** A second head buyer for the apprentice's company, and one for the other company. */
export async function hireHeads(shop: Shop): Promise<void> {
  for (const [email, account] of [
    [secondHead, 'NPH001'],
    [otherHead, 'DAL002'],
  ]) {
    await shop.sql(
      `insert into person (email, name, company_id, roles, permissions, password_hash, verified_at)
       select $1, 'Head of ' || $2, c.id, '{buyer,head_buyer}', '{account_orders}', p.password_hash, now()
       from company c, person p where c.account_number = $2 and p.email = 'head@example.com'`,
      [email, account],
    )
  }
}

export interface Asked {
  sender: Visitor
  id: number
  reference: string
}

export async function sendForApproval(visitor: Visitor): Promise<Completed> {
  return (await visitor.post<Completed>('/checkout/send-approval')).body
}

/** The apprentice fills his basket and sends it for approval. */
export async function askForApproval(
  shop: Shop,
  goods: Record<string, number> = { 'FH-OIL-1': 2 },
): Promise<Asked> {
  const sender = await shop.signedIn(apprentice)
  await sender.delete('/basket')
  await fill(shop, sender, goods)
  const { body } = await save(sender, memberSend('approval', { purchase_order: 'PO-77' }))
  if (body.error !== false || !body.reference) throw new Error(`not saved: ${JSON.stringify(body)}`)
  const sent = await sendForApproval(sender)
  if (sent.error !== false) throw new Error(`not sent: ${sent.error}`)
  const [row] = await shop.sql<{ id: number }>('select id from orders where reference = $1', [body.reference])
  return { sender, id: row!.id, reference: body.reference }
}

export function saveUsers(visitor: Visitor, selectedUsers: unknown): Promise<Answer<Told>> {
  return visitor.post<Told>('/account/approvals', { selectedUsers })
}

export function reject(
  visitor: Visitor,
  id: number,
  reason = 'Too dear, take the other make',
): Promise<Answer<Told>> {
  return visitor.post<Told>(`/account/approvals/${id}/reject`, { reason })
}

export async function personId(shop: Shop, email: string): Promise<number> {
  const [row] = await shop.sql<{ id: number }>('select id from person where email = $1', [email])
  return row!.id
}

export async function needApproval(shop: Shop): Promise<string[]> {
  const rows = await shop.sql<{ email: string }>(
    'select email from person where orders_require_approval order by email',
  )
  return rows.map(({ email }) => email)
}

/** Kinds and recipients of the mails about this order, in the order they were written. */
export async function mailsAbout(shop: Shop, reference: string): Promise<string[]> {
  const rows = await shop.sql<{ mail: string }>(
    `select kind || ' to ' || recipient as mail from mail_outbox where facts->>'reference' = $1 order by id`,
    [reference],
  )
  return rows.map(({ mail }) => mail)
}

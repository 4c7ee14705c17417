import type { TestShop } from '../support/shop.ts'
import type { TestResponse, TestVisitor } from '../support/test-visitor.ts'
import { type CompletionReply, createMemberSend, fillBasket, sendSave } from './checkout-calls.ts'

export interface ApprovalReply {
  success: boolean
  message: string
  status?: number
}

export const apprenticeEmail = 'apprentice@example.com'
export const headBuyerEmail = 'head@example.com'
/** No demo people: `addHeadBuyers` inserts them. */
export const secondHeadBuyerEmail = 'second-head@example.com'
export const otherHeadBuyerEmail = 'other-head@example.com'

/** A second head buyer for the apprentice's company, and one for the other company. */
export async function addHeadBuyers(shop: TestShop): Promise<void> {
  for (const [email, account] of [
    [secondHeadBuyerEmail, 'NPH001'],
    [otherHeadBuyerEmail, 'DAL002'],
  ]) {
    await shop.sql(
      `insert into person (email, name, company_id, roles, permissions, password_hash, verified_at)
       select $1, 'Head of ' || $2, c.id, '{buyer,head_buyer}', '{account_orders}', p.password_hash, now()
       from company c, person p where c.account_number = $2 and p.email = 'head@example.com'`,
      [email, account],
    )
  }
}

export interface SentRequest {
  sender: TestVisitor
  id: number
  reference: string
}

export async function sendForApproval(visitor: TestVisitor): Promise<CompletionReply> {
  return (await visitor.post<CompletionReply>('/checkout/send-approval')).body
}

/** The apprentice sends an order for approval. */
export async function requestApproval(
  shop: TestShop,
  goods: Record<string, number> = { 'FH-OIL-1': 2 },
): Promise<SentRequest> {
  const sender = await shop.signIn(apprenticeEmail)
  await sender.delete('/basket')
  await fillBasket(shop, sender, goods)
  const { body } = await sendSave(sender, createMemberSend('approval', { purchase_order: 'PO-77' }))
  if (body.error !== false || !body.reference) throw new Error(`not saved: ${JSON.stringify(body)}`)
  const sent = await sendForApproval(sender)
  if (sent.error !== false) throw new Error(`not sent: ${sent.error}`)
  const [row] = await shop.sql<{ id: number }>('select id from orders where reference = $1', [body.reference])
  return { sender, id: row!.id, reference: body.reference }
}

export function saveApprovalSettings(
  visitor: TestVisitor,
  selectedUsers: unknown,
): Promise<TestResponse<ApprovalReply>> {
  return visitor.post<ApprovalReply>('/account/approvals', { selectedUsers })
}

export function rejectRequest(
  visitor: TestVisitor,
  id: number,
  reason = 'Too dear, take the other make',
): Promise<TestResponse<ApprovalReply>> {
  return visitor.post<ApprovalReply>(`/account/approvals/${id}/reject`, { reason })
}

export async function getPersonId(shop: TestShop, email: string): Promise<number> {
  const [row] = await shop.sql<{ id: number }>('select id from person where email = $1', [email])
  return row!.id
}

export async function listEmailsNeedingApproval(shop: TestShop): Promise<string[]> {
  const rows = await shop.sql<{ email: string }>(
    'select email from person where orders_require_approval order by email',
  )
  return rows.map(({ email }) => email)
}

/** Kinds and recipients of the e-mails about an order, the oldest first. */
export async function listEmailsAbout(shop: TestShop, reference: string): Promise<string[]> {
  const rows = await shop.sql<{ mail: string }>(
    `select kind || ' to ' || recipient as mail from mail_outbox where facts->>'reference' = $1 order by id`,
    [reference],
  )
  return rows.map(({ mail }) => mail)
}

import { sql } from 'kysely'
import type { Db, Tx } from '../../infra/app-context.ts'
import { type Columns, toSelectList } from '../../infra/database/columns.ts'
import { execute, findRow, getValue, selectRows } from '../../infra/database/query.ts'
import { Problem } from '../../lib/calls/problem.ts'
import type { BasketLine, VoucherInBasket } from '../basket/basket.ts'
import { catalogueColumns, joinHeldStock, voucherColumns } from '../basket/service.ts'
import { type CheckoutDraft, parseDraft, type SourceKey } from './draft/draft.ts'
import { checkoutMessages } from './messages.ts'

export interface DraftRow {
  draft: CheckoutDraft
  guestPasswordHash: string | null
  /** An order was placed with this draft: it is valid for repeated sends, not for the next order. */
  isSpent: boolean
}

export async function findDraft(
  db: Db | Tx,
  sessionHash: Buffer,
  sourceKey: SourceKey,
): Promise<DraftRow | null> {
  const row = await findRow(db)<{ draft: unknown; guestPasswordHash: string | null; isSpent: boolean }>`
    select d.draft, d.guest_password_hash as "guestPasswordHash", exists (
      select from orders o join order_history h on h.order_id = o.id
      where o.id in (select id from orders_of_session(d.session_hash)) and order_counts_as_placed(h.to_state)
        and h.id > d.history_seen) as "isSpent"
    from checkout_draft d where d.session_hash = ${sessionHash} and d.source_key = ${sourceKey}`
  return row ? { ...row, draft: parseDraft(row.draft) } : null
}

/**
 * Writes the changed parts over the stored draft, so that two sends at once keep both. `isNew`: the stored draft was spent
 * on an order and is replaced as a whole. Throws a 401 when the session has ended meanwhile.
 */
export async function saveDraft(
  db: Db | Tx,
  sessionHash: Buffer,
  sourceKey: SourceKey,
  {
    draft,
    changes,
    passwordHash,
    isNew,
  }: {
    draft: CheckoutDraft
    changes: Partial<CheckoutDraft>
    passwordHash: string | null
    isNew: boolean
  },
): Promise<void> {
  // The customer still has the entries on the page, so no step waits for the disk (docs/decisions/014).
  const { numAffectedRows } = await sql`
    with relaxed as materialized (select set_config('synchronous_commit', 'off', true) as setting)
    insert into checkout_draft as d (session_hash, source_key, draft, guest_password_hash, history_seen)
    select ${sessionHash}::bytea, ${sourceKey}::text, ${JSON.stringify(draft)}::jsonb, ${passwordHash}::text,
      coalesce((select max(id) from order_history), 0)
    from relaxed join session s on s.id_hash = ${sessionHash} for key share of s
    on conflict (session_hash, source_key) do update set updated_at = now(),
      draft = case when ${isNew} then excluded.draft else d.draft || ${JSON.stringify(changes)}::jsonb end,
      history_seen = case when ${isNew} then excluded.history_seen else d.history_seen end,
      guest_password_hash = case when ${isNew} then excluded.guest_password_hash
        else coalesce(excluded.guest_password_hash, d.guest_password_hash) end`.execute(db)
  // Signed out meanwhile, in another tab or by a new password.
  if (numAffectedRows === 0n) throw new Problem(401, checkoutMessages.signedOut)
}

/** Whether this browser has started another checkout since that order was placed. */
export const hasLaterDraft = (tx: Tx, sessionHash: Buffer, orderId: number): Promise<boolean> =>
  getValue(tx)<boolean>`
    select exists (select from checkout_draft d where d.session_hash = ${sessionHash}
      and d.history_seen >= (select max(id) from order_history where order_id = ${orderId})) as exists`

/** At login: copies the basket's draft to the new session. */
export const copyDraft = (tx: Tx, from: Buffer, to: Buffer): Promise<void> =>
  execute(tx)`
    insert into checkout_draft (session_hash, draft)
    select ${to}, draft from checkout_draft where session_hash = ${from} and source_key = ''`

/** A BasketLine of order line `l`, its quoted price `q`, product `p`, its stock `s` and what is held of it, `h`. */
const loadedLineColumns: Columns<BasketLine> = {
  id: sql`l.position`,
  productId: sql`l.product_id`,
  code: sql`l.code`,
  title: sql`l.title`,
  entry: sql`l.entry`,
  quantity: sql`l.quantity`,
  unitPrice: sql`coalesce(q.unit_price, l.unit_price)`,
  ...catalogueColumns,
}

/** The lines of a loaded order: its own prices (of a quote the offered ones) with the current catalogue data. */
export async function listLoadedLines(db: Db | Tx, orderId: number): Promise<BasketLine[]> {
  return (await listLinesByOrder(db, [orderId])).get(orderId) ?? []
}

export async function listLinesByOrder(
  db: Db | Tx,
  orderIds: readonly number[],
): Promise<Map<number, BasketLine[]>> {
  const rows = await selectRows(db)<BasketLine & { orderId: number }>`
    select l.order_id as "orderId", ${toSelectList(loadedLineColumns)}
    from order_line l join product p on p.id = l.product_id join stock s on s.product_id = p.id
    ${joinHeldStock(sql`o.source_id = l.order_id`)}
    left join quote_offer_line q on q.order_id = l.order_id and q.position = l.position
    where l.order_id = any(${orderIds}) order by l.order_id, l.position`
  return Map.groupBy(rows, ({ orderId }) => orderId)
}

/** Its vouchers with their uses by other orders: a loaded order and the one made from it are one use. */
export const listLoadedVouchers = (db: Db | Tx, orderId: number, personId: number | null) =>
  selectRows(db)<VoucherInBasket>`
    select ${voucherColumns},
      (select count(distinct u.use_id)::int from voucher_use u
        where u.voucher_id = v.id and u.use_id <> ${orderId}) as "usesTotal",
      (select count(distinct u.use_id)::int from voucher_use u
        where u.voucher_id = v.id and u.use_id <> ${orderId} and u.person_id = ${personId}::int) as "usesByCustomer"
    from order_voucher ov join voucher v on v.id = ov.voucher_id
    where ov.order_id = ${orderId} order by v.id`

/** The valid order that this person made from a loaded one; null when there is none. */
export const findOrderMadeFrom = (db: Db, sourceId: number, personId: number) =>
  findRow(db)<{ reference: string }>`
    select reference from orders where source_id = ${sourceId} and person_id = ${personId}
      and not order_is_void(state) and not order_is_open(state)`

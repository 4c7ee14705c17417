import { sql } from 'kysely'
import { z } from 'zod'
import type { Db, Tx } from '../../../infra/app-context.ts'
import { findRow, getRow } from '../../../infra/database/query.ts'
import { orderNotes } from '../../correspondence/service.ts'
import type { OfferForm } from './offer/offer-form.ts'
import type { AdminQuoteDetails, QuoteDraft, QuoteHistoryEntry } from './view.ts'

/** What staff see of a quote besides the order and the offer. */
export async function getAdminQuoteDetails(db: Db | Tx, orderId: number): Promise<AdminQuoteDetails> {
  const row = await getRow(db)<
    Omit<AdminQuoteDetails, 'history'> & { history: (QuoteHistoryEntry & { at: string })[] }
  >`
    select o.created_at as "requestedAt",
      (select json_build_object('name', c.name, 'accountNumber', c.account_number, 'onStop', c.on_stop)
        from company c where c.id = o.company_id) as company,
      (select json_agg(json_build_object('id', h.id, 'at', h.at, 'who', coalesce(w.name, h.actor_kind),
          'to', h.to_state, 'event', h.event, 'why', h.why) order by h.id)
        from order_history h left join person w on w.id = h.actor_id
        where h.order_id = o.id) as history,
      exists (select from orders n where n.source_id = o.id and order_is_open(n.state))
        as "isBeingOrdered", ${orderNotes} as notes,
      (select n.reference from orders n where n.source_id = o.id
        and not order_is_void(n.state) and not order_is_open(n.state)) as "orderedAs"
    from orders o where o.id = ${orderId}`
  return { ...row, history: row.history.map(entry => ({ ...entry, at: new Date(entry.at) })) }
}

/** What staff have saved and not sent; null: nothing. */
export async function findDraft(db: Db | Tx, orderId: number): Promise<QuoteDraft | null> {
  const row = await findRow(db)<Omit<QuoteDraft, 'form'> & { form: unknown }>`
    select d.form, p.name as "savedBy", d.saved_at as "savedAt"
    from quote_draft d join person p on p.id = d.saved_by where d.order_id = ${orderId}`
  return row ? { ...row, form: storedOfferForm.parse(row.form) } : null
}

export async function replaceDraft(
  tx: Tx,
  orderId: number,
  draft: { form: OfferForm; savedBy: number; savedAt: Date } | null,
): Promise<void> {
  await sql`delete from quote_draft where order_id = ${orderId}`.execute(tx)
  if (!draft) return
  await sql`
    insert into quote_draft (order_id, form, saved_by, saved_at)
    values (${orderId}, ${JSON.stringify(draft.form)}::jsonb, ${draft.savedBy}, ${draft.savedAt})`.execute(tx)
}

const texts = z.array(z.string()).catch([])
const text = z.string().catch('')

/** A stored form; of an older release too. */
const storedOfferForm = z.object({
  codes: texts,
  quantities: texts,
  prices: texts,
  deliveryTitle: text,
  deliveryCost: text,
  note: text,
  validUntil: text,
})

/** How to reach a person; null: the account is disabled. */
export const findActivePerson = (tx: Tx, id: number) =>
  findRow(tx)<{ name: string; email: string; telephone: string }>`
    select name, email, coalesce(telephone, '') as telephone from person
    where id = ${id} and disabled_at is null`

import { sql } from 'kysely'
import type { Db, Tx } from '../../infra/app-context.ts'
import { execute, findRow, findValue, getRow, listValues, selectRows } from '../../infra/database/query.ts'
import { listEmailForms, normaliseEmail } from '../../lib/contact/normalise-email.ts'
import { toApplicationSubject } from '../trade-applications/application.ts'
import type { OpenBusiness } from './privacy.ts'

/** Whose data. Without a login it is who ordered with an e-mail address, applied for an account or reads the newsletter. */
export interface DataSubject {
  key: string
  personId: number | null
  /** Whose data stay. */
  isStaff: boolean
  name: string
  email: string
  /** When the data were erased; null: they were not. */
  erasedAt: Date | null
}

/** The parts of a subject's key in the database. */
const byKind = {
  person: (id: string) =>
    sql`select p.email, p.name, p.erased_at as "erasedAt" from person p where p.id::text = ${id}`,
  order: (id: string) => sql`
    select coalesce(p.email, o.contact->>'email') as email, o.contact->>'name' as name, e.erased_at as "erasedAt"
    from orders o left join person p on p.id = o.person_id left join erased_order e on e.order_id = o.id
    where o.reference = ${id}`,
  application: (id: string) => sql`
    select form->>'email' as email, concat_ws(' ', form->>'firstname', form->>'surname') as name,
      null::timestamptz as "erasedAt" from trade_application where id::text = ${id}`,
  newsletter: (id: string) => sql`
    select email, email as name, null::timestamptz as "erasedAt" from newsletter_subscription where id::text = ${id}`,
}

/** Null: there is none, or it has no e-mail address. */
export async function findSubjectByKey(db: Db | Tx, key: string): Promise<DataSubject | null> {
  const [, kind, id] = /^(person|order|application|newsletter)-(\w{1,20})$/.exec(key) ?? []
  if (!kind || !id) return null
  const row = await findRow(db)<Pick<DataSubject, 'email' | 'name' | 'erasedAt'>>`
    ${byKind[kind as keyof typeof byKind](id)}`
  if (!row?.email || row.erasedAt) {
    const erasedAt = row?.erasedAt ?? (await findErasure(db, key))
    return erasedAt && { key, personId: null, isStaff: false, name: '', email: '', erasedAt }
  }
  const person = await findRow(db)<{ id: number; name: string; isStaff: boolean }>`
    select id, name, 'staff' = any(roles) as "isStaff" from person where email = any(${listEmailForms(row.email)}::text[])`
  const { id: personId = null, isStaff = false, name = '' } = person ?? {}
  return { ...row, key, personId, isStaff, name: name || row.name }
}

/** Of what an erasure deletes or leaves without an e-mail address. */
const findErasure = (db: Db | Tx, key: string): Promise<Date | null> =>
  findValue(db)<Date>`select decided_at from erasure_request where subject = ${key} and is_erased`

/** The key of whose data an e-mail address leads to; null: there is nothing. */
export const findSubjectKey = (db: Db, email: string): Promise<string | null> =>
  findValue(db)<string>`
    select key from (
      select 1 as nth, 'person-' || id as key from person where email = any(${listEmailForms(email)}::text[])
      union all
      (select 2, 'order-' || reference from orders
        where person_id is null and contact->>'email' = any(${listEmailForms(email)}::text[]) order by id desc limit 1)
      union all
      (select 3, 'application-' || id from trade_application
        where form->>'email' = any(${listEmailForms(email)}::text[]) order by id desc limit 1)
      union all
      select 4, 'newsletter-' || id from newsletter_subscription where email = ${normaliseEmail(email)}
    ) keys order by nth limit 1`

/** What the data of a subject hang on. */
export interface SubjectScope {
  personId: number | null
  emails: string[]
  orderIds: number[]
  references: string[]
  returnIds: number[]
  applicationIds: number[]
  /** Of audit entries. */
  subjects: string[]
}

export async function readScope(db: Db | Tx, { personId, email }: DataSubject): Promise<SubjectScope> {
  const emails = listEmailForms(email)
  const orders = await selectRows(db)<{ id: number; reference: string }>`
    select id, reference from orders
    where person_id = ${personId} or (person_id is null and contact->>'email' = any(${emails}::text[])) order by id`
  const orderIds = orders.map(({ id }) => id)
  const references = orders.map(({ reference }) => reference)
  const returnIds = await listValues(db)<number>`
    select id from return_request where order_id = any(${orderIds}::bigint[]) or person_id = ${personId} order by id`
  const applicationIds = await listValues(db)<number>`
    select id from trade_application where form->>'email' = any(${emails}::text[]) order by id`
  const subjects = [
    ...(personId === null ? [] : [`person ${personId}`]),
    ...references.flatMap(reference => [`order ${reference}`, `quote ${reference}`]),
    ...returnIds.map(id => `return RMA-${String(id).padStart(6, '0')}`),
    ...applicationIds.map(toApplicationSubject),
  ]
  return { personId, emails, orderIds, references, returnIds, applicationIds, subjects }
}

export const readOpenBusiness = (
  db: Db | Tx,
  { personId, orderIds, returnIds, applicationIds }: SubjectScope,
) =>
  getRow(db)<OpenBusiness>`
    select array(select reference from orders where id = any(${orderIds}::bigint[]) and kind <> 'quote'
        and (order_is_open(state) or order_is_despatchable(state) or state = 'awaiting_approval' or payment_due)
        order by id) as orders,
      array(select reference from orders where id = any(${orderIds}::bigint[]) and kind = 'quote'
        and state in ('saved', 'quote_requested', 'quote_approved') order by id) as quotes,
      array(select 'RMA-' || lpad(id::text, 6, '0') from return_request where id = any(${returnIds}::bigint[])
        and state in ('requested', 'authorised', 'received', 'inspected') order by id) as returns,
      array(select form->>'company' from trade_application where id = any(${applicationIds}::int[])
        and state = 'waiting' order by id) as applications,
      array(select 'INV-' || lpad(d.number::text, 6, '0') from sales_document d
        where d.order_id = any(${orderIds}::bigint[]) and d.kind = 'invoice' and d.on_account
          and d.total > coalesce((select sum(a.amount) from account_allocation a
            where a.invoice_id = d.id and a.released_at is null), 0) order by d.id) as "unpaidInvoices",
      (select c.name from person p join company c on c.id = p.company_id
        where p.id = ${personId} and p.disabled_at is null and 'head_buyer' = any(p.roles) and not exists (
          select from person h where h.company_id = c.id and h.id <> p.id and 'head_buyer' = any(h.roles)
            and h.disabled_at is null)) as "lastHeadBuyerOf"`

export interface ErasureRequest {
  id: number
  subject: string
  requestedBy: number
  requestedByName: string
  requestedAt: Date
}

const openRequest = sql`
  select r.id, r.subject, r.requested_by as "requestedBy", p.name as "requestedByName", r.requested_at as "requestedAt"
  from erasure_request r join person p on p.id = r.requested_by where r.email is not null`

export const findOpenRequest = (
  db: Db | Tx,
  { personId, email }: DataSubject,
): Promise<ErasureRequest | null> =>
  findRow(db)<ErasureRequest>`
    ${openRequest} and (r.email = ${normaliseEmail(email)} or r.person_id = ${personId})`

export const listOpenRequests = (db: Db): Promise<(ErasureRequest & { name: string })[]> =>
  selectRows(db)<ErasureRequest & { name: string }>`
    select o.*, r.email as name from (${openRequest}) o join erasure_request r using (id) order by o.id limit 100`

export const insertRequest = (tx: Tx, { key, personId, email }: DataSubject, staffId: number, now: Date) =>
  execute(tx)`
    insert into erasure_request (subject, person_id, email, requested_by, requested_at)
    values (${key}, ${personId}, ${normaliseEmail(email)}, ${staffId}, ${now})`

export const decideRequest = (tx: Tx, id: number, decision: { by: number; at: Date; isErased: boolean }) =>
  execute(tx)`
    update erasure_request set email = null, decided_by = ${decision.by}, decided_at = ${decision.at},
      is_erased = ${decision.isErased} where id = ${id}`

/** Waits for orders of the person that are being written, and lets none begin until the transaction ends. */
export async function lockSubject(tx: Tx, { personId, email }: DataSubject): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`erasure ${normaliseEmail(email)}`}, 0))`.execute(
    tx,
  )
  await sql`select from basket where person_id = ${personId} for update`.execute(tx)
  await sql`select from person where id = ${personId} for update`.execute(tx)
  await sql`
    select from trade_application where form->>'email' = any(${listEmailForms(email)}::text[]) for update`.execute(
    tx,
  )
}

import { sql } from 'kysely'
import type { Db, Tx } from '../../infra/app-context.ts'
import {
  execute,
  findRow,
  findValue,
  getRow,
  getValue,
  hasRow,
  selectRows,
} from '../../infra/database/query.ts'
import type { IsoDate } from '../../lib/dates.ts'
import type { Pence } from '../../lib/money.ts'
import { debtColumns } from '../credit/service.ts'
import type {
  AccountFigures,
  Allocation,
  LedgerSource,
  OpenInvoice,
  SourceKind,
  SourceRef,
} from './ledger.ts'
import type { EnteredPayment, PaymentEntry } from './payment-form.ts'

/** What is allocated of an invoice. */
const allocated = sql`coalesce((select sum(a.amount) from account_allocation a
  where a.invoice_id = d.id and a.released_at is null), 0)::int`

/** Of a company `c`, in pence: sums over its life, so bigint. `today`: invoices that were due before it are overdue. */
const figureColumns = (today: IsoDate) => sql`
  ${debtColumns},
  (select coalesce(sum(d.total - ${allocated}), 0) from sales_document d
    where d.company_id = c.id and d.on_account and d.kind = 'invoice' and d.due_on < ${today}::date) as overdue`

export const getAccountFigures = (db: Db | Tx, companyId: number, today: IsoDate): Promise<AccountFigures> =>
  getRow(db)<AccountFigures>`
    select ${figureColumns(today)} from company c where c.id = ${companyId}`

/**
 * The invoices with something to pay, earliest due day first; those without a due day by their date. `exceptSource`: counted
 * as if this source paid nothing.
 */
export async function listOpenInvoices(
  db: Db | Tx,
  companyId: number,
  exceptSource: SourceRef | null = null,
): Promise<OpenInvoice[]> {
  const paymentId = exceptSource?.kind === 'payment' ? exceptSource.id : null
  const creditNoteId = exceptSource?.kind === 'credit_note' ? exceptSource.id : null
  return selectRows(db)<OpenInvoice>`
    select * from (
      select d.id, d.number, o.reference, o.purchase_order as "purchaseOrder", d.issued_on::text as "issuedOn",
        d.due_on::text as "dueOn", d.total,
        d.total - coalesce((select sum(a.amount) from account_allocation a
          where a.invoice_id = d.id and a.released_at is null
            and a.payment_id is distinct from coalesce(${paymentId}::bigint, 0)
            and a.credit_note_id is distinct from coalesce(${creditNoteId}::bigint, 0)), 0)::int as open
      from sales_document d join orders o on o.id = d.order_id
      where d.company_id = ${companyId} and d.on_account and d.kind = 'invoice'
    ) invoices where open > 0
    order by coalesce("dueOn", "issuedOn"), number`
}

/** The numbers of a company's invoices by id, paid ones too. */
export async function listInvoiceNumbers(
  db: Db,
  companyId: number,
  ids: readonly number[],
): Promise<Map<number, number>> {
  const rows = await selectRows(db)<{ id: number; number: number }>`
    select id, number from sales_document
    where company_id = ${companyId} and kind = 'invoice' and id = any(${ids}::bigint[])`
  return new Map(rows.map(({ id, number }) => [id, number]))
}

const unallocatedOf = (column: 'payment_id' | 'credit_note_id', id: ReturnType<typeof sql>) => sql`
  coalesce((select sum(a.amount) from account_allocation a
    where a.${sql.raw(column)} = ${id} and a.released_at is null), 0)::int`

const sources = (companyId: number) => sql`
  select 'payment' as kind, p.id, 0 as number, '' as "orderReference", p.method, p.reference, p.note,
    p.received_on::text as day, p.amount,
    case when p.cancelled_at is null then p.amount - ${unallocatedOf('payment_id', sql`p.id`)} else 0 end
      as unallocated,
    p.entered_at as at, coalesce(staff.name, '') as who, p.cancelled_at as "cancelledAt",
    coalesce(canceller.name, '') as "cancelledBy", p.cancel_reason as "cancelReason"
  from account_payment p left join person staff on staff.id = p.staff_id
    left join person canceller on canceller.id = p.cancelled_by
  where p.company_id = ${companyId}
  union all
  select 'credit_note', d.id, d.number, o.reference, null, '', d.reason, d.issued_on::text, d.total,
    d.total - ${unallocatedOf('credit_note_id', sql`d.id`)}, d.issued_at, '', null, '', ''
  from sales_document d join orders o on o.id = d.order_id
  where d.company_id = ${companyId} and d.on_account and d.kind = 'credit_note'`

/** Payments and credit notes, newest first, and how many there are. */
export async function listSources(
  db: Db,
  companyId: number,
  { size, page }: { size: number; page: number },
): Promise<{ rows: LedgerSource[]; total: number }> {
  const rows = await selectRows(db)<LedgerSource & { total: number }>`
    select *, count(*) over ()::int as total from (${sources(companyId)}) s
    order by at desc, id desc limit ${size} offset ${(page - 1) * size}`
  return { rows, total: rows[0]?.total ?? 0 }
}

/** `id`: of a payment; the number of a credit note. */
export const findSource = (db: Db | Tx, companyId: number, kind: SourceKind, id: number) =>
  findRow(db)<LedgerSource>`
    select * from (${sources(companyId)}) s
    where kind = ${kind} and case kind when 'payment' then id else number end = ${id}`

interface SourceAllocation {
  invoiceId: number
  number: number
  amount: Pence
}

/** What a payment or a credit note pays now, by invoice. */
export const listAllocations = (db: Db | Tx, { kind, id }: SourceRef): Promise<SourceAllocation[]> =>
  selectRows(db)<SourceAllocation>`
    select a.invoice_id as "invoiceId", d.number, a.amount
    from account_allocation a join sales_document d on d.id = a.invoice_id
    where ${kind === 'payment' ? sql`a.payment_id` : sql`a.credit_note_id`} = ${id} and a.released_at is null
    order by d.number`

export const toLedgerSubject = (accountNumber: string): string => `account ${accountNumber}`

// What staff write to the ledger of a company. The caller has locked it with `lockCompany`.

/**
 * Locks the ledger of a company, so that no two people allocate the same money. Credit notes take the same lock when they are
 * issued. The company's name; null: there is no such company.
 */
export const lockCompany = (tx: Tx, companyId: number): Promise<string | null> =>
  findValue(tx)<string>`select name from company where id = ${companyId} for no key update`

/** Null: no limit was agreed. */
export const updateCreditLimit = (tx: Tx, companyId: number, limit: Pence | null): Promise<void> =>
  execute(tx)`update company set credit_limit = ${limit} where id = ${companyId}`

export const isEntered = (tx: Tx, requestKey: string): Promise<boolean> =>
  hasRow(tx)`select from account_payment where request_key = ${requestKey}`

/** Payments that may be entered again: of this amount, and the cheques. The newest first. */
export const listEnteredPayments = (
  tx: Tx,
  companyId: number,
  { amount, method }: Pick<PaymentEntry, 'amount' | 'method'>,
) =>
  selectRows(tx)<EnteredPayment>`
    select p.amount, p.method, p.reference, p.received_on::text as "receivedOn",
      (p.entered_at at time zone 'Europe/London')::date::text as "enteredOn", coalesce(staff.name, '') as who
    from account_payment p left join person staff on staff.id = p.staff_id
    where p.company_id = ${companyId} and p.cancelled_at is null
      and (p.amount = ${amount} or (p.method = 'cheque' and ${method}::text = 'cheque'))
    order by p.id desc`

interface LedgerWriter {
  /** Null: the customer has paid by card. */
  staffId: number | null
  now: Date
}

/** Returns its id. */
export async function insertPayment(
  tx: Tx,
  companyId: number,
  payment: Pick<PaymentEntry, 'receivedOn' | 'amount' | 'method' | 'reference' | 'note'> & {
    requestKey: string
  },
  { staffId, now }: LedgerWriter,
): Promise<number> {
  const { receivedOn, amount, method, reference, note, requestKey } = payment
  return getValue(tx)<number>`
    insert into account_payment (company_id, received_on, amount, method, reference, note, request_key, staff_id, entered_at)
    values (${companyId}, ${receivedOn}::date, ${amount}, ${method}, ${reference}, ${note}, ${requestKey}, ${staffId},
      ${now}) returning id`
}

export const updateCancelled = (tx: Tx, paymentId: number, reason: string, { staffId, now }: LedgerWriter) =>
  execute(tx)`
    update account_payment set cancelled_at = ${now}::timestamptz, cancelled_by = ${staffId}::int,
      cancel_reason = ${reason} where id = ${paymentId}`

export async function insertAllocations(
  tx: Tx,
  { kind, id }: SourceRef,
  allocations: readonly Allocation[],
  now: Date,
): Promise<void> {
  const source = sql.ref(kind === 'payment' ? 'payment_id' : 'credit_note_id')
  await sql`
    insert into account_allocation (invoice_id, ${source}, amount, allocated_at)
    select invoice_id, ${id}::bigint, amount, ${now}::timestamptz
    from unnest(${allocations.map(({ invoiceId }) => invoiceId)}::bigint[],
      ${allocations.map(({ amount }) => amount)}::int[])
      as allocation (invoice_id, amount)`.execute(tx)
}

/** Ends what a payment or a credit note pays now; the rows stay, so that past statements do not change. */
export const releaseAllocations = (tx: Tx, { kind, id }: SourceRef, now: Date): Promise<void> =>
  execute(tx)`
    update account_allocation set released_at = greatest(allocated_at, ${now}::timestamptz)
    where ${kind === 'payment' ? sql`payment_id` : sql`credit_note_id`} = ${id} and released_at is null`

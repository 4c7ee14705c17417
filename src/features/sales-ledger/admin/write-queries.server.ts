import { sql } from 'kysely'
import type { Tx } from '../../../infra/app-context.ts'
import type { Pence } from '../../../lib/money.ts'
import type { Allocation, AllocationSource } from '../ledger.ts'
import type { EnteredPayment, PaymentEntry } from '../payment-form.ts'

// What staff write to the ledger of a company. The caller has locked it with `lockCompany`.

/**
 * Locks the ledger of a company, so that no two people allocate the same money. Returns its credit limit. Credit notes
 * take the same lock when they are issued.
 */
export async function lockCompany(tx: Tx, companyId: number): Promise<Pence | null> {
  const { rows } = await sql<{ limit: Pence | null }>`
    select credit_limit as limit from company where id = ${companyId} for no key update`.execute(tx)
  return rows[0]!.limit
}

/** Null: no limit was agreed. */
export async function updateCreditLimit(tx: Tx, companyId: number, limit: Pence | null): Promise<void> {
  await tx.updateTable('company').set({ credit_limit: limit }).where('id', '=', companyId).execute()
}

/** Whether this form has already entered a payment. */
export async function isEntered(tx: Tx, requestKey: string): Promise<boolean> {
  const { rows } = await sql`select from account_payment where request_key = ${requestKey}`.execute(tx)
  return rows.length > 0
}

/** Payments that may be entered again: of this amount, and the cheques. The newest first. */
export async function listEnteredPayments(
  tx: Tx,
  companyId: number,
  { amount, method }: Pick<PaymentEntry, 'amount' | 'method'>,
): Promise<EnteredPayment[]> {
  const { rows } = await sql<EnteredPayment>`
    select p.amount, p.method, p.reference, p.received_on::text as "receivedOn",
      (p.entered_at at time zone 'Europe/London')::date::text as "enteredOn", coalesce(staff.name, '') as who
    from account_payment p left join person staff on staff.id = p.staff_id
    where p.company_id = ${companyId} and p.cancelled_at is null
      and (p.amount = ${amount} or (p.method = 'cheque' and ${method}::text = 'cheque'))
    order by p.id desc`.execute(tx)
  return rows
}

interface LedgerWriter {
  staffId: number
  now: Date
}

/** Returns its id. */
export async function insertPayment(
  tx: Tx,
  companyId: number,
  payment: PaymentEntry & { requestKey: string },
  { staffId, now }: LedgerWriter,
): Promise<number> {
  const { receivedOn, amount, method, reference, note, requestKey } = payment
  const { rows } = await sql<{ id: number }>`
    insert into account_payment (company_id, received_on, amount, method, reference, note, request_key, staff_id, entered_at)
    values (${companyId}, ${receivedOn}::date, ${amount}, ${method}, ${reference}, ${note}, ${requestKey}, ${staffId},
      ${now}) returning id`.execute(tx)
  return rows[0]!.id
}

/** The payment stays in the list. */
export async function updateCancelled(
  tx: Tx,
  paymentId: number,
  reason: string,
  { staffId, now }: LedgerWriter,
): Promise<void> {
  await sql`
    update account_payment set cancelled_at = ${now}::timestamptz, cancelled_by = ${staffId}::int,
      cancel_reason = ${reason} where id = ${paymentId}`.execute(tx)
}

type SourceRef = Pick<AllocationSource, 'kind' | 'id'>

export async function insertAllocations(
  tx: Tx,
  { kind, id }: SourceRef,
  allocations: readonly Allocation[],
  now: Date,
): Promise<void> {
  await sql`
    insert into account_allocation (invoice_id, ${sql.ref(kind === 'payment' ? 'payment_id' : 'credit_note_id')}, amount, allocated_at)
    select invoice_id, ${id}::bigint, amount, ${now}::timestamptz
    from unnest(${allocations.map(({ invoiceId }) => invoiceId)}::bigint[], ${allocations.map(({ amount }) => amount)}::int[])
      as allocation (invoice_id, amount)`.execute(tx)
}

/** Ends what a payment or a credit note pays now; the rows stay, so that past statements do not change. */
export async function releaseAllocations(tx: Tx, { kind, id }: SourceRef, now: Date): Promise<void> {
  await sql`
    update account_allocation set released_at = greatest(allocated_at, ${now}::timestamptz)
    where ${kind === 'payment' ? sql`payment_id` : sql`credit_note_id`} = ${id} and released_at is null`.execute(
    tx,
  )
}

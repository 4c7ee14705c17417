import { sql } from 'kysely'
import type { Db, Tx } from '../../infra/app-context.ts'
import { findRow, findValue, getRow } from '../../infra/database/query.ts'
import { type IsoDate, toLondonTime } from '../../lib/dates.ts'
import { formatPounds, type Pence } from '../../lib/money.ts'
import { addAuditEntry } from '../accounts/service.ts'
import { formatDocumentNumber } from '../billing/document.ts'
import { invoicePaidEmail } from './InvoicePaidEmail.tsx'
import {
  insertAllocations,
  insertPayment,
  listOpenInvoices,
  releaseAllocations,
  toLedgerSubject,
  updateCancelled,
} from './queries.ts'
import { listLedgerRecipients } from './statement/queries.ts'

/** An invoice on account, with what is open of it. */
export interface InvoiceToPay {
  id: number
  number: number
  companyId: number
  accountNumber: string
  company: string
  orderId: number
  reference: string
  purchaseOrder: string
  issuedOn: IsoDate
  dueOn: IsoDate | null
  open: Pence
  /** Another invoice of the company that is open, the one that is due first; null: none is. */
  next: { number: number; open: Pence } | null
}

type StoredInvoice = Omit<InvoiceToPay, 'open' | 'next'>

const storedInvoices = sql`
  select d.id, d.number, c.id as "companyId", c.account_number as "accountNumber", c.name as company,
    d.order_id as "orderId", o.reference, o.purchase_order as "purchaseOrder", d.issued_on::text as "issuedOn",
    d.due_on::text as "dueOn"
  from sales_document d join company c on c.id = d.company_id join orders o on o.id = d.order_id`

async function withOpen(db: Db | Tx, invoice: StoredInvoice): Promise<InvoiceToPay> {
  const open = await listOpenInvoices(db, invoice.companyId)
  const next = open.find(({ id }) => id !== invoice.id) ?? null
  return { ...invoice, open: open.find(({ id }) => id === invoice.id)?.open ?? (0 as Pence), next }
}

/** Null: the company has no such invoice, or with null for any company there is none. */
export async function findInvoiceToPay(
  db: Db | Tx,
  companyId: number | null,
  number: number,
): Promise<InvoiceToPay | null> {
  const invoice = await findRow(db)<StoredInvoice>`${storedInvoices}
    where d.company_id = coalesce(${companyId}::int, d.company_id) and d.number = ${number} and d.kind = 'invoice' and d.on_account`
  return invoice && withOpen(db, invoice)
}

/** Locks the ledger of its company. */
export async function lockInvoiceToPay(tx: Tx, id: number): Promise<InvoiceToPay> {
  const invoice = await getRow(tx)<StoredInvoice>`${storedInvoices} where d.id = ${id} for no key update of c`
  return withOpen(tx, invoice)
}

interface CardPaymentOnAccount {
  id: number
  amount: Pence
  transactionReference: string
}

const toRequestKey = ({ id }: CardPaymentOnAccount): string => `card:${id}`

/** What the customer paid by card for an invoice; the caller has locked it. */
export async function enterCardPayment(
  tx: Tx,
  { id: invoiceId, number, companyId, accountNumber }: InvoiceToPay,
  payment: CardPaymentOnAccount,
  now: Date,
): Promise<void> {
  const { amount, transactionReference: reference } = payment
  const entry = { receivedOn: toLondonTime(now).date, amount, method: 'card', reference, note: '' } as const
  const requestKey = toRequestKey(payment)
  const id = await insertPayment(tx, companyId, { ...entry, requestKey }, { staffId: null, now })
  await insertAllocations(tx, { kind: 'payment', id }, [{ invoiceId, amount }], now)
  await addCardAudit(tx, 'payment entered', { number, accountNumber }, amount, now)
  const paid = { invoice: formatDocumentNumber('invoice', number), accountNumber, amount, reference }
  for (const recipient of await listLedgerRecipients(tx, companyId))
    await invoicePaidEmail.enqueue(tx, paid, recipient)
}

/** The provider has taken the payment back: the invoice is open again. */
export async function cancelCardPayment(
  tx: Tx,
  { number, accountNumber }: InvoiceToPay,
  payment: CardPaymentOnAccount,
  now: Date,
): Promise<void> {
  const id = await findValue(tx)<number>`
    select id from account_payment where request_key = ${toRequestKey(payment)} and cancelled_at is null`
  if (id === null) return
  await releaseAllocations(tx, { kind: 'payment', id }, now)
  await updateCancelled(tx, id, 'The card provider took it back.', { staffId: null, now })
  await addCardAudit(tx, 'payment cancelled', { number, accountNumber }, payment.amount, now)
}

const addCardAudit = (
  tx: Tx,
  action: string,
  { number, accountNumber }: Pick<InvoiceToPay, 'number' | 'accountNumber'>,
  amount: Pence,
  now: Date,
): Promise<void> =>
  addAuditEntry(tx, {
    actor: { kind: 'card provider' },
    ...{ action, subject: toLedgerSubject(accountNumber), now },
    detail: `${formatPounds(amount)} by card for ${formatDocumentNumber('invoice', number)}`,
  })

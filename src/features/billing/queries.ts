import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../infra/app-context.ts'
import { execute, findRow, getRow, getValue, listValues, selectRows } from '../../infra/database/query.ts'
import type { PdfDocument } from '../../infra/pdf/pdf-document.server.ts'
import { type IsoDate, toLondonTime } from '../../lib/dates.ts'
import type { Pence } from '../../lib/money.ts'
import type { InvoiceDue } from '../../lib/shop-settings.ts'
import type { Pieces } from '../orders/order-line.ts'
import { orderColumns } from '../orders/service.ts'
import { type DocumentKind, type DocumentLine, type DocumentOrder, formatDocumentNumber } from './document.ts'

/** The invoices and credit notes of an order `o`, oldest first: DocumentSummary[]. */
export const orderDocuments = sql`coalesce((
  select json_agg(json_build_object('kind', d.kind, 'number', d.number, 'issuedOn', d.issued_on, 'total', d.total,
      'parcel', (select p.number from parcel p where p.id = d.parcel_id), 'reason', d.reason) order by d.id)
  from sales_document d where d.order_id = o.id), '[]')`

/** The pieces that credit notes have credited of the lines of an order `o`: { position, quantity }[]. */
export const creditedPieces = sql`coalesce((
  select json_agg(c) from (
    select dl.position, sum(dl.quantity)::int as quantity
    from sales_document d join sales_document_line dl on dl.document_id = d.id
    where d.order_id = o.id and d.kind = 'credit_note' and dl.kind = 'goods' group by dl.position) c), '[]')`

/** What was refunded to the card that paid for an order `o`, oldest first: OrderRefund[]. Without those that were repeated. */
export const orderRefunds = sql`coalesce((
  select json_agg(json_build_object('amount', r.amount, 'state', r.state, 'at', r.created_at,
      'lastFour', a.last_four, 'provider', a.provider) order by r.id)
  from payment_refund r join payment_attempt a on a.id = r.attempt_id
  where a.order_id = o.id and not (r.state = 'refused' and exists (
    select from payment_refund again where again.repeats_id = r.id))), '[]')`

/** The company of an order `o`; null: a consumer's. */
export const orderCompany = sql`(
  select json_build_object('name', c.name, 'accountNumber', c.account_number, 'vatRegistration', c.vat_registration)
  from company c where c.id = o.company_id)`

/** What an order `o` was made from: an OrderOrigin. */
export const orderOrigin = sql`(
  select json_build_object('reference', s.reference, 'kind', s.kind, 'sender', s.contact->>'name')
  from orders s where s.id = o.source_id)`

const linesOf = (kind: DocumentKind) => sql`coalesce((
  select json_agg(json_build_object('kind', l.kind, 'position', l.position, 'productId', l.product_id, 'code', l.code,
      'title', l.title, 'entry', l.entry, 'quantity', l.quantity, 'net', l.net, 'vat', l.vat) order by d.id, l.nth)
  from sales_document d join sales_document_line l on l.document_id = d.id
  where d.order_id = o.id and d.kind = ${kind}), '[]')`

// An earlier release stored lines without an entry.
const deferredLines = sql`(
  select jsonb_agg(jsonb_build_object('entry', '{}'::jsonb) || line order by nth)
  from jsonb_array_elements(n.lines::jsonb) with ordinality as stored (line, nth))`

/** An order with all that its documents say. Throws when there is none. */
export const getDocumentOrder = (db: Db | Tx, orderId: number): Promise<DocumentOrder> =>
  getRow(db)<DocumentOrder & { paidAt: Date | null }>`
    select ${orderColumns}, o.invoice_number as "legacyNumber", o.invoice_due::text as "legacyDue",
      o.invoiced_at is not null as "isInvoiced", ${orderDocuments} as documents,
      ${orderCompany} as company,
      (select json_build_object('type', a.card_type, 'lastFour', a.last_four, 'provider', a.provider) from payment_attempt a
        where a.order_id = o.id and a.state in ('paid', 'voided') order by a.state, a.id desc limit 1) as card,
      (select a.completed_at from payment_attempt a
        where a.order_id = o.id and a.state in ('paid', 'voided') order by a.state, a.id desc limit 1) as "paidAt",
      ${orderOrigin} as "madeFrom",
      ${linesOf('invoice')} as invoiced, ${linesOf('credit_note')} as credited,
      coalesce((select json_agg(json_build_object('id', n.id, 'at', n.at, 'staffId', n.staff_id, 'reason', n.reason,
          'lines', ${deferredLines}, 'net', n.net, 'vat', n.vat) order by n.id)
        from deferred_credit_note n where n.order_id = o.id and n.credit_note_id is null), '[]') as deferred
    from orders o where o.id = ${orderId}`

/** When the company of an order pays its invoices; null: as the shop's setting says. */
export const findTerms = (tx: Tx, orderId: number): Promise<InvoiceDue | null> =>
  findRow(tx)<InvoiceDue>`
    select c.terms_days as days, c.terms_kind = 'end_of_month' as "isFromEndOfMonth"
    from orders o join company c on c.id = o.company_id where o.id = ${orderId} and c.terms_days is not null`

/** Locks the counter until the transaction ends. Two documents have their numbers in the order of their times. */
export const assignDocumentNumber = (tx: Tx, kind: DocumentKind, now: Date) =>
  getRow(tx)<{ number: number; issuedAt: Date }>`
    update sales_document_counter set last = last + 1, last_issued_at = greatest(last_issued_at, ${now}::timestamptz)
    where kind = ${kind} returning last as number, last_issued_at as "issuedAt"`

interface NewDocument {
  kind: DocumentKind
  number: number
  issuedAt: Date
  /** Null: the day of issue. */
  taxPoint: IsoDate | null
  dueOn?: IsoDate | null
  parcelId?: number | undefined
  requestKey?: string | null
  reason?: string
  sums: { net: Pence; vat: Pence; total: Pence }
  content: PdfDocument
  lines: readonly DocumentLine[]
}

/** Writes the document of an order with its lines. Returns its id. */
export async function insertDocument(
  tx: Tx,
  order: DocumentOrder,
  {
    kind,
    number,
    issuedAt,
    taxPoint,
    dueOn,
    parcelId,
    requestKey,
    reason,
    sums,
    content,
    lines,
  }: NewDocument,
): Promise<number> {
  const issuedOn = toLondonTime(issuedAt).date
  const rowsOfLines = lines.map(({ productId, ...line }, index) => ({
    ...line,
    product_id: productId,
    nth: index + 1,
  }))
  return getValue(tx)<number>`
    with document as (
      insert into sales_document (kind, number, order_id, company_id, on_account, issued_at, issued_on, tax_point, due_on,
        parcel_id, request_key, reason, net, vat, total, vat_rate_bp, content)
      values (${kind}, ${number}, ${order.id}, ${order.companyId}, ${order.method === 'account'}, ${issuedAt}, ${issuedOn},
        ${taxPoint ?? issuedOn}, ${dueOn ?? null}, ${parcelId ?? null},
        ${requestKey ? toStoredKey(order.id, requestKey) : null}, ${reason ?? ''}, ${sums.net}, ${sums.vat}, ${sums.total},
        ${order.vatRateBp}, ${JSON.stringify(content)}::jsonb)
      returning id
    ), lines as (
      insert into sales_document_line (document_id, nth, kind, position, product_id, code, title, entry, quantity, net, vat)
      select document.id, l.nth, l.kind, l.position, l.product_id, l.code, l.title, coalesce(l.entry, '{}'), l.quantity,
        l.net, l.vat
      from document, json_populate_recordset(null::sales_document_line, ${JSON.stringify(rowsOfLines)}::json) l
    ), invoiced as (
      update orders set invoiced_at = ${issuedAt}
      where id = ${order.id} and invoiced_at is null and ${kind} = 'invoice'
    )
    select id from document`
}

/** What a document of an order was issued as; null: the order has no such document. */
export const findDocumentContent = (
  db: Db,
  orderId: number,
  { kind, number }: { kind: DocumentKind; number: number },
): Promise<PdfDocument | null> =>
  findContent(db, sql`d.order_id = ${orderId} and d.kind = ${kind} and d.number = ${number}`)

/** The first invoice of an order; null: none was issued. */
export const findFirstInvoice = (db: Db, orderId: number): Promise<PdfDocument | null> =>
  findContent(db, sql`d.order_id = ${orderId} and d.kind = 'invoice'`)

async function findContent(db: Db, condition: RawBuilder<unknown>): Promise<PdfDocument | null> {
  const rows = await selectRows(db)<{ content: PdfDocument }>`
    select d.content from sales_document d where ${condition} order by d.id limit 1`
  const content = rows[0]?.content
  return content ? { ...content, at: new Date(content.at) } : null
}

/** A document, and the order that it is of. */
export interface DocumentRef {
  id: number
  kind: DocumentKind
  number: number
  reference: string
}

/** A document as its e-mail has it. */
export interface EmailedDocument {
  kind: DocumentKind
  /** 'INV-000042' */
  number: string
  reference: string
  /** As the document states it: that of the order can be corrected later. */
  purchaseOrder: string
  total: Pence
  dueOn: IsoDate | null
  /** On account, and not paid. */
  isToPay: boolean
  company: string
  accountNumber: string
  content: PdfDocument
}

export async function listEmailedDocuments(db: Db, ids: readonly number[]): Promise<EmailedDocument[]> {
  const rows = await selectRows(db)<Omit<EmailedDocument, 'number' | 'purchaseOrder'>>`
    select d.kind, o.reference, d.total, d.due_on::text as "dueOn", d.content, c.name as company,
      c.account_number as "accountNumber", d.kind = 'invoice' and d.on_account and d.total > coalesce((
        select sum(amount) from account_allocation where invoice_id = d.id and released_at is null), 0) as "isToPay"
    from sales_document d join orders o on o.id = d.order_id join company c on c.id = d.company_id
    where d.id = any(${ids}::bigint[]) order by d.id`
  return rows.map(({ content, ...row }) => ({
    ...row,
    number: content.number,
    purchaseOrder: content.facts.find(([name]) => name === 'PO number')?.[1] ?? '',
    content: { ...content, at: new Date(content.at) },
  }))
}

const documentRef = sql`d.id, d.kind, d.number, o.reference`

/** Null: no document of the company has this number. */
export const findCompanyDocument = (
  db: Db | Tx,
  companyId: number,
  { kind, number }: { kind: DocumentKind; number: number },
) =>
  findRow(db)<DocumentRef>`
    select ${documentRef} from sales_document d join orders o on o.id = d.order_id
    where d.company_id = ${companyId} and d.kind = ${kind} and d.number = ${number}`

/** How a company has its documents e-mailed, and to whom. */
export const getDocumentEmails = (tx: Tx, companyId: number) =>
  getRow(tx)<{ when: 'at_once' | 'daily' | 'off'; recipients: string[] }>`
    select document_emails as "when", accounts_emails as recipients from company where id = ${companyId}`

/** The document waits for the e-mail of its day. */
export const queueDocument = (tx: Tx, id: number): Promise<void> =>
  execute(tx)`insert into document_to_email (document_id) values (${id})`

export const listCompaniesToEmail = (db: Db, issuedBefore: Date, limit: number): Promise<number[]> =>
  listValues(db)<number>`
    select distinct d.company_id from document_to_email w join sales_document d on d.id = w.document_id
    where d.issued_at < ${issuedBefore} order by 1 limit ${limit}`

/** Takes what waits for the e-mail of a company: of two that take it at once, one has nothing. */
export const takeQueuedDocuments = (tx: Tx, companyId: number, issuedBefore: Date) =>
  selectRows(tx)<DocumentRef>`
    with taken as (
      delete from document_to_email w using sales_document d
      where d.id = w.document_id and d.company_id = ${companyId} and d.issued_at < ${issuedBefore} returning d.id
    )
    select ${documentRef} from taken join sales_document d using (id) join orders o on o.id = d.order_id order by d.id`

/**
 * Orders to issue invoices for: those that were numbered before and have no row, those that despatched goods before parcels
 * were recorded, and with `whenPlaced` all that are placed; none that is free of charge. Their numbers follow
 * the order of placing.
 */
export const listOrdersToInvoice = (
  db: Db,
  { whenPlaced, after, limit }: { whenPlaced: boolean; after: ToInvoice | null; limit: number },
) =>
  selectRows(db)<ToInvoice>`
    select id, placed_at as "placedAt" from orders
    where invoiced_at is null and placed_at is not null
      and (invoice_number is not null
        or (order_is_bought(state) and not on_stop and method <> 'godmode' and (${whenPlaced} or state <> 'placed')))
      and (${after?.id ?? null}::int is null
        or (placed_at, id) > (${after?.placedAt ?? null}::timestamptz, ${after?.id ?? null}::int))
    order by placed_at, id limit ${limit}`

export interface ToInvoice {
  id: number
  placedAt: Date
}

/**
 * Orders that a card has paid until then, and that have something to send which is not invoiced; not those that are held or
 * of which a part is still to be paid. `orderId`: only that one.
 */
export const listPaidOrdersToInvoice = (
  db: Db | Tx,
  { paidUntil, limit, orderId = null }: { paidUntil: Date; limit: number; orderId?: number | null },
) =>
  listValues(db)<number>`
    select o.id from orders o
    where order_is_despatchable(o.state) and o.kind = 'order' and o.method in ('card', 'counter') and not o.on_stop
      and (${orderId}::bigint is null or o.id = ${orderId}::bigint)
      and exists (select from payment_attempt a
        where a.order_id = o.id and a.state = 'paid' and a.completed_at <= ${paidUntil}::timestamptz)
      and exists (select from order_line l where l.order_id = o.id and l.quantity > (
        select coalesce(sum(dl.quantity), 0) from sales_document d join sales_document_line dl on dl.document_id = d.id
        where d.order_id = o.id and d.kind = 'invoice' and dl.position = l.position))
    order by o.id limit ${limit}`

/** The key of a form belongs to its order. */
export const toStoredKey = (orderId: number, requestKey: string): string => `${orderId}:${requestKey}`

/** The credit note that this form has already issued for the order. */
export async function findCreditNoteByRequest(
  tx: Tx,
  orderId: number,
  requestKey: string,
): Promise<{ id: number; number: string; net: Pence; vat: Pence; total: Pence } | null> {
  const row = await findRow(tx)<{ id: number; number: number; net: Pence; vat: Pence; total: Pence }>`
    select id, number, net, vat, total from sales_document
    where request_key = ${toStoredKey(orderId, requestKey)}`
  return row ? { ...row, number: formatDocumentNumber('credit_note', row.number) } : null
}

export const listDespatchedPieces = (tx: Tx, orderId: number): Promise<Pieces[]> =>
  selectRows(tx)<Pieces>`
    select position, despatched_quantity as quantity from order_line where order_id = ${orderId}`

/** How many pieces of each line the customer has: less what came with returns, and what credits have put back on hand. */
export const listPiecesOut = (db: Db | Tx, orderId: number): Promise<Pieces[]> =>
  selectRows(db)<Pieces>`
    select l.position, greatest(0, l.despatched_quantity - l.restocked_quantity - coalesce(
        (select sum(r.received) from return_line r where r.order_id = l.order_id and r.position = l.position), 0))::int as quantity
    from order_line l where l.order_id = ${orderId}`

/** Records which pieces of an order's lines a credit has put back on hand. */
export const addRestockedPieces = (tx: Tx, orderId: number, pieces: readonly Pieces[]): Promise<void> =>
  execute(tx)`
    update order_line l set restocked_quantity = l.restocked_quantity + line.quantity
    from unnest(${pieces.map(({ position }) => position)}::int[], ${pieces.map(({ quantity }) => quantity)}::int[])
      as line (position, quantity)
    where l.order_id = ${orderId} and l.position = line.position`

/**
 * A subquery with the ids of orders whose refunds staff must look at: one without an answer, one that was refused and not
 * repeated, and a cancelled order whose payments are not fully refunded.
 */
export const ordersWithRefundProblem = sql`(
  select a.order_id from payment_refund r join payment_attempt a on a.id = r.attempt_id
  where r.state = 'unknown' or (r.state = 'refused' and not exists (
    select from payment_refund again where again.repeats_id = r.id))
  union
  select o.id from orders o join payment_attempt a on a.order_id = o.id and a.state = 'paid'
  where o.state = 'cancelled' and not o.is_fully_refunded and a.amount > (
    select coalesce(sum(r.amount), 0) from payment_refund r where r.attempt_id = a.id and r.state <> 'refused'))`

/** Marks cancelled orders of which no payment is open and everything paid has gone back: they stay so. */
export const markRefundedOrders = (db: Db): Promise<void> =>
  execute(db)`
    update orders o set is_fully_refunded = true
    where o.state = 'cancelled' and not o.is_fully_refunded and not exists (
      select from payment_attempt a where a.order_id = o.id and (a.state in ('registering', 'registered')
        or a.state = 'paid' and a.amount > (
          select coalesce(sum(r.amount), 0) from payment_refund r where r.attempt_id = a.id and r.state = 'done')))`

import fc from 'fast-check'
import type { DocumentLine } from '../../src/features/billing/document.ts'
import {
  type Creditable,
  type CreditItems,
  calculateCredit,
  getCreditable,
} from '../../src/features/billing/next-credit.ts'
import {
  calculateNextInvoice,
  type InvoicedOrder,
  toDocumentLines,
} from '../../src/features/billing/next-invoice.ts'
import { type BasisPoints, calculateShare, pence, sum } from '../../src/lib/money.ts'
import { createOrder, createOrderLine } from '../support/order-fixtures.ts'
import type { TestShop } from '../support/shop.ts'

/** A document before it has a number. Money in pence. */
interface RandomDocument {
  kind: 'invoice' | 'credit_note'
  vatRateBp: number
  lines: DocumentLine[]
}

/** What staff credit of what is left then, in thousandths. */
type RandomCredit =
  | { by: 'line'; shares: number[]; delivery: boolean; chargePercent: number }
  | { by: 'amount'; share: number }
  | { by: 'all' }

interface RandomOrder {
  order: InvoicedOrder
  /** Of each parcel: pieces by position. */
  parcels: number[][]
  /** After each invoice. */
  credits: RandomCredit[][]
}

const thousandths = fc.integer({ min: 0, max: 1_000 })
const randomCredit: fc.Arbitrary<RandomCredit> = fc.oneof(
  fc.record({
    by: fc.constant('line' as const),
    shares: fc.array(thousandths, { minLength: 4, maxLength: 4 }),
    delivery: fc.boolean(),
    chargePercent: fc.constantFrom(0, 0, 0, 15),
  }),
  fc.record({ by: fc.constant('line' as const), delivery: fc.constant(true) }).map(credit => ({
    ...credit,
    shares: [0, 0, 0, 0],
    chargePercent: 0,
  })),
  fc.record({ by: fc.constant('amount' as const), share: thousandths }),
  fc.record({ by: fc.constant('amount' as const), share: fc.integer({ min: 950, max: 1_000 }) }),
  fc.constant({ by: 'all' as const }),
)

/** Orders with vouchers, delivery, VAT at 20 % or none, in parts or whole, refunded or not. */
const randomOrder = (productIds: readonly number[]): fc.Arbitrary<RandomOrder> =>
  fc
    .record({
      lines: fc.array(fc.tuple(fc.integer({ min: 1, max: 99_999 }), fc.integer({ min: 1, max: 30 })), {
        minLength: 1,
        maxLength: 4,
      }),
      discountShare: fc.constantFrom(0, 0, 100, 333, 1_000),
      deliveryCost: fc.constantFrom(0, 395, 895),
      vatRateBp: fc.constantFrom(2_000, 2_000, 0),
      parcels: fc.array(fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 4, maxLength: 4 }), {
        maxLength: 3,
      }),
      credits: fc.array(fc.array(randomCredit, { maxLength: 2 }), { minLength: 4, maxLength: 4 }),
    })
    .map(({ lines: pieces, discountShare, deliveryCost, vatRateBp, ...rest }) => {
      const lines = pieces.map(([unitPrice, quantity], nth) =>
        createOrderLine({
          productId: productIds[(unitPrice + nth) % productIds.length]!,
          code: `FH-${nth}`,
          unitPrice: pence(unitPrice),
          quantity,
        }),
      )
      const subtotal = sum(lines.map(line => line.lineTotal))
      const discount = calculateShare(subtotal, (discountShare * 10) as BasisPoints)
      const vat = calculateShare(pence(subtotal - discount + deliveryCost), vatRateBp as BasisPoints)
      return { order: { lines, discount, deliveryCost: pence(deliveryCost), vat, vatRateBp }, ...rest }
    })

/** The documents that the shop would issue, by its own rules. */
function toDocuments({ order, parcels, credits }: RandomOrder): RandomDocument[] {
  const invoiced: DocumentLine[] = []
  const credited: DocumentLine[] = []
  const { vatRateBp } = order
  const steps = [
    ...parcels.map(parcel => parcel.map((quantity, nth) => ({ position: nth + 1, quantity }))),
    'rest' as const,
  ]
  return steps.flatMap((pieces, nth) => {
    const documents: RandomDocument[] = []
    const next = calculateNextInvoice(order, pieces, invoiced)
    if (next) {
      const lines = toDocumentLines(next, createOrder())
      invoiced.push(...lines)
      documents.push({ kind: 'invoice', vatRateBp, lines })
    }
    for (const credit of credits[nth]!) {
      const items = toItems(credit, getCreditable({ invoiced, credited }))
      const sums = calculateCredit({ invoiced, credited, vatRateBp }, items)
      if (!sums.ok) continue
      credited.push(...sums.lines)
      documents.push({ kind: 'credit_note', vatRateBp, lines: sums.lines })
    }
    return documents
  })
}

function toItems(credit: RandomCredit, left: Creditable): CreditItems {
  if (credit.by === 'all') return 'all'
  if (credit.by === 'amount') {
    const amount = pence(Math.ceil((left.total * credit.share) / 1_000))
    return { lines: [], delivery: false, amount }
  }
  const lines = left.lines.flatMap(({ position, quantity }) => {
    const pieces = Math.round((quantity * credit.shares[position - 1]!) / 1_000)
    return pieces > 0 ? [{ position, quantity: pieces }] : []
  })
  const delivery = credit.delivery && left.delivery !== null
  return { lines, delivery, amount: null, chargePercent: credit.chargePercent }
}

/** By 'INV-000042', with a credit note's amounts below 0. */
export type DocumentSums = Map<string, { net: number; vat: number }>

export interface InsertedDocuments {
  sums: DocumentSums
  /** The order's reference, by the document's number. */
  orders: Map<string, string>
  /** How many credit notes have goods and delivery of opposite signs. */
  mixed: number
}

interface RandomDocumentsInput {
  orders: number
  /** Of the order whose customer has all of them. */
  reference: string
  month: string
  seeds: readonly number[]
}

/** Inserts the documents of so many random orders for each seed, over the days of a month. */
export async function insertRandomDocuments(
  shop: TestShop,
  { orders, reference, month, seeds }: RandomDocumentsInput,
): Promise<InsertedDocuments> {
  const products = await shop.sql<{ id: number }>('select id from product order by id limit 40')
  const random = randomOrder(products.map(({ id }) => id))
  const references = await insertOrders(shop, reference, 40)
  const documents = seeds
    .flatMap(seed => fc.sample(random, { numRuns: orders, seed }))
    .flatMap((order, nth) => toDocuments(order).map(document => ({ ...document, orderNth: nth })))
  const counters = await shop.sql<{ kind: 'invoice' | 'credit_note'; last: number }>(
    'select kind, last from sales_document_counter',
  )
  const last = Object.fromEntries(counters.map(counter => [counter.kind, counter.last]))
  const inserted: InsertedDocuments = { sums: new Map(), orders: new Map(), mixed: 0 }
  const rows = documents.map(({ kind, vatRateBp, lines, orderNth }, nth) => {
    const number = last[kind]! + 1
    last[kind] = number
    const [net, vat] = [sum(lines.map(line => line.net)), sum(lines.map(line => line.vat))]
    const sign = kind === 'invoice' ? 1 : -1
    const formatted = `${kind === 'invoice' ? 'INV' : 'CN'}-${String(number).padStart(6, '0')}`
    const order = references[orderNth % references.length]!
    inserted.sums.set(formatted, { net: 0 + sign * net, vat: 0 + sign * vat })
    inserted.orders.set(formatted, order)
    const delivery = sum(lines.filter(line => line.kind === 'delivery').map(line => line.net))
    if (delivery > net) inserted.mixed++
    const day = `${month}-${String(1 + (nth % 28)).padStart(2, '0')}`
    // Few, because each credit note on account is allocated to the open invoices.
    const isOnAccount = orderNth % 25 === 0
    return { kind, number, order, day, net, vat, rate: vatRateBp, lines, isOnAccount }
  })
  // Each statement refreshes the words that staff find its orders by.
  for (const order of references)
    await insertDocuments(
      shop,
      rows.filter(row => row.order === order),
    )
  await shop.sql('analyze')
  return inserted
}

/** Copies of an order, without lines. Returns their references. */
async function insertOrders(shop: TestShop, reference: string, count: number): Promise<string[]> {
  const rows = await shop.sql<{ reference: string }>(
    `insert into orders overriding system value
     select (jsonb_populate_record(null::orders, to_jsonb(o) || jsonb_build_object(
       'id', nextval(pg_get_serial_sequence('orders', 'id')), 'basket_version', 1000000 + nth,
       'reference', 'FHRND' || translate(lpad(nth::text, 5, '0'), '01', 'XY')))).*
     from orders o, generate_series(1, $2::int) nth where o.reference = $1 returning reference`,
    [reference, count],
  )
  return rows.map(row => row.reference)
}

async function insertDocuments(shop: TestShop, rows: readonly object[]): Promise<void> {
  await shop.sql(
    `with given as materialized (select value, value->>'kind' as kind, (value->>'number')::int as number
       from jsonb_array_elements($1::jsonb)),
     issued as (
       insert into sales_document (kind, number, order_id, company_id, on_account, issued_at, issued_on, tax_point, net,
         vat, total, vat_rate_bp, content)
       select g.kind, g.number, o.id, o.company_id, (value->>'isOnAccount')::boolean, (value->>'day')::timestamptz + interval '9 hours',
         (value->>'day')::date, (value->>'day')::date, (value->>'net')::int, (value->>'vat')::int,
         (value->>'net')::int + (value->>'vat')::int, (value->>'rate')::int, '{}'
       from given g join orders o on o.reference = value->>'order' returning id, kind, number),
     counted as (update sales_document_counter c set last = greatest(last, (select max(number) from given where given.kind = c.kind)))
     insert into sales_document_line (document_id, nth, kind, position, product_id, code, title, quantity, net, vat)
     select i.id, l.nth, line->>'kind', (line->>'position')::int, (line->>'productId')::int, line->>'code', line->>'title',
       (line->>'quantity')::int, (line->>'net')::int, (line->>'vat')::int
     from given g join issued i on i.kind = g.kind and i.number = g.number
       cross join lateral jsonb_array_elements(value->'lines') with ordinality l(line, nth)`,
    [JSON.stringify(rows)],
  )
}

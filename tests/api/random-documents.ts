import fc from 'fast-check'
import { distribute } from '../../src/features/basket/totals.ts'
import type { DocumentLine } from '../../src/features/orders/documents/document.ts'
import {
  calculateNextInvoice,
  type InvoicedOrder,
  toDocumentLines,
} from '../../src/features/orders/documents/next-invoice.ts'
import { type BasisPoints, calculateShare, pence, sum } from '../../src/lib/money.ts'
import type { TestShop } from '../support/shop.ts'

/** A document before it has a number. Money in pence. */
export interface RandomDocument {
  kind: 'invoice' | 'credit_note'
  vatRateBp: number
  lines: DocumentLine[]
}

interface RandomOrder {
  order: InvoicedOrder
  /** Of each parcel: pieces by position. */
  parcels: number[][]
  /** What is credited of each invoice, in thousandths; 0: nothing. */
  credits: number[]
  isByAmount: boolean
}

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
      credits: fc.array(fc.constantFrom(0, 0, 0, 137, 500, 1_000), { minLength: 4, maxLength: 4 }),
      isByAmount: fc.boolean(),
    })
    .map(({ lines: pieces, discountShare, deliveryCost, vatRateBp, parcels, credits, isByAmount }) => {
      const lines = pieces.map(([unitPrice, quantity], nth) => ({
        productId: productIds[(unitPrice + nth) % productIds.length]!,
        code: `FH-${nth}`,
        title: 'Filter',
        unitPrice: pence(unitPrice),
        quantity,
        lineTotal: pence(unitPrice * quantity),
        laterQuantity: 0,
        leadTime: null,
      }))
      const subtotal = sum(lines.map(line => line.lineTotal))
      const discount = calculateShare(subtotal, (discountShare * 10) as BasisPoints)
      const vat = calculateShare(pence(subtotal - discount + deliveryCost), vatRateBp as BasisPoints)
      return {
        order: { lines, discount, deliveryCost: pence(deliveryCost), vat, vatRateBp },
        parcels,
        credits,
        isByAmount,
      }
    })

function toDocuments({ order, parcels, credits, isByAmount }: RandomOrder): RandomDocument[] {
  const issued: DocumentLine[] = []
  const { vatRateBp } = order
  const steps = [
    ...parcels.map(parcel => parcel.map((quantity, nth) => ({ position: nth + 1, quantity }))),
    'rest' as const,
  ]
  return steps.flatMap((pieces, nth) => {
    const next = calculateNextInvoice(order, pieces, issued)
    if (!next) return []
    const lines = toDocumentLines(next, 'Delivery')
    issued.push(...lines)
    const credit = credits[nth]!
    const invoice = { kind: 'invoice' as const, vatRateBp, lines }
    if (credit === 0) return [invoice]
    return [
      invoice,
      { kind: 'credit_note' as const, vatRateBp, lines: creditLines(lines, credit, isByAmount) },
    ]
  })
}

function creditLines(lines: DocumentLine[], thousandths: number, isByAmount: boolean): DocumentLine[] {
  const share = (amount: number) => pence(Math.floor((amount * thousandths) / 1_000))
  if (!isByAmount)
    return lines.map(line => ({
      ...line,
      quantity: Math.ceil((line.quantity * thousandths) / 1_000),
      net: share(line.net),
      vat: share(line.vat),
    }))
  const net = share(sum(lines.map(line => line.net)))
  const [vat] = distribute(share(sum(lines.map(line => line.vat))), [pence(1)])
  return [
    {
      kind: 'amount',
      position: null,
      productId: null,
      code: '',
      title: 'Goodwill',
      quantity: 1,
      net,
      vat: vat!,
    },
  ]
}

/** What was inserted: by 'INV-000042', with a credit note's amounts below 0. */
export type InsertedDocuments = Map<string, { net: number; vat: number }>

/** Inserts the documents of so many random orders, over the days of a month. */
export async function insertRandomDocuments(
  shop: TestShop,
  { orders, reference, month, seed }: { orders: number; reference: string; month: string; seed: number },
): Promise<InsertedDocuments> {
  const products = await shop.sql<{ id: number }>('select id from product order by id limit 40')
  const random = randomOrder(products.map(({ id }) => id))
  const documents = fc.sample(random, { numRuns: orders, seed }).flatMap(toDocuments)
  const last = { invoice: 0, credit_note: 0 }
  for (const { kind, last: number } of await shop.sql<{ kind: 'invoice' | 'credit_note'; last: number }>(
    'select kind, last from sales_document_counter',
  ))
    last[kind] = number
  const inserted: InsertedDocuments = new Map()
  const rows = documents.map(({ kind, vatRateBp, lines }, nth) => {
    const number = ++last[kind]
    const [net, vat] = [sum(lines.map(line => line.net)), sum(lines.map(line => line.vat))]
    const toSigned = (amount: number) => (kind === 'invoice' ? amount : 0 - amount)
    inserted.set(`${kind === 'invoice' ? 'INV' : 'CN'}-${String(number).padStart(6, '0')}`, {
      net: toSigned(net),
      vat: toSigned(vat),
    })
    const day = `${month}-${String(1 + (nth % 28)).padStart(2, '0')}`
    return {
      kind,
      number,
      day,
      net,
      vat,
      rate: vatRateBp,
      lines,
      isOnAccount: kind === 'invoice' && nth % 2 === 0,
    }
  })
  await shop.sql(
    `with given as materialized (select value, value->>'kind' as kind, (value->>'number')::int as number
       from jsonb_array_elements($2::jsonb)),
     issued as (
       insert into sales_document (kind, number, order_id, company_id, on_account, issued_at, issued_on, tax_point, net,
         vat, total, vat_rate_bp, content)
       select g.kind, g.number, o.id, o.company_id, (value->>'isOnAccount')::boolean, (value->>'day')::timestamptz + interval '9 hours',
         (value->>'day')::date, (value->>'day')::date, (value->>'net')::int, (value->>'vat')::int,
         (value->>'net')::int + (value->>'vat')::int, (value->>'rate')::int, '{}'
       from given g, orders o where o.reference = $1 returning id, kind, number),
     counted as (update sales_document_counter c set last = greatest(last, (select max(number) from given where given.kind = c.kind)))
     insert into sales_document_line (document_id, nth, kind, position, product_id, code, title, quantity, net, vat)
     select i.id, l.nth, line->>'kind', (line->>'position')::int, (line->>'productId')::int, line->>'code', line->>'title',
       (line->>'quantity')::int, (line->>'net')::int, (line->>'vat')::int
     from given g join issued i on i.kind = g.kind and i.number = g.number
       cross join lateral jsonb_array_elements(value->'lines') with ordinality l(line, nth)`,
    [reference, JSON.stringify(rows)],
  )
  return inserted
}

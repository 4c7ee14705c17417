import { sql } from 'kysely'

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
      'lastFour', a.last_four) order by r.id)
  from payment_refund r join payment_attempt a on a.id = r.attempt_id
  where a.order_id = o.id and not (r.state = 'refused' and exists (
    select from payment_refund again where again.repeats_id = r.id))), '[]')`

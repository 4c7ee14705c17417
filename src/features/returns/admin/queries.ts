import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../../infra/app-context.ts'
import { addDays, fromLondonTime } from '../../../lib/dates.ts'
import { parseReturnNumber, type ReturnPieces, type ReturnState } from '../returns.ts'
import { listGroupStates, type ReturnListChoice, type ReturnListRow } from './return-list.ts'
import type { InspectedLine } from './rules.ts'

/** How many returns there are in each state. */
export async function countReturnsByState(db: Db): Promise<Partial<Record<ReturnState, number>>> {
  const { rows } = await sql<{ state: ReturnState; count: number }>`
    select state, count(*)::int as count from return_request group by state`.execute(db)
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}

/** A page of the returns that fit the choice, and how many there are. Words are parts of an order number, name, company or e-mail. */
export async function listAdminReturns(
  db: Db,
  choice: ReturnListChoice & { page: number; size: number },
): Promise<{ rows: ReturnListRow[]; total: number }> {
  const { page, size } = choice
  const { rows } = await sql<ReturnListRow & { total: number }>`
    with matches as materialized (
      select r.id, count(*) over ()::int as total, row_number() over (order by ${toOrder(choice)}) as nth
      from return_request r join orders o on o.id = r.order_id left join company c on c.id = o.company_id
      where ${sql.join(listConditions(choice), sql` and `)}
      order by nth limit ${size} offset ${(page - 1) * size}
    )
    select m.total, r.id, o.reference, r.state, r.reason, r.requested_at as "requestedAt",
      coalesce(c.name, o.contact->>'name') as customer,
      (select ol.title from return_line l join order_line ol on ol.order_id = l.order_id and ol.position = l.position
        where l.return_id = m.id order by l.position limit 1) as "firstTitle",
      (select count(*)::int from return_line l where l.return_id = m.id) as "lineCount",
      (select sum(l.requested)::int from return_line l where l.return_id = m.id) as "pieceCount"
    from matches m join return_request r on r.id = m.id join orders o on o.id = r.order_id
    left join company c on c.id = o.company_id
    order by m.nth`.execute(db)
  return { rows, total: rows[0]?.total ?? 0 }
}

function listConditions({ group, query, reason, from, until }: ReturnListChoice): RawBuilder<unknown>[] {
  const states = listGroupStates(group)
  const text = query.trim().toLowerCase()
  return [
    states === null ? sql`true` : sql`r.state = any(${states})`,
    ...(text === ''
      ? []
      : [
          sql`(r.id = ${parseReturnNumber(query)}::bigint or position(${text} in lower(o.reference)) > 0
            or position(${text} in lower(o.contact->>'name')) > 0 or position(${text} in lower(o.contact->>'email')) > 0
            or position(${text} in lower(r.email)) > 0 or position(${text} in lower(c.name)) > 0)`,
        ]),
    ...(reason === '' ? [] : [sql`r.reason = ${reason}`]),
    ...(from === null ? [] : [sql`r.requested_at >= ${fromLondonTime(from, 0)}`]),
    ...(until === null ? [] : [sql`r.requested_at < ${fromLondonTime(addDays(until, 1), 0)}`]),
  ]
}

const step = sql`coalesce(array_position(array['requested', 'authorised', 'received', 'inspected'], r.state), 9)`

function toOrder({ sort, direction }: ReturnListChoice): RawBuilder<unknown> {
  const order = direction === 'up' ? sql`asc` : sql`desc`
  if (sort === 'requested') return sql`r.id ${order}`
  if (sort === 'customer') return sql`lower(coalesce(c.name, o.contact->>'name')) ${order}, r.id desc`
  return sql`${step} ${order}, case when ${step} < 9 then r.id end ${order}, r.id desc`
}

/** Whether this form has already been carried out. */
export async function isMovedByRequest(tx: Tx, requestKey: string): Promise<boolean> {
  const { rows } = await sql`select from return_history where request_key = ${requestKey}`.execute(tx)
  return rows.length > 0
}

/** What staff wrote to the customer, and with an authorisation the charge. */
export async function updateReply(tx: Tx, id: number, reply: string, chargePercent?: number): Promise<void> {
  await sql`
    update return_request set reply = ${reply}, charge_percent = coalesce(${chargePercent ?? null}::int, charge_percent)
    where id = ${id}`.execute(tx)
}

/** The other lines get 0. */
export async function updatePieces(
  tx: Tx,
  id: number,
  column: 'authorised' | 'received' | 'credited',
  pieces: readonly ReturnPieces[],
): Promise<void> {
  await sql`
    update return_line l set ${sql.ref(column)} = coalesce((
      select line.quantity from unnest(${pieces.map(line => line.position)}::int[], ${pieces.map(line => line.quantity)}::int[])
        as line (position, quantity) where line.position = l.position), 0)
    where l.return_id = ${id}`.execute(tx)
}

export async function setCreditNoteOfReturn(tx: Tx, id: number, creditNoteId: number): Promise<void> {
  await sql`update return_request set credit_note_id = ${creditNoteId} where id = ${id}`.execute(tx)
}

export async function updateInspected(tx: Tx, id: number, lines: readonly InspectedLine[]): Promise<void> {
  await sql`
    update return_line l set restocked = line.restocked, scrapped = line.scrapped, note = line.note
    from unnest(${lines.map(line => line.position)}::int[], ${lines.map(line => line.restocked)}::int[],
      ${lines.map(line => line.scrapped)}::int[], ${lines.map(line => line.note)}::text[])
      as line (position, restocked, scrapped, note)
    where l.return_id = ${id} and l.position = line.position`.execute(tx)
}

import { sql } from 'kysely'
import type { Tx } from '../../../infra/app-context.ts'
import { execute, hasRow } from '../../../infra/database/query.ts'
import type { Pieces } from '../../orders/order-line.ts'
import type { InspectedPieces } from './rules.ts'

/** Whether this form has already been carried out. */
export const isMovedByRequest = (tx: Tx, requestKey: string): Promise<boolean> =>
  hasRow(tx)`select from return_history where request_key = ${requestKey}`

/** What staff wrote to the customer, and with an authorisation the charge. */
export const updateReply = (tx: Tx, id: number, reply: string, chargePercent?: number): Promise<void> =>
  execute(tx)`
    update return_request set reply = ${reply}, charge_percent = coalesce(${chargePercent ?? null}::int, charge_percent)
    where id = ${id}`

/** The other lines get 0. */
export const updatePieces = (
  tx: Tx,
  id: number,
  column: 'authorised' | 'received' | 'credited',
  pieces: readonly Pieces[],
) =>
  execute(tx)`
    update return_line l set ${sql.ref(column)} = coalesce((
      select line.quantity from unnest(${pieces.map(line => line.position)}::int[], ${pieces.map(line => line.quantity)}::int[])
        as line (position, quantity) where line.position = l.position), 0)
    where l.return_id = ${id}`

export const setCreditNoteOfReturn = (tx: Tx, id: number, creditNoteId: number): Promise<void> =>
  execute(tx)`update return_request set credit_note_id = ${creditNoteId} where id = ${id}`

export const updateInspected = (tx: Tx, id: number, lines: readonly InspectedPieces[]): Promise<void> =>
  execute(tx)`
    update return_line l set restocked = line.restocked, scrapped = line.scrapped, note = line.note
    from unnest(${lines.map(line => line.position)}::int[], ${lines.map(line => line.restocked)}::int[],
      ${lines.map(line => line.scrapped)}::int[], ${lines.map(line => line.note)}::text[])
      as line (position, restocked, scrapped, note)
    where l.return_id = ${id} and l.position = line.position`

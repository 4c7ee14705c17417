import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../../../../infra/app-context.ts'
import { selectRows } from '../../../../infra/database/query.ts'
import { zero } from '../../../../lib/money.ts'
import { toActor } from '../../../accounts/actor.ts'
import { addAuditEntry } from '../../../accounts/service.ts'
import { createOrderReference, type InsertedOrder, type NewOrder } from '../../../orders/order.ts'
import { insertOrder, updateState } from '../../../orders/service.ts'

export type PreparedQuote = Pick<
  NewOrder,
  | 'personId'
  | 'companyId'
  | 'contact'
  | 'delivery'
  | 'billing'
  | 'purchaseOrder'
  | 'deliveryInstructions'
  | 'quoteNote'
  | 'subtotal'
  | 'vat'
  | 'total'
  | 'vatRateBp'
  | 'lines'
>

export interface Preparation {
  staffId: number
  /** Of the form: the same press twice makes one quote. */
  requestKey: string
  /** For the history: 'Copied from FH…'. */
  why: string
  now: Date
}

/** It waits for prices like one that was requested. `isNew`: false when this form has made it before. */
export async function insertPreparedQuote(
  tx: Tx,
  quote: PreparedQuote,
  { staffId, requestKey, why, now }: Preparation,
): Promise<{ id: number; reference: string; isNew: boolean }> {
  const requestHash = `staff ${requestKey}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${requestHash}, 0))`.execute(tx)
  const rows = await selectRows(tx)<{ id: number; reference: string }>`
    select id, reference from orders where request_hash = ${requestHash} and prepared_by is not null`
  if (rows[0]) return { ...rows[0], isNew: false }
  const actor = toActor(staffId)
  const reference = createOrderReference(randomBytes(8))
  const prepared = { by: staffId, source: 'phone' } as const
  const id = await insertOrder(
    tx,
    { ...emptyQuote, ...quote, reference, requestHash, prepared },
    actor,
    now,
    now,
  )
  await updateState(tx, id, { from: 'saved', to: 'quote_requested', actor, why, now })
  await addAuditEntry(tx, { actor, action: 'quote made', subject: `order ${reference}`, detail: why, now })
  return { id, reference, isNew: true }
}

const emptyQuote: Omit<InsertedOrder, keyof PreparedQuote | 'reference' | 'requestHash' | 'prepared'> = {
  kind: 'quote',
  state: 'saved',
  method: null,
  freeReason: null,
  basketId: null,
  basketVersion: 0,
  sourceId: null,
  sessionHash: null,
  clientNetwork: '',
  guestPasswordHash: null,
  deliveryCode: 'quote',
  deliveryFacts: { text: 'Ask for a quote' },
  collectionDetails: [],
  deliveryDate: null,
  consignments: null,
  approvalNote: '',
  onStop: false,
  payBy: null,
  discount: zero,
  deliveryCost: null,
  vouchers: [],
}

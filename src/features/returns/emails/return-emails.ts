import { z } from 'zod'
import { pickLineName } from '../../basket/line-entry.ts'
import { lineName } from '../../basket/line-entry-schema.ts'
import type { PieceLine } from '../../orders/despatch/view.ts'
import type { Order } from '../../orders/order.ts'
import { formatReturnNumber, type ReturnRequest, reasonNames, toReturnUrl } from '../returns.ts'

const pieceLine = z.object({
  ...lineName,
  quantity: z.int(),
  arrival: z.string(),
})

/** What the e-mails about a return say. */
export const returnFacts = z.object({
  /** 'RMA-000012'. */
  number: z.string(),
  reference: z.string(),
  purchaseOrder: z.string(),
  name: z.string(),
  lines: z.array(pieceLine),
  reason: z.string(),
  /** What staff wrote to the customer; ''. */
  reply: z.string(),
  /** Handling charge as a percentage of the price; 0: none. */
  chargePercent: z.int(),
  /** Where the goods go; empty: the shop says it in its reply. */
  address: z.array(z.string()),
  /** Of the return's page. */
  url: z.string(),
})
export type ReturnFacts = z.output<typeof returnFacts>

export const returnEmailKinds = {
  requested: 'return-requested',
  authorised: 'return-authorised',
  refused: 'return-refused',
  received: 'return-received',
  closed: 'return-closed',
} as const
export type ReturnEmailEvent = keyof typeof returnEmailKinds

const quantityOf: Record<ReturnEmailEvent, (line: ReturnRequest['lines'][number]) => number> = {
  requested: line => line.requested,
  refused: line => line.requested,
  authorised: line => line.authorised ?? 0,
  received: line => line.received ?? 0,
  closed: line => line.received ?? line.authorised ?? 0,
}

type OrderOfReturn = Pick<Order, 'contact' | 'purchaseOrder'>

/** The e-mail for the outbox; its key allows one for each event of a return. `name`: of the person who requested it. */
export function createReturnEmail(
  event: ReturnEmailEvent,
  { contact, purchaseOrder }: OrderOfReturn,
  request: ReturnRequest,
  address: readonly string[],
) {
  const number = formatReturnNumber(request.id)
  const lines: PieceLine[] = request.lines
    .map(line => ({ ...pickLineName(line), quantity: quantityOf[event](line), arrival: '' }))
    .filter(({ quantity }) => quantity > 0)
  const facts: ReturnFacts = {
    number,
    reference: request.reference,
    purchaseOrder,
    // A head buyer may return what a colleague ordered.
    name: request.email === contact.email ? contact.name : '',
    lines,
    reason: reasonNames[request.reason],
    reply: request.reply,
    chargePercent: request.chargePercent,
    address: [...address],
    url: toReturnUrl(request.id),
  }
  const kind = returnEmailKinds[event]
  return { kind, recipient: request.email, facts, dedupeKey: `${kind}:${number}` }
}

const subjects: Record<ReturnEmailEvent, string> = {
  requested: 'We’ve got your return request',
  authorised: 'You can send your return',
  refused: 'We can’t accept your return',
  received: 'We’ve received your return',
  closed: 'Your return is closed:',
}

export const formatReturnSubject = (
  event: ReturnEmailEvent,
  { number }: ReturnFacts,
  shopName: string,
): string => `${subjects[event]} ${number} – ${shopName}`

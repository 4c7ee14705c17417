import type { Visitor } from '../accounts/visitor.ts'
import { approvalMessages } from '../approvals/rules.ts'
import { loadApprovalRequest } from '../approvals/server.ts'
import type { Basket } from '../basket/basket.ts'
import { openBasket } from '../basket/server.ts'
import type { Order } from '../orders/order.ts'
import type { Db, Tx } from '../platform/house.ts'
import { quoteMessages } from '../quotes/rules.ts'
import { loadQuote } from '../quotes/server.ts'
import type { Pence } from '../shared/money.ts'
import { Problem } from '../shared/problem.ts'
import { loadedLines, loadedVouchers } from './loaded-data.server.ts'
import { NotLoadable } from './not-loadable.ts'

/** What a checkout is about: the visitor's basket, or a loaded order with its own lines and prices. */
export interface Subject {
  about: About
  basket: Basket
  loaded: Loaded | null
}

export type About = '' | `quote:${number}` | `approval:${number}`

export interface Loaded {
  /** Specification §4. */
  status: 'quote_approved' | 'approval'
  order: Order
  /** What staff offered for the carriage of a quote, also of one that was sent for approval. */
  quoted: { carriage: Pence; note: string } | null
  /** False: its sender sees it, and may not place it. */
  mayPlace: boolean
}

export interface Ids {
  quote_id?: string | number | null | undefined
  approval_id?: string | number | null | undefined
}

/**
 * Opens what the ids name, else the visitor's basket. What is not this person's does not exist: 404, and 401 for
 * nobody; what is over or not priced yet is a 409 with the reason.
 */
export async function openSubject(
  db: Db | Tx,
  visitor: Visitor,
  { quote_id, approval_id }: Ids,
  now: Date,
): Promise<Subject> {
  const [quote, approval] = [named(quote_id), named(approval_id)]
  if (quote === '' && approval === '') return basketSubject(db, visitor)
  const { person } = visitor
  if (!person) throw new Problem(401)
  if (quote !== '' && approval !== '') throw new Problem(400, 'Load either a quote or an order for approval.')
  if (quote !== '') {
    const found = await loadQuote(db, person, orderNumber(quote), now)
    if (!found) throw new Problem(404)
    if ('refused' in found) throw new NotLoadable(quoteMessages[found.refused], { quote: found })
    const { deliveryCost, note } = found.offer
    return loadedSubject(db, `quote:${found.order.id}`, {
      status: 'quote_approved',
      order: found.order,
      quoted: { carriage: deliveryCost, note },
      mayPlace: true,
    })
  }
  const found = await loadApprovalRequest(db, person, orderNumber(approval))
  if (!found) throw new Problem(404)
  if ('refused' in found) throw new NotLoadable(approvalMessages[found.refused], { quote: null })
  const { order, canPlace } = found
  // A quote that was sent for approval is brought for what was quoted (contract §3: a loaded quote goes for approval).
  const { deliveryCost, deliveryCode } = order
  const quoted = deliveryCode === 'QTD' && deliveryCost !== null ? { carriage: deliveryCost, note: '' } : null
  return loadedSubject(db, `approval:${order.id}`, {
    status: 'approval',
    order,
    quoted,
    mayPlace: canPlace,
  })
}

/** The same again, as it is now: inside the transaction that orders it. */
export function reopen(tx: Tx, visitor: Visitor, { loaded }: Subject, now: Date): Promise<Subject> {
  if (!loaded) return basketSubject(tx, visitor)
  const id = loaded.order.id
  const ids = loaded.status === 'approval' ? { approval_id: id } : { quote_id: id }
  return openSubject(tx, visitor, ids, now)
}

async function basketSubject(db: Db | Tx, visitor: Visitor): Promise<Subject> {
  const { basket } = await openBasket(db, visitor)
  return { about: '', basket, loaded: null }
}

async function loadedSubject(db: Db | Tx, about: About, loaded: Loaded): Promise<Subject> {
  const { order } = loaded
  const { country, postcode } = order.delivery
  return {
    about,
    loaded,
    basket: {
      id: null,
      version: 0,
      storage: 'account',
      shipTo: { country, postcode, method: loaded.quoted ? 'QTD' : order.deliveryCode },
      lines: await loadedLines(db, order.id),
      // Staff priced a quote as a whole: no voucher comes on top.
      vouchers: loaded.quoted ? [] : await loadedVouchers(db, order.id, order.personId),
    },
  }
}

const named = (id: string | number | null | undefined): string => String(id ?? '').trim()

/** Anything but a number is nobody's order. */
const orderNumber = (id: string): number => (/^\d{1,15}$/.test(id) ? Number(id) : 0)

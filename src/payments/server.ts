import { setTimeout as sleep } from 'node:timers/promises'
import type { Order, OrderAddress } from '../orders/order.ts'
import { holdUntil } from '../orders/server.ts'
import { holdMinutes } from '../orders/states.ts'
import { randomToken } from '../platform/cookies.ts'
import type { House, Tx } from '../platform/house.ts'
import type { RegisterRefusal } from './attempts.ts'
import {
  type Attempt,
  attemptRegistered,
  countAttempts,
  insertAttempt,
  latestAttempt,
  setAttemptState,
} from './data.ts'
import { registerPayment } from './opayo.server.ts'
import { type Gateway, type OpayoAddress, refusedAddress, registerFields, vendorTxCode } from './opayo.ts'

export { cardCanTake } from './opayo.ts'

export interface Payments {
  house: House
  gateway: Gateway
  /** True with the sandbox and the provider's test system: nothing is really charged. */
  testMode: boolean
  /** How long the provider may take to register a payment, before it is asked once more. */
  registerTimeoutMs?: number
}

export const notificationPath = '/checkout/notification'
export const returnPath = '/checkout/return'

export type OpenedPayment = { ok: true; nextUrl: string } | { ok: false; why: RegisterRefusal }

export interface Prepared {
  /** Null: an attempt of this order is open already, or being registered by the same send a moment ago. */
  fresh: { attemptId: number; vendorTxCode: string } | null
}

// A process that died while it registered leaves an attempt that nobody will finish.
const registeringForMs = 35_000

/**
 * Inside the transaction that saves the order: writes down the attempt before the provider hears of it, so that no
 * payable page exists without its order (reference §6.1). An attempt that is open is used again.
 */
export async function preparePayment(
  tx: Tx,
  order: Pick<Order, 'id' | 'reference' | 'total'>,
  now: Date,
): Promise<Prepared> {
  const last = await latestAttempt(tx, order.id)
  if (last && isOpen(last, now)) return { fresh: null }
  const code = vendorTxCode(order.reference, (await countAttempts(tx, order.id)) + 1, shortRandom())
  const attemptId = await insertAttempt(tx, {
    orderId: order.id,
    vendorTxCode: code,
    amount: order.total,
    returnToken: randomToken(),
    now,
  })
  // The goods stay taken for as long as this attempt can be paid.
  await holdUntil(tx, order.id, new Date(now.getTime() + holdMinutes * 60_000))
  return { fresh: { attemptId, vendorTxCode: code } }
}

/** After that transaction: registers the payment with the provider and says where the frame goes. */
export async function openPayment(
  { house, gateway, registerTimeoutMs }: Payments,
  order: Order,
  prepared: Prepared,
  clientIp: string,
): Promise<OpenedPayment> {
  if (!prepared.fresh) return waitForOpenAttempt(house, order.id)
  const { attemptId, vendorTxCode: code } = prepared.fresh
  const fields = registerFields({
    vendor: gateway.vendor,
    vendorTxCode: code,
    amount: order.total,
    description: `${house.config.shopName} order ${order.reference}`,
    notificationUrl: house.baseUrl() + notificationPath,
    billing: opayoAddress(order.billing),
    delivery: opayoAddress(order.delivery),
    email: order.contact.email,
    clientIp,
  })
  const registration = await registerPayment(gateway, fields, registerTimeoutMs)
  if (registration.ok) {
    await attemptRegistered(house.db, attemptId, registration)
    return { ok: true, nextUrl: registration.nextUrl }
  }
  const { why, status, detail } = registration
  // Only the number of the reason: its text may repeat what the buyer typed.
  const reason = `${status} ${/^\d{4}/.exec(detail)?.[0] ?? ''}`.trim()
  house.log.warn({ order: order.reference, reason }, 'the card provider did not register a payment')
  await setAttemptState(house.db, attemptId, 'failed_to_register', reason)
  return { ok: false, why: why === 'unreachable' ? 'unreachable' : (refusedAddress(detail) ?? 'refused') }
}

const pollMs = 60

// The same send a moment ago (double click, retry, second tab) is registering: its frame is ours too.
async function waitForOpenAttempt(house: House, orderId: number): Promise<OpenedPayment> {
  for (let waitedMs = 0; waitedMs < registeringForMs; waitedMs += pollMs) {
    const attempt = await latestAttempt(house.db, orderId)
    if (attempt?.nextUrl) return { ok: true, nextUrl: attempt.nextUrl }
    if (attempt?.state !== 'registering') break
    await sleep(pollMs)
  }
  return { ok: false, why: 'unreachable' }
}

function isOpen(attempt: Attempt, now: Date): boolean {
  if (attempt.state === 'registered') return true
  return attempt.state === 'registering' && now.getTime() - attempt.createdAt.getTime() < registeringForMs
}

// Letters and digits only, as the provider wants.
const shortRandom = () =>
  randomToken()
    .replace(/[^A-Za-z0-9]/g, '')
    .slice(0, 10)

function opayoAddress(address: OrderAddress): OpayoAddress {
  return {
    firstnames: address.firstname,
    surname: address.surname,
    address1: address.address1,
    address2: address.address2,
    address3: address.county,
    city: address.town,
    postCode: address.postcode,
    country: address.country,
    phone: address.telephone,
  }
}

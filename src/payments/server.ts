import { setTimeout as sleep } from 'node:timers/promises'
import type { Order, OrderAddress } from '../orders/order.ts'
import { extendHold, lockOrder } from '../orders/server.ts'
import { holdMinutes } from '../orders/states.ts'
import { randomToken } from '../platform/cookies.ts'
import { inTransaction } from '../platform/db.ts'
import type { House, Tx } from '../platform/house.ts'
import { isOpen, type RegisterRefusal, registeringForMs } from './attempts.ts'
import { addressMark, hasTriedTooMany } from './card-testing.server.ts'
import { type Circuit, makeCircuit } from './circuit.ts'
import { shortRandom } from './codes.server.ts'
import {
  attemptRegistered,
  countAttempts,
  insertAttempt,
  latestAttempt,
  sessionOf,
  setAttemptState,
} from './data.ts'
import { registerPayment } from './opayo.server.ts'
import {
  type Gateway,
  type NotRegistered,
  type OpayoAddress,
  type Registration,
  refusedAddress,
  registerFields,
  vendorTxCode,
} from './opayo.ts'
import { notificationPath, type Payments } from './setup.server.ts'

export { supersedeAttempts } from './data.ts'
export { cardCanTake } from './opayo.ts'
export {
  type PreparedRefund,
  paymentsOf,
  prepareMoneyBack,
  sendMoneyBack,
  settleOpenRefunds,
} from './refunds.server.ts'
export type { Payments } from './setup.server.ts'

export type OpenedPayment = { ok: true; nextUrl: string } | { ok: false; why: RegisterRefusal }

export interface Prepared {
  /** Null: an attempt of this order is open already, or being registered by the same send a moment ago. */
  fresh: { attemptId: number; vendorTxCode: string } | null
}

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
  await extendHold(tx, order.id, new Date(now.getTime() + holdMinutes * 60_000))
  return { fresh: { attemptId, vendorTxCode: code } }
}

/** After that transaction: registers the payment with the provider and says where the frame goes. */
export async function openPayment(
  payments: Payments,
  order: Order,
  prepared: Prepared,
  clientIp: string,
): Promise<OpenedPayment> {
  const { house } = payments
  if (!prepared.fresh) return waitForOpenAttempt(house, order.id)
  const { attemptId, vendorTxCode: code } = prepared.fresh
  const from = addressMark(house, clientIp)
  if (await hasTriedTooMany(house, { sessionHash: await sessionOf(house.db, order.id), from })) {
    await setAttemptState(house.db, attemptId, 'failed_to_register', 'THROTTLED')
    return { ok: false, why: 'throttled' }
  }
  const registration = await askProvider(payments, order, code, clientIp)
  if (!registration.ok) return failed(house, order, attemptId, registration)
  if (await attemptRegistered(house.db, attemptId, registration)) {
    return { ok: true, nextUrl: registration.nextUrl }
  }
  const again = await beginAgain(house, order.id)
  return again ? openPayment(payments, order, again, clientIp) : { ok: false, why: 'refused' }
}

async function askProvider(
  { house, gateway, registerTimeoutMs }: Payments,
  order: Order,
  code: string,
  clientIp: string,
): Promise<Registration> {
  const circuit = circuitOf(gateway)
  if (!circuit.mayTry(house.now())) return { ok: false, why: 'unreachable', status: 'RESTING', detail: '' }
  const fields = registerFields({
    vendor: gateway.vendor,
    vendorTxCode: code,
    amount: order.total,
    description: `${house.config.shopName} order ${order.reference}`,
    notificationUrl: `${house.baseUrl()}${notificationPath}?from=${addressMark(house, clientIp)}`,
    billing: opayoAddress(order.billing),
    delivery: opayoAddress(order.delivery),
    email: order.contact.email,
    clientIp,
  })
  const registration = await registerPayment(gateway, fields, registerTimeoutMs)
  if (!registration.ok && registration.why === 'unreachable') circuit.failed(house.now())
  else circuit.worked()
  return registration
}

// One for each provider, and so for each shop of a process.
const circuits = new WeakMap<Gateway, Circuit>()

function circuitOf(gateway: Gateway): Circuit {
  const known = circuits.get(gateway) ?? makeCircuit()
  circuits.set(gateway, known)
  return known
}

async function failed(
  house: House,
  order: Order,
  attemptId: number,
  { why, status, detail }: NotRegistered,
): Promise<OpenedPayment> {
  // Only the number of the reason: its text may repeat what the buyer typed.
  const reason = `${status} ${/^\d{4}/.exec(detail)?.[0] ?? ''}`.trim()
  house.log.warn({ order: order.reference, reason }, 'the card provider did not register a payment')
  await setAttemptState(house.db, attemptId, 'failed_to_register', reason)
  return { ok: false, why: why === 'unreachable' ? 'unreachable' : (refusedAddress(detail) ?? 'refused') }
}

// The provider spoke of the payment before it had told us its secret, and was not believed: that frame is dead
// (abuse case D03). The order is still to be paid, in a new one.
function beginAgain(house: House, orderId: number): Promise<Prepared | null> {
  return inTransaction(house.db, async tx => {
    const order = await lockOrder(tx, orderId)
    return order?.state === 'awaiting_payment' ? preparePayment(tx, order, house.now()) : null
  })
}

const pollMs = 60

// The same send a moment ago (double click, retry, second tab) is registering: its frame is ours too.
async function waitForOpenAttempt(house: House, orderId: number): Promise<OpenedPayment> {
  for (let waitedMs = 0; waitedMs < registeringForMs; waitedMs += pollMs) {
    const attempt = await latestAttempt(house.db, orderId)
    if (attempt?.nextUrl && isOpen(attempt, house.now())) return { ok: true, nextUrl: attempt.nextUrl }
    if (attempt?.state !== 'registering') break
    await sleep(pollMs)
  }
  return { ok: false, why: 'unreachable' }
}

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

import type { FieldErrors } from '../../../lib/calls/field-checks.ts'
import { parsePostcode } from '../../../lib/contact/postcode.ts'
import { formatDateOf, toLondonTime } from '../../../lib/dates.ts'
import {
  formatDeliveryName,
  formatDeliveryText,
  formatDeliveryWithoutDay,
} from '../../orders/delivery-or-collection.ts'
import { type Order, pickTotals } from '../../orders/order.ts'
import { isIn } from '../../orders/states.ts'
import type { Parcel } from '../../warehouse/despatch/parcel.ts'
import { formatNotSent } from '../../warehouse/despatch/rules.ts'
import { toDespatchView, toOrderConsignments } from '../../warehouse/despatch/view.ts'
import { describeState, formatOrderArrival, toArriving } from '../customer-state.ts'

export const lookupMessages = {
  notFound:
    'We can’t find an order with this number and postcode. Please check both: order numbers begin with FH.',
  checkPostcode: 'Please check the postcode too.',
  tooMany: 'Too many attempts. Please wait an hour, or sign in to see your orders.',
} as const

/** By field: both are needed. */
export function validateLookup({
  reference,
  postcode,
}: {
  reference: string
  postcode: string
}): FieldErrors {
  return {
    ...(normaliseReference(reference) === '' && { reference: 'Enter the order number.' }),
    ...(postcode.trim() === '' && { postcode: 'Enter the postcode.' }),
  }
}

/** The answer is the same whichever of the two is wrong. */
export const notFoundErrors: FieldErrors = {
  reference: lookupMessages.notFound,
  postcode: lookupMessages.checkPostcode,
}

/** Whether a text can be an order's number at all. */
export const isReference = (text: string): boolean => /^FH[0-9A-Z]{8}$/.test(text)

/** As it was typed: capitals, spaces and hyphens do not count. */
export const normaliseReference = (text: string): string => text.toUpperCase().replace(/[^0-9A-Z]/g, '')

/** Whether this is the postcode of the order's delivery or bill, as it was typed. */
export function matchesPostcode(order: Pick<Order, 'delivery' | 'billing'>, typed: string): boolean {
  return [order.delivery, order.billing].some(({ country, postcode }) => {
    const key = toKey(parsePostcode(country, typed) ?? typed)
    return key !== '' && key === toKey(postcode)
  })
}

const toKey = (postcode: string): string => postcode.toUpperCase().replace(/[^0-9A-Z]/g, '')

/** Orders that were never completed cannot be looked up. */
export const canBeLookedUp = ({ state }: Pick<Order, 'state'>): boolean => !isIn('isUnsubmitted', state)

export type OrderStatusView = ReturnType<typeof toOrderStatus>

const maxLines = 100

/** What an order's number and postcode reveal: both are on a parcel's label, so no name, address or contact. */
export function toOrderStatus(order: Order & { parcels: Parcel[] }, now: Date) {
  const { reference, kind, placedAt, lines, companyId } = order
  const today = toLondonTime(now).date
  const arriving = toArriving(order, today)
  // A held order's text would tell that the account is on stop.
  const arrival = order.onStop ? null : formatOrderArrival(arriving, today)
  const { isDayOpen } = arriving.expectation
  // That of the rest is not in the text about its arrival.
  const isDayElsewhere = arrival !== null && !isDayOpen && order.state !== 'part_despatched'
  return {
    reference,
    state: describeState(arriving, { hidesAccount: true }),
    arrival,
    isOrdered: kind === 'order',
    /** Null: not placed. */
    date: placedAt && formatDateOf(placedAt),
    deliveryName: formatDeliveryName(order, { isDayOpen }),
    deliveryText: isDayElsewhere ? formatDeliveryWithoutDay(order) : formatDeliveryText(order),
    lines: lines.slice(0, maxLines).map(({ code, title, quantity }) => ({ code, title, quantity })),
    more: Math.max(0, lines.length - maxLines),
    consignments: toOrderConsignments(order, today),
    notSent: formatNotSent(lines),
    despatch: toDespatchView(order, { hasNames: false }),
    /** Null: a company's prices are its own (R-CATALOGUE-5). */
    totals: companyId === null ? pickTotals(order) : null,
  }
}

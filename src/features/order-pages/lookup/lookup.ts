import type { FieldErrors } from '../../../lib/calls/field-checks.ts'
import { parsePostcode } from '../../../lib/contact/postcode.ts'
import type { Order } from '../../orders/order.ts'
import { isIn } from '../../orders/states.ts'

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

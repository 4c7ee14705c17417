import type { BodyOf } from '../../../lib/calls/call.ts'
import {
  type FieldErrors,
  formatRequired,
  toFieldErrors,
  validateLength,
} from '../../../lib/calls/field-checks.ts'
import { emailMaxLength, isEmail } from '../../../lib/contact/email.ts'
import { isPhone } from '../../../lib/contact/telephone.ts'
import { formatQuantityError, parseQuantity } from '../../../lib/quantity.ts'
import type { SaleState } from '../../catalogue/listing.ts'
import type { requestProductQuote } from '../schemas.ts'

export type QuoteRequestForm = Omit<BodyOf<typeof requestProductQuote>, 'product'>

export const maxNoteLength = 1000
export function validateQuoteRequest(form: QuoteRequestForm): FieldErrors {
  const { quantity, name, email, telephone, note } = form
  return toFieldErrors({
    quantity: [parseQuantity(quantity) === null && formatQuantityError()],
    name: [!name.trim() && formatRequired('Name'), validateLength('Name', name)],
    email: [
      !email.trim() && formatRequired('Email'),
      validateLength('Email', email, emailMaxLength),
      !isEmail(email) && 'That doesn’t look like an email address. Check for typing mistakes.',
    ],
    telephone: [
      telephone.trim() !== '' &&
        !isPhone(telephone) &&
        'That doesn’t look like a telephone number. Check for typing mistakes.',
    ],
    note: [validateLength('Note', note, maxNoteLength)],
  })
}

export const quoteRequestMessages = {
  sent: (quantity: number, code: string, email: string) =>
    `Thank you. We have your request for ${quantity} × ${code} and will send our price to ${email}.`,
  tooMany: 'Too many requests for a quote from your address. Please try again in an hour.',
} as const

/** Why no quote can be requested for a product. */
export const notQuotableMessages: Record<Exclude<SaleState, 'price_on_request'>, (code: string) => string> = {
  for_sale: code => `${code} has a price now: you can order it here.`,
  discontinued: code => `${code} is no longer sold.`,
}

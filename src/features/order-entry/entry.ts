import type { z } from 'zod'
import type { FieldErrors } from '../../lib/calls/field-checks.ts'
import { formatPounds, type Pence, parsePounds } from '../../lib/money.ts'
import { addQuantities } from '../../lib/quantity.ts'
import {
  lineEntryFields,
  listLineEntryErrors,
  mergeLineEntries,
  toLineEntry,
} from '../basket/lines/line-entry.ts'
import type { LineEntry } from '../basket/lines/line-entry-schema.ts'
import { missingFreeReason, toFreeReason } from '../orders/free-reason.ts'
import { purchaseOrderMaxLength } from '../orders/order.ts'
import { handPaymentMessages } from '../payments/by-hand.ts'
import type { Caller } from './caller.ts'
import type { entryEnds, entryForm } from './schemas.ts'

/** An order that staff take for a caller: what is typed, and what it needs to be placed. */

export type EntryForm = z.output<typeof entryForm>
export type EntryEnd = (typeof entryEnds)[number]

export const entryUrl = '/admin/orders/new'

/** The form of a draft; `customer`: an id or 'new'. */
export const toEntryUrl = (draft: string, customer: string | number, further: Record<string, string> = {}) =>
  `${entryUrl}?${new URLSearchParams({ customer: String(customer), draft, ...further })}`

export const endNames: Record<EntryEnd, string> = {
  account: 'On account',
  link: 'Card, by a payment link',
  paid: 'Paid now',
  proforma: 'Pro forma: held until it is paid',
  free: 'Free of charge',
  quote: 'A quote: nothing is ordered yet',
}

export const instructionsMaxLength = 50
const reasonMaxLength = 200

export const entryMessages = {
  noLines: 'Enter at least one part number.',
  unread: 'Some parts could not be read: choose the part, or correct the line.',
  quantity: (code: string) => `Enter a quantity of ${code} from 1 to 9,999.`,
  notSold: (code: string) => `${code} is no longer sold. Remove the line.`,
  noPrice: (code: string) => `${code} has no price. Make a quote, or remove the line.`,
  short: (code: string, available: number) =>
    available > 0
      ? `Only ${available} of ${code} are in stock, and it can’t be ordered back. Change the quantity.`
      : `${code} is out of stock and can’t be ordered back. Remove the line.`,
  purchaseOrder: `Up to ${purchaseOrderMaxLength} characters, please.`,
  instructions: `Up to ${instructionsMaxLength} characters, please.`,
  carriage: 'Enter an amount in pounds and pence, for example 12.50.',
  carriageReason: 'Say why carriage is not what we usually charge.',
  tooLong: `Up to ${reasonMaxLength} characters, please.`,
  noDelivery: 'Nothing can be delivered to this address. Check the postcode, or choose collection.',
  noPostcode: 'Enter the postcode, or choose collection.',
  deliveryGone: 'That delivery is no longer on offer. Choose another.',
  needsQuote: 'Carriage to this address has to be priced by hand: enter it, or make a quote.',
  notOnAccount: (name: string) => `${name} may not order on account. Choose another way to pay.`,
  needsApproval: (name: string) =>
    `A head buyer approves ${name}’s orders. Make a quote: it goes for approval when ${name} orders it.`,
  aboveApproval: (name: string, amount: Pence) =>
    `A head buyer approves what ${name} orders above ${formatPounds(amount)} ex VAT a day. Make a quote: it goes for approval when ${name} orders it.`,
  quoteNeedsApproval: (name: string) =>
    `A head buyer approves ${name}’s orders. ${name} orders this quote in the shop, and it goes for approval.`,
  quoteNotSold: (codes: readonly string[]) =>
    `No longer sold: ${codes.join(', ')}. Change the quote and send it again first.`,
  noCards: 'This shop takes no cards, so there is no payment link.',
  paymentKind: 'Say how they paid.',
  managersOnly: 'Only a manager may give goods away. Ask one, or choose another way to pay.',
  freeReason: missingFreeReason,
  handedOver: ({ end }: Pick<EntryForm, 'end'>) =>
    end === 'free' ? 'The goods are handed over.' : 'The goods are handed over, and the invoice is issued.',
  discarded: 'The draft is removed.',
  onStop: 'The account is on stop: on account, this order will be held.',
  notHandedOver: 'The goods could not be handed over: see below.',
  collectedOnly: 'Only goods that are collected can be handed over now: choose collection.',
  heldNotHandedOver:
    'This order will be held, so the goods can’t be handed over now. Take the tick out, or choose another way to pay.',
  cardAmount: 'A card can’t pay this amount. Choose another way to pay.',
  checkFirst: 'Check the prices and the total, then place the order.',
  totalChanged: (total: Pence) =>
    `The total is now ${formatPounds(total)}. Check it with the customer, then place the order.`,
  shortNow: (codes: readonly string[]) =>
    `Stock has just changed for ${codes.join(', ')}. Please check the lines and place the order again.`,
}

/** A line of the form as typed. */
export interface TypedEntryLine {
  code: string
  quantity: string
  reference: string
}

export const listTypedLines = ({ codes, quantities, references }: EntryForm): TypedEntryLine[] =>
  codes.map((code, index) => ({
    code,
    quantity: quantities[index] ?? '',
    reference: references[index] ?? '',
  }))

/** A part that is there gets the quantity. */
export function addTypedLine(lines: readonly TypedEntryLine[], added: TypedEntryLine): TypedEntryLine[] {
  const existing = lines.find(({ code }) => code === added.code)
  if (!existing) return [...lines, added]
  const entry = mergeLineEntries(toLineEntry(existing), toLineEntry(added))
  const merged = {
    code: added.code,
    quantity: addQuantities(existing.quantity, added.quantity),
    reference: entry.reference ?? '',
  }
  return lines.map(line => (line === existing ? merged : line))
}

export const withLines = (form: EntryForm, lines: readonly TypedEntryLine[]): EntryForm => ({
  ...form,
  codes: lines.map(({ code }) => code),
  quantities: lines.map(({ quantity }) => quantity),
  references: lines.map(({ reference }) => reference),
})

/** The fields of the form that have nothing to do with prices. */
export function validateEntry(form: EntryForm): FieldErrors {
  const errors: FieldErrors = {}
  if (form.purchase_order.length > purchaseOrderMaxLength) errors.purchase_order = entryMessages.purchaseOrder
  if (form.delivery_instructions.length > instructionsMaxLength)
    errors.delivery_instructions = entryMessages.instructions
  if (form.carriage !== '' && parsePounds(form.carriage) === null) errors.carriage = entryMessages.carriage
  Object.assign(errors, validatePaidNow(form))
  if (form.end === 'free' && toFreeReason(form.free_reason) === null)
    errors.free_reason = entryMessages.freeReason
  if (form.hand_over && !form.delivery.startsWith('COL')) errors.hand_over = entryMessages.collectedOnly
  if (form.carriage_reason.length > reasonMaxLength) errors.carriage_reason = entryMessages.tooLong
  for (const { code, reference } of listTypedLines(form))
    if (listLineEntryErrors({ reference }).length > 0)
      errors[`reference-${code}`] = lineEntryFields.reference.tooLong
  return errors
}

export const validatePaidNow = ({
  end,
  payment_kind,
  payment_reference,
}: Pick<EntryForm, 'end' | 'payment_kind' | 'payment_reference'>): FieldErrors => {
  if (end !== 'paid') return {}
  if (payment_kind === '') return { payment_kind: entryMessages.paymentKind }
  return payment_kind === 'bank' && payment_reference === ''
    ? { payment_reference: handPaymentMessages.reference }
    : {}
}

/** Why the order cannot end so for this customer; null: it can. */
export function findEndError(
  end: EntryEnd,
  customer: Pick<Caller, 'name' | 'mayOrderOnAccount' | 'ordersRequireApproval' | 'approvalAbove'> | null,
  { takesCards, needsApproval }: { takesCards: boolean; needsApproval: boolean },
): string | null {
  if (end === 'quote' || end === 'free') return null
  const name = customer?.name ?? 'A customer without an account'
  if (needsApproval)
    return customer?.ordersRequireApproval === false && customer.approvalAbove !== null
      ? entryMessages.aboveApproval(name, customer.approvalAbove)
      : entryMessages.needsApproval(name)
  if (end === 'account' && !customer?.mayOrderOnAccount) return entryMessages.notOnAccount(name)
  return end === 'link' && !takesCards ? entryMessages.noCards : null
}

/** As the fields stand on the page; those of the payment come last. */
const pageOrder =
  `firstname surname company telephone email lines quantity reference deliver_to address1 address2
  town county postcode country delivery carriage carriage_reason purchase_order delivery_instructions end`.split(
    /\s+/,
  )

export function sortErrors(errors: FieldErrors): FieldErrors {
  const rank = (field: string) => pageOrder.indexOf(field.replace(/-.*/, '')) + 1 || pageOrder.length + 1
  return Object.fromEntries(Object.entries(errors).toSorted(([one], [other]) => rank(one) - rank(other)))
}

export const toEntryOfLine = ({ reference }: TypedEntryLine): LineEntry => toLineEntry({ reference })

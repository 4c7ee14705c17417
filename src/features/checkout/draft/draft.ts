import { type Consignments, consignmentChoices } from '../../../lib/availability.ts'
import { type Address, emptyAddress, isRecord, normaliseAddress } from '../../../lib/contact/address.ts'
import type { Country } from '../../../lib/contact/countries.ts'
import { toPostalAddress } from '../../accounts/addresses/saved-address.ts'
import type { SavedAddress } from '../../accounts/schemas.ts'
import type { Basket } from '../../basket/basket.ts'
import { hasChosenDay } from '../../delivery/services.ts'
import type { Order, OrderAddress } from '../../orders/order.ts'
import type { PaymentMethod } from '../schemas.ts'

/*
 * What a customer has entered in the checkout: the state of the page, the stored draft and the final send have this one
 * shape. It is parsed without zod, which would double the scripts of the checkout page.
 */

export interface DraftContact {
  name: string
  email: string
  telephone: string
  vat: string
}

export interface DraftAddress extends Address {
  /** Of the saved address that was chosen; null: the fields were typed. On the server the fields are its copy. */
  id: number | null
  saveForFuture: boolean
  /** Of a delivery address: saved, it is a billing address too. */
  saveAsBilling: boolean
}

export interface CheckoutDraft {
  contact: DraftContact
  delivery: DraftAddress
  /** Code of the delivery option; '' while none is chosen. */
  deliveryOption: string
  /** ISO date; null: the option's own day. */
  deliveryDay: string | null
  /** How goods of which a part is not in stock are sent; null: not chosen. */
  consignments: Consignments | null
  billing: DraftAddress
  /**
   * On the page: 'Use as my billing address too' (a new delivery address) or 'Same as delivery address'; `billing` is not
   * used while this is set. The server always has the billing address itself.
   */
  isBillingSameAsDelivery: boolean
  paymentMethod: PaymentMethod | null
  purchaseOrder: string
  deliveryInstructions: string
  /** To the head buyers, of a request for approval. */
  approvalNote: string
  /** Of a request for a quote: what it is for, in the customer's words. */
  quoteNote: string
  /** Of goods that staff give away; ''. */
  freeReason: string
}

const noContact: DraftContact = { name: '', email: '', telephone: '', vat: '' }
const noAddress: DraftAddress = { id: null, ...emptyAddress, saveForFuture: false, saveAsBilling: false }

/**
 * The last choice holds: the basket has it, whether it was made there ('Order 2 now, 3 later') or at the checkout. A loaded
 * order has what it was sent with, until its checkout chooses.
 */
export const fillConsignments = (
  draft: CheckoutDraft,
  { id, consignments }: Pick<Basket, 'id' | 'consignments'>,
): CheckoutDraft => ({
  ...draft,
  consignments: id === null ? (draft.consignments ?? consignments) : (consignments ?? draft.consignments),
})

export const emptyDraft: CheckoutDraft = {
  contact: noContact,
  delivery: noAddress,
  deliveryOption: '',
  deliveryDay: null,
  consignments: null,
  billing: noAddress,
  isBillingSameAsDelivery: false,
  paymentMethod: null,
  purchaseOrder: '',
  deliveryInstructions: '',
  approvalNote: '',
  quoteNote: '',
  freeReason: '',
}

/** Never fails: what cannot be read falls back to empty, so a draft stored by an older version still loads. */
export function parseDraft(value: unknown): CheckoutDraft {
  const stored = isRecord(value) ? value : {}
  return {
    ...pickFields(emptyDraft, stored),
    contact: pickFields(noContact, stored.contact),
    delivery: parseDraftAddress(stored.delivery),
    deliveryDay: typeof stored.deliveryDay === 'string' ? stored.deliveryDay : null,
    consignments: consignmentChoices.find(choice => choice === stored.consignments) ?? null,
    billing: parseDraftAddress(stored.billing),
    paymentMethod: typeof stored.paymentMethod === 'string' ? toPaymentMethod(stored.paymentMethod) : null,
  }
}

function parseDraftAddress(value: unknown): DraftAddress {
  const { id } = isRecord(value) ? value : {}
  return { ...pickFields(noAddress, value), id: Number.isSafeInteger(id) ? (id as number) : null }
}

/** The fields of `fallback`, each from `value` where it has the same type there. */
function pickFields<Fields extends object>(fallback: Fields, value: unknown): Fields {
  const record = isRecord(value) ? value : {}
  const fields = Object.entries(fallback).map(([name, empty]) => [
    name,
    typeof record[name] === typeof empty ? record[name] : empty,
  ])
  return Object.fromEntries(fields) as Fields
}

const paymentMethods = [
  'account',
  'card',
  'counter',
  'free',
  'godmode',
  'quote',
  'approval',
] as const satisfies PaymentMethod[]

export function toPaymentMethod(value: string): PaymentMethod | null {
  return paymentMethods.find(method => method === value) ?? null
}

export function hasAddress({ id, address1 }: DraftAddress): boolean {
  return id !== null || address1 !== ''
}

export function toAddress({
  id: _id,
  saveForFuture: _saveForFuture,
  saveAsBilling: _saveAsBilling,
  ...address
}: DraftAddress): Address {
  return address
}

/** The address that is meant: the saved one that was chosen, else what was typed. */
export function resolveAddress(address: DraftAddress, savedAddresses: readonly SavedAddress[]): Address {
  const saved = savedAddresses.find(({ id }) => id === address.id)
  return saved ? toPostalAddress(saved) : toAddress(address)
}

export function resolveBillingAddress(draft: CheckoutDraft, savedAddresses: readonly SavedAddress[]) {
  return resolveAddress(draft.isBillingSameAsDelivery ? draft.delivery : draft.billing, savedAddresses)
}

/** The company's own billing address from its books (R-ACCOUNT-4); undefined when there is none. */
export function findAccountAddress(savedAddresses: readonly SavedAddress[]): SavedAddress | undefined {
  return savedAddresses.find(({ billing, imported }) => billing && imported)
}

/** The countries of the load reply in the form of the validation rules. */
export function parseCountries(
  countries: Record<string, { name: string; validations: { postcode: string } }>,
): Country[] {
  return Object.entries(countries).map(([code, { name, validations }]) => ({
    code,
    name,
    postcode: validations.postcode || null,
  }))
}

/** 'GB LS1 4DY': what delivery options depend on, in one form however it is typed. */
export function toDestinationKey(address: Address): string {
  const { country, postcode } = normaliseAddress(address)
  return `${country} ${postcode}`
}

/** The ids of the order that a checkout was opened for; both null: the basket. */
export interface SourceIds {
  quote_id: number | null
  approval_id: number | null
}

/** Identifies what a checkout is for: '' is the basket. Drafts are kept apart by it. */
export type SourceKey = '' | `quote:${number}` | `approval:${number}`

export function toSourceKey({ quote_id, approval_id }: SourceIds): SourceKey {
  if (quote_id !== null) return `quote:${quote_id}`
  return approval_id === null ? '' : `approval:${approval_id}`
}

interface OrderToLoad {
  status: 'quote_approved' | 'approval'
  order: Pick<
    Order,
    | 'delivery'
    | 'billing'
    | 'deliveryCode'
    | 'deliveryDate'
    | 'consignments'
    | 'purchaseOrder'
    | 'deliveryInstructions'
  > & { contact: Pick<Order['contact'], 'vat'> }
}

/** The delivery option of a loaded order: a quote has the one that staff priced. */
export function getLoadedDeliveryCode({ status, order }: OrderToLoad): string {
  return status === 'quote_approved' ? 'QTD' : order.deliveryCode
}

/**
 * The draft that a loaded order fills in: delivery address, date and billing address (R-CHECKOUT-5). A day that was
 * chosen stays, that of a speed is the current one; the payment method is the customer's choice.
 */
export function createLoadedDraft(loadedOrder: OrderToLoad): CheckoutDraft {
  const { order } = loadedOrder
  const deliveryOption = getLoadedDeliveryCode(loadedOrder)
  return {
    ...emptyDraft,
    // Of the sender only the TAX code: the logged-in customer is the one who orders.
    contact: { ...emptyDraft.contact, vat: order.contact.vat },
    delivery: toDraftAddress(order.delivery),
    billing: toDraftAddress(order.billing),
    deliveryOption,
    deliveryDay: hasChosenDay(deliveryOption) ? order.deliveryDate : null,
    consignments: order.consignments,
    purchaseOrder: order.purchaseOrder,
    deliveryInstructions: order.deliveryInstructions,
  }
}

function toDraftAddress(address: OrderAddress): DraftAddress {
  return { ...address, id: null, saveForFuture: false, saveAsBilling: false }
}

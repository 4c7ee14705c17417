import * as z from 'zod/mini'
import { isRecord, type WireAddress } from '../../../lib/address.ts'
import { fromSaved } from '../../accounts/saved-address.ts'
import type { SavedAddress } from '../../accounts/schemas.ts'
import type { PaymentMethod } from '../schemas.ts'

/*
 * What a customer has entered in the checkout: the state of the page, the stored draft and the final send have this one
 * shape. Parsing never fails: what cannot be read falls back to empty, so a draft stored by an older version still loads.
 * zod/mini: this is the only schema in the browser, and zod itself would more than double the page's script.
 */

const text = z.catch(z.string(), '')
const flag = z.catch(z.boolean(), false)
const toRecord = z.transform(value => (isRecord(value) ? value : {}))
const part = <Shape extends z.core.$ZodLooseShape>(shape: Shape) => z.pipe(toRecord, z.object(shape))

const paymentMethods = ['account', 'card', 'godmode', 'quote', 'approval'] as const satisfies PaymentMethod[]

const draftContact = part({ name: text, email: text, telephone: text, vat: text })

const draftAddress = part({
  /** Of the saved address that was chosen; null: the fields were typed. On the server the fields are its copy. */
  id: z.catch(z.nullable(z.int()), null),
  firstname: text,
  surname: text,
  company: text,
  address1: text,
  address2: text,
  town: text,
  county: text,
  postcode: text,
  country: z.catch(z.string(), 'GB'),
  telephone: text,
  saveForFuture: flag,
})

export const checkoutDraft = part({
  contact: draftContact,
  delivery: draftAddress,
  /** 'Use as my billing address too', beside the delivery address. */
  saveAsBilling: flag,
  /** Code of the delivery option; '' while none is chosen. */
  deliveryOption: text,
  /** ISO date; null: the option's own day. */
  deliveryDay: z.catch(z.nullable(z.string()), null),
  billing: draftAddress,
  /** On the page: `billing` is not used while this is set. The server always has the billing address itself. */
  isBillingSameAsDelivery: flag,
  paymentMethod: z.catch(z.nullable(z.enum(paymentMethods)), null),
  purchaseOrder: text,
  deliveryInstructions: text,
})

export type CheckoutDraft = z.output<typeof checkoutDraft>
export type DraftContact = CheckoutDraft['contact']
export type DraftAddress = CheckoutDraft['delivery']

export const emptyDraft: CheckoutDraft = checkoutDraft.parse({})

/** Null: not a payment method. */
export function toPaymentMethod(value: string): PaymentMethod | null {
  return paymentMethods.find(method => method === value) ?? null
}

export function hasAddress({ id, address1 }: DraftAddress): boolean {
  return id !== null || address1 !== ''
}

/** The address without the draft's own fields. */
export function toAddress({ id: _id, saveForFuture: _saveForFuture, ...address }: DraftAddress): WireAddress {
  return address
}

/** The address that is meant: the saved one that was chosen, else what was typed. */
export function resolveAddress(address: DraftAddress, savedAddresses: readonly SavedAddress[]): WireAddress {
  const saved = savedAddresses.find(({ id }) => id === address.id)
  return saved ? fromSaved(saved) : toAddress(address)
}

export function resolveBillingAddress(draft: CheckoutDraft, savedAddresses: readonly SavedAddress[]) {
  return resolveAddress(draft.isBillingSameAsDelivery ? draft.delivery : draft.billing, savedAddresses)
}

/** The company's own billing address from its books (contract §7); undefined when there is none. */
export function findAccountAddress(savedAddresses: readonly SavedAddress[]): SavedAddress | undefined {
  return savedAddresses.find(({ billing, imported }) => billing && imported)
}

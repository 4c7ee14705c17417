import { emptyAddress } from '../../../lib/contact/address.ts'
import { splitName, toPostalAddress } from '../../accounts/addresses/saved-address.ts'
import type { SavedAddress } from '../../accounts/schemas.ts'
import type { Person } from '../../accounts/visitor.ts'
import type { DeliveryOffer } from '../schemas.ts'
import { type Stage, stages } from '../stages.ts'
import {
  type CheckoutDraft,
  type DraftAddress,
  emptyDraft,
  findAccountAddress,
  hasAddress,
  toAddress,
} from './draft.ts'

export interface StoredDraft {
  draft: CheckoutDraft
  /** The chosen option as it is offered now; null when none is chosen or it is no longer offered. */
  offer: DeliveryOffer | null
  /** The chosen day can still be had. */
  isDayOffered: boolean
  /** A valid password came with an earlier send. */
  isPasswordStored: boolean
}

export type CheckoutVisitor = Pick<Person, 'name' | 'email' | 'telephone'>

interface OpeningFacts {
  stored: StoredDraft | null
  visitor: CheckoutVisitor | null
  addresses: readonly SavedAddress[]
  paymentMethods: readonly { value: string }[]
}

/** The draft a checkout page opens with: the stored one, completed by what is known of the visitor. */
export function createOpeningDraft({
  stored,
  visitor,
  addresses,
  paymentMethods,
}: OpeningFacts): CheckoutDraft {
  const draft = stored?.draft ?? emptyDraft
  const usualDelivery =
    addresses.find(address => address.default_delivery) ??
    addresses.find(address => !address.billing) ??
    addresses[0]
  const usualBilling =
    findAccountAddress(addresses) ??
    addresses.find(address => address.default_billing) ??
    addresses.find(address => address.billing)
  const delivery = hasAddress(draft.delivery) ? draft.delivery : fromSavedAddress(usualDelivery)
  const billing = hasAddress(draft.billing) ? draft.billing : fromSavedAddress(usualBilling)
  return {
    ...draft,
    // A logged-in customer is known; of a loaded order's sender only the TAX code is used.
    contact: { ...draft.contact, ...visitor },
    delivery: forPage(delivery, visitor),
    deliveryOption: stored?.offer?.code ?? '',
    deliveryDay: stored?.offer ? (draft.deliveryDay ?? stored.offer.arg) : null,
    billing: forPage(billing, visitor),
    // A saved address stays the billing address when the delivery address changes.
    isBillingSameAsDelivery:
      !hasAddress(billing) || (billing.id === null && isSameAddress(billing, delivery)),
    // Account comes first where it is allowed.
    paymentMethod:
      draft.paymentMethod ?? (paymentMethods.some(({ value }) => value === 'account') ? 'account' : null),
  }
}

export const isDeliveryOffered = ({ offer, isDayOffered }: StoredDraft): boolean =>
  offer !== null && isDayOffered

export function listCompletedStages(stored: StoredDraft | null): Stage[] {
  if (!stored) return []
  const { draft, isPasswordStored } = stored
  const isCompleted: Record<Stage, boolean> = {
    1: draft.contact.email !== '' && isPasswordStored,
    2: hasAddress(draft.delivery),
    3: isDeliveryOffered(stored),
    4: hasAddress(draft.billing),
    5: draft.paymentMethod !== null,
    6: false,
  }
  return stages.filter(stage => isCompleted[stage])
}

function fromSavedAddress(saved: SavedAddress | undefined): DraftAddress {
  return saved ? { ...emptyDraft.delivery, ...toPostalAddress(saved), id: saved.id } : emptyDraft.delivery
}

// The form for a new address does not start with the copy of a saved one, but with the person's name and telephone.
function forPage(address: DraftAddress, visitor: CheckoutVisitor | null): DraftAddress {
  const typed = address.id === null ? address : { ...address, ...emptyAddress, saveForFuture: false }
  return visitor ? prefillAddress(typed, visitor) : typed
}

/** Nothing is typed twice: name and telephone go into an address that has none (R-UX-50). */
export function prefillAddress(
  address: DraftAddress,
  { name, telephone }: Pick<CheckoutVisitor, 'name' | 'telephone'>,
): DraftAddress {
  const names = address.firstname || address.surname ? {} : splitName(name)
  return { ...address, ...names, telephone: address.telephone || telephone }
}

function isSameAddress(one: DraftAddress, other: DraftAddress): boolean {
  const [address, otherAddress] = [toAddress(one), toAddress(other)]
  const fields = Object.keys(address) as (keyof typeof address)[]
  return one.id === other.id && fields.every(field => address[field] === otherAddress[field])
}

import { type Pence, toPounds } from '../../../lib/money.ts'
import type { SavedAddress } from '../../accounts/schemas.ts'
import { serializePaymentMethod } from '../payment-method.ts'
import type { PaymentMethod } from '../schemas.ts'
import type { Stage } from '../stages.ts'
import { type CheckoutDraft, type DraftAddress, resolveAddress, type SourceIds } from './draft.ts'
import { requestsTaxCode } from './validate.ts'

export interface SendFacts {
  addresses: readonly SavedAddress[]
  /** As typed on this page; '' when it was not. */
  password: string
  isGuest: boolean
  source: SourceIds
  /** `offered_at` of a loaded quote. */
  offer: string | undefined
}

/**
 * The body of POST /checkout/save when a stage is completed. It includes what the server needs to validate the stage, so
 * that it is accepted after an expired session too.
 */
export function serializeStage(
  stage: Stage,
  draft: CheckoutDraft,
  facts: SendFacts,
): Record<string, unknown> {
  const delivery = () => ({ ...serializeDelivery(draft, facts), ...serializeOption(draft) })
  const bodies: Record<Stage, () => Record<string, unknown>> = {
    1: () => ({ contact: serializeContact(draft, facts) }),
    2: () => serializeDelivery(draft, facts),
    3: delivery,
    4: () => serializeBilling(draft, facts),
    5: () => ({ ...delivery(), ...serializePurchase(draft, draft.paymentMethod) }),
    6: () => ({}),
  }
  return { ...bodies[stage](), ...serializeSource(facts) }
}

/** The body of the final send: the whole draft, whatever became of earlier sends. `displayedTotal`: the total on the page. */
export function serializeFinalSend(
  draft: CheckoutDraft,
  method: PaymentMethod | null,
  displayedTotal: Pence,
  facts: SendFacts,
): Record<string, unknown> {
  return {
    ...(facts.isGuest ? { contact: serializeContact(draft, facts) } : {}),
    ...serializeDelivery(draft, facts),
    ...serializeOption(draft),
    ...serializeBilling(draft, facts),
    ...serializePurchase(draft, method),
    shown_total: toPounds(displayedTotal),
    ...(facts.offer && { displayed_offer: facts.offer }),
    ...serializeSource(facts),
  }
}

function serializeDelivery(draft: CheckoutDraft, facts: SendFacts) {
  const { delivery, contact } = draft
  const { country, postcode } = resolveAddress(delivery, facts.addresses)
  return {
    delivery: {
      ...serializeAddress(delivery, facts),
      save_as_billing: delivery.id === null && draft.isBillingSameAsDelivery,
    },
    save_delivery_address: delivery.saveForFuture,
    // Needed to validate the address, and the server may have lost it with the session.
    ...(contact.vat && requestsTaxCode(country, postcode) ? { contact: serializeContact(draft, facts) } : {}),
  }
}

function serializeOption({ deliveryOption, deliveryDay, consignments }: CheckoutDraft) {
  return { delivery_method: deliveryOption, delivery_arg: deliveryDay, consignments }
}

function serializeBilling({ billing, delivery, isBillingSameAsDelivery }: CheckoutDraft, facts: SendFacts) {
  return {
    billing: serializeAddress(isBillingSameAsDelivery ? delivery : billing, facts),
    save_billing_address: !isBillingSameAsDelivery && billing.saveForFuture,
  }
}

function serializePurchase(draft: CheckoutDraft, method: PaymentMethod | null) {
  return {
    payment_method: serializePaymentMethod(method ?? ''),
    purchase_order: draft.purchaseOrder.trim(),
    delivery_instructions: draft.deliveryInstructions.trim(),
    ...(method === 'approval' && { approval_note: draft.approvalNote.trim() }),
    ...(method === 'godmode' && { free_reason: draft.freeReason }),
    ...(draft.deliveryOption === 'quote' && { quote_note: draft.quoteNote.trim() }),
  }
}

function serializeContact({ contact }: CheckoutDraft, { password, isGuest }: SendFacts) {
  if (!isGuest) return { vat: contact.vat }
  // Without a password the server uses the one of an earlier send.
  return { ...contact, ...(password ? { password } : {}) }
}

function serializeAddress(address: DraftAddress, { addresses }: SendFacts) {
  const { id, saveForFuture } = address
  return {
    ...resolveAddress(address, addresses),
    ...(id === null ? {} : { id }),
    save_for_future: saveForFuture,
  }
}

// With `signed_in`, a customer whose session has ended gets a 401 and the login, and is not treated as a guest.
function serializeSource({ isGuest, source: { quote_id, approval_id } }: SendFacts) {
  return {
    ...(isGuest ? {} : { signed_in: true }),
    ...(quote_id === null ? {} : { quote_id }),
    ...(approval_id === null ? {} : { approval_id }),
  }
}

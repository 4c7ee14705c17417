import type { SavedAddress } from '../accounts/contract.ts'
import type { Pence } from '../shared/money.ts'
import { toPounds } from '../shared/money.ts'
import { asksTaxCode } from './checks.ts'
import type { PaymentMethod } from './contract.ts'
import { type AddressAnswer, type Answers, addressOf } from './draft.ts'
import { serializePaymentMethod } from './payment-method.ts'
import type { Stage } from './stages.ts'

/** Who sends: what every send of this checkout says besides the answers. */
export interface Sender {
  addresses: readonly SavedAddress[]
  /** As typed in this page; '' when it was not. */
  password: string
  isGuest: boolean
  /** The loaded order it is about; both null: the basket. */
  ids: LoadIds
}

export interface LoadIds {
  quote_id: number | null
  approval_id: number | null
}

/**
 * What a stage sends when it is completed (contract §3: each send is checked for what it carries). What the server has
 * to know for judging it comes along, so that it holds after an expired session too.
 */
export function stageBody(stage: Stage, answers: Answers, sender: Sender): Record<string, unknown> {
  const place = () => ({ ...deliveryPart(answers, sender), ...optionPart(answers) })
  const bodies: Record<Stage, () => Record<string, unknown>> = {
    1: () => ({ contact: contactBody(answers, sender) }),
    2: () => deliveryPart(answers, sender),
    3: place,
    4: () => billingPart(answers, sender),
    5: () => ({ ...place(), ...purchasePart(answers, answers.method) }),
    6: () => ({}),
  }
  return { ...bodies[stage](), ...about(sender) }
}

/** The final send: everything, so that it holds whatever became of the earlier ones. `shown`: what he sees he pays. */
export function finalBody(
  answers: Answers,
  method: PaymentMethod | null,
  shown: Pence,
  sender: Sender,
): Record<string, unknown> {
  return {
    ...(sender.isGuest ? { contact: contactBody(answers, sender) } : {}),
    ...deliveryPart(answers, sender),
    ...optionPart(answers),
    ...billingPart(answers, sender),
    ...purchasePart(answers, method),
    shown_total: toPounds(shown),
    ...about(sender),
  }
}

function deliveryPart(answers: Answers, sender: Sender) {
  const { delivery, contact } = answers
  return {
    delivery: {
      ...addressBody(delivery, sender),
      save_as_billing: delivery.saveAsBilling && answers.billing.same,
    },
    save_delivery_address: delivery.saveForFuture,
    // Customs want it there, and the server may have forgotten it.
    ...(contact.vat && asksTaxCode(addressOf(delivery, sender.addresses).country)
      ? { contact: contactBody(answers, sender) }
      : {}),
  }
}

function optionPart({ option, day }: Answers) {
  return { delivery_method: option?.code ?? '', delivery_arg: day ?? option?.arg ?? null }
}

function billingPart({ billing, delivery }: Answers, sender: Sender) {
  return {
    billing: addressBody(billing.same ? delivery : billing, sender),
    save_billing_address: !billing.same && billing.saveForFuture,
  }
}

function purchasePart(answers: Answers, method: PaymentMethod | null) {
  return {
    payment_method: serializePaymentMethod(method ?? ''),
    purchase_order: answers.purchaseOrder.trim(),
    delivery_instructions: answers.instructions.trim(),
  }
}

function contactBody({ contact }: Answers, { password, isGuest }: Sender) {
  if (!isGuest) return { vat: contact.vat }
  // Left out when it isn't here: the server may have kept it from an earlier send.
  return { ...contact, ...(password ? { password } : {}) }
}

function addressBody(answer: AddressAnswer, { addresses }: Sender) {
  const { id, saveForFuture } = answer
  return { ...addressOf(answer, addresses), ...(id === null ? {} : { id }), save_for_future: saveForFuture }
}

// A person's page says so: when his session has ended, he is told to sign in, and not judged as a guest.
function about({ isGuest, ids }: Sender) {
  const { quote_id, approval_id } = ids
  return {
    ...(isGuest ? {} : { signed_in: true }),
    ...(quote_id === null ? {} : { quote_id }),
    ...(approval_id === null ? {} : { approval_id }),
  }
}

import type { z } from 'zod'
import type { SavedAddress } from '../accounts/contract.ts'
import { emptyAddress } from '../shared/address.ts'
import { destinationKey, fromSaved } from './address.ts'
import type { deliveryOption, PaymentMethod, WireAddress } from './contract.ts'
import { forcedMethod, resetsBilling, type Stage, stages } from './stages.ts'

export type WireOption = z.output<typeof deliveryOption>

/** What the server keeps of earlier sends, for a buyer who comes back. Never the password itself. */
export interface CheckoutDraft {
  contact: ContactAnswer | null
  /** A good password came with an earlier send. */
  passwordKept: boolean
  delivery: (WireAddress & { id: number | null }) | null
  /** As it can be had now; null when none was chosen or it can no longer be had. */
  option: WireOption | null
  /** The day named for it, when another than the option's own. */
  deliveryArg: string | null
  billing: (WireAddress & { id: number | null }) | null
  paymentMethod: string | null
  purchaseOrder: string
  deliveryInstructions: string
}

export interface ContactAnswer {
  name: string
  email: string
  telephone: string
  vat: string
}

/** A saved address by its id, or a new one typed into the form. */
export interface AddressAnswer {
  id: number | null
  form: WireAddress
  saveForFuture: boolean
}

/** All that the buyer has answered so far, finished or not. Never the password. */
export interface Answers {
  contact: ContactAnswer
  delivery: AddressAnswer & { saveAsBilling: boolean }
  option: WireOption | null
  /** The destination it was chosen for (address.ts): elsewhere it doesn't hold. */
  optionFor: string
  /** ISO date. */
  day: string | null
  billing: AddressAnswer & { same: boolean }
  method: PaymentMethod | null
  purchaseOrder: string
  instructions: string
}

export interface Known {
  draft: CheckoutDraft | null
  visitor: { name: string; email: string } | null
  addresses: readonly SavedAddress[]
  methods: readonly { value: string }[]
}

/** The answers a checkout opens with: what the server kept, else what is known of the visitor. */
export function firstAnswers({ draft, visitor, addresses, methods }: Known): Answers {
  const home =
    addresses.find(address => address.default_delivery) ??
    addresses.find(address => !address.billing) ??
    addresses[0]
  const books =
    accountAddress(addresses) ??
    addresses.find(address => address.default_billing) ??
    addresses.find(address => address.billing)
  const delivery = draft?.delivery ?? (home ? { ...fromSaved(home), id: home.id } : null)
  const billing = draft?.billing ?? (books ? { ...fromSaved(books), id: books.id } : null)
  return {
    // Who is signed in is known; of a loaded order's sender only what customs want counts.
    contact: { ...(draft?.contact ?? noContact), ...visitor },
    delivery: { ...addressAnswer(delivery), saveAsBilling: false },
    option: draft?.option ?? null,
    optionFor: draft?.option && delivery ? destinationKey(delivery) : '',
    day: draft?.deliveryArg ?? null,
    // A saved address stays the one for the bill, wherever the goods go next.
    billing: {
      ...addressAnswer(billing),
      same: billing === null || (billing.id === null && sameText(billing, delivery)),
    },
    method: (draft?.paymentMethod as PaymentMethod | null | undefined) ?? usualMethod(methods),
    purchaseOrder: draft?.purchaseOrder ?? '',
    instructions: draft?.deliveryInstructions ?? '',
  }
}

/** The stages that a kept draft answers. */
export function answeredStages(draft: CheckoutDraft | null): Stage[] {
  if (!draft) return []
  const answered: Record<Stage, boolean> = {
    1: draft.contact !== null && draft.passwordKept,
    2: draft.delivery !== null,
    3: draft.option !== null,
    4: draft.billing !== null,
    5: draft.paymentMethod !== null,
    6: false,
  }
  return stages.filter(stage => answered[stage])
}

/** The address an answer means: the saved one, or what was typed. */
export function addressOf(answer: AddressAnswer, addresses: readonly SavedAddress[]): WireAddress {
  const saved = addresses.find(({ id }) => id === answer.id)
  return saved ? fromSaved(saved) : answer.form
}

export function billingOf(answers: Answers, addresses: readonly SavedAddress[]): WireAddress {
  return addressOf(answers.billing.same ? answers.delivery : answers.billing, addresses)
}

/** The company's own billing address, from its books (contract §7); undefined when there is none. */
export function accountAddress(addresses: readonly SavedAddress[]): SavedAddress | undefined {
  return addresses.find(({ billing, imported }) => billing && imported)
}

/**
 * On account the bill goes to the account's own address (Specification §4): the answers with that address put back, or
 * null when nothing has to be.
 */
export function withAccountBilling(
  answers: Answers,
  method: PaymentMethod | null,
  addresses: readonly SavedAddress[],
): Answers | null {
  const books = accountAddress(addresses)
  if (!books || !method) return null
  const { billing } = answers
  const current = billing.same ? answers.delivery.id : billing.id
  if (!resetsBilling(method, current === books.id)) return null
  return { ...answers, billing: { ...billing, same: false, id: books.id } }
}

/** The delivery chosen, while it is for the address that stands there now. */
export function optionOf(answers: Answers, addresses: readonly SavedAddress[]): WireOption | null {
  return answers.optionFor === destinationKey(addressOf(answers.delivery, addresses)) ? answers.option : null
}

/** The method an order would be placed with now; one that he may use no longer does not count. */
export function methodOf(answers: Answers, methods: readonly { value: string }[]): PaymentMethod | null {
  const forced = forcedMethod(answers.option?.code ?? '', needsApproval(methods))
  const isOffered = methods.some(({ value }) => value === answers.method)
  return forced ?? (isOffered ? answers.method : null)
}

/** Who may only send orders for approval is offered nothing else. */
export function needsApproval(methods: readonly { value: string }[]): boolean {
  return methods.some(({ value }) => value === 'approval')
}

function addressAnswer(address: (WireAddress & { id: number | null }) | null): AddressAnswer {
  if (!address) return { id: null, form: emptyAddress, saveForFuture: false }
  const { id, ...form } = address
  return { id, form: id === null ? form : emptyAddress, saveForFuture: false }
}

const noContact: ContactAnswer = { name: '', email: '', telephone: '', vat: '' }

// Account first: those who may, do. A single method needs no choice.
function usualMethod(methods: readonly { value: string }[]): PaymentMethod | null {
  const values = methods.map(({ value }) => value)
  if (values.includes('account')) return 'account'
  return values.length === 1 ? (values[0] as PaymentMethod) : null
}

function sameText(one: object | null, other: object | null): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

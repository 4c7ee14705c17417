import type { FieldErrors } from '../../../lib/calls/field-checks.ts'
import { normaliseAddress } from '../../../lib/contact/address.ts'
import {
  isLatinAddress,
  validateAddress,
  validateDeliveryAddress,
} from '../../../lib/contact/address-checks.ts'
import type { Country } from '../../../lib/contact/countries.ts'
import { normaliseEmail } from '../../../lib/contact/normalise-email.ts'
import { toPostalAddress } from '../../accounts/addresses/saved-address.ts'
import type { SavedAddress } from '../../accounts/schemas.ts'
import type { Person } from '../../accounts/visitor.ts'
import { choiceMessages } from '../../delivery/messages.ts'
import type { DeliveryOption } from '../../delivery/options.ts'
import { validateDeliveryChoice } from '../../delivery/options.ts'
import { hasChosenDay } from '../../delivery/services.ts'
import { lastStageMessages } from '../last-stage-messages.ts'
import { checkoutMessages as messages } from '../messages.ts'
import { parsePaymentMethod } from '../payment-method.ts'
import type { SaveBody } from '../schemas.ts'
import { type CheckoutDraft, type DraftAddress, hasAddress, toAddress, toPaymentMethod } from './draft.ts'
import { validateContact, validateTaxCode } from './validate.ts'
import { validateInstructions, validateQuoteNote } from './validate-order.ts'

export interface SaveContext {
  draft: CheckoutDraft
  isPasswordStored: boolean
  person: Person | null
  savedAddresses: readonly SavedAddress[]
  countries: readonly Country[]
  listOptions: (draft: Pick<CheckoutDraft, 'delivery' | 'consignments'>) => readonly DeliveryOption[]
  listMethods: (draft: CheckoutDraft) => readonly string[]
}

export interface SaveResult {
  /** The stored draft with the valid parts of this send. */
  draft: CheckoutDraft
  /** As typed; '' when this send had none. */
  password: string
  errors: FieldErrors
  /** The summary for the first invalid part; null when all parts are valid. */
  error: string | null
  /** The send has payment method and billing address, so the order is to be created (R-CHECKOUT-22). */
  isFinal: boolean
}

/**
 * Applies one send to the stored draft. Each part is validated when it is in the body; an invalid part leaves the draft
 * as it was. The addresses of the final send are validated by validatePlaceOrder instead.
 */
export function applySave(body: SaveBody, context: SaveContext): SaveResult {
  const result: SaveResult = {
    draft: context.draft,
    password: '',
    errors: {},
    error: null,
    isFinal: isFinalSend(body),
  }
  applyContact(result, body, context)
  const isDeliveryNew = applyAddress(result, 'delivery', body, context)
  applyAddress(result, 'billing', body, context)
  // A delivery address may be the billing address too (R-CHECKOUT-26), unless one is sent.
  if (isDeliveryNew && body.delivery?.save_as_billing && !body.billing) {
    const { delivery, billing } = result.draft
    update(result, { billing: { ...delivery, saveForFuture: billing.saveForFuture, saveAsBilling: false } })
  }
  if (body.delivery && hasAddress(result.draft.delivery) && !result.isFinal) {
    const taxCode = getTaxCode(result.draft, context.person)
    addErrors(result, validateTaxCode(result.draft.delivery.country, taxCode))
  }
  applySaveFlags(result, body)
  applyDeliveryOption(result, body, context)
  applyPurchase(result, body, context)
  return result
}

/** The send that carries the payment method and the billing address creates the order (R-CHECKOUT-22). */
export const isFinalSend = ({
  payment_method,
  billing,
}: Pick<SaveBody, 'payment_method' | 'billing'>): boolean =>
  payment_method !== undefined && billing !== undefined

/** The TAX/EORI code of the draft, else the one of the account. */
export function getTaxCode({ contact }: CheckoutDraft, person: Person | null): string {
  return contact.vat || person?.vat || person?.company?.vatRegistration || ''
}

function update(result: SaveResult, change: Partial<CheckoutDraft>): void {
  result.draft = { ...result.draft, ...change }
}

/** Returns whether there were any. Without a summary the first message is the error. */
function addErrors(result: SaveResult, errors: FieldErrors, summary?: string): boolean {
  Object.assign(result.errors, errors)
  const [first] = Object.values(errors)
  if (first !== undefined) result.error ??= summary ?? first
  return first !== undefined
}

function applyContact(result: SaveResult, body: SaveBody, context: SaveContext): void {
  const { person, draft, isPasswordStored } = context
  if (!body.contact && (person || !result.isFinal)) return
  const { password, ...contact } = body.contact ?? { ...draft.contact, password: '' }
  contact.email = normaliseEmail(contact.email)
  if (person) {
    const { name, email, telephone } = person
    update(result, { contact: { name, email, telephone, vat: contact.vat } })
    return
  }
  const errors = validateContact({ ...contact, password }, { isPasswordStored })
  if (addErrors(result, errors, messages.contactInvalid)) return
  update(result, { contact })
  result.password = password
}

function applyAddress(
  result: SaveResult,
  part: 'delivery' | 'billing',
  body: SaveBody,
  { savedAddresses, countries }: SaveContext,
): boolean {
  const sent = body[part]
  if (!sent) return false
  const summary = part === 'delivery' ? messages.deliveryInvalid : messages.billingInvalid
  const address = parseAddress(sent, savedAddresses)
  if (!address) return !addErrors(result, { [part]: summary }, summary)
  if (address.id === null && !result.isFinal) {
    const validate = part === 'delivery' ? validateDeliveryAddress : validateAddress
    const errors = Object.entries(validate(toAddress(address), countries))
    const prefixed = Object.fromEntries(errors.map(([field, message]) => [`${part}.${field}`, message]))
    if (addErrors(result, prefixed, summary)) return false
  }
  if (part === 'delivery' && !result.isFinal && !isReadByCarriers(address, savedAddresses)) {
    result.error ??= messages.savedInOtherLetters
    return false
  }
  const saveAsBilling = part === 'delivery' && body.delivery?.save_as_billing === true
  update(result, { [part]: { ...address, saveForFuture: result.draft[part].saveForFuture, saveAsBilling } })
  return true
}

/** One of the company's books is printed as it is: the customer cannot change it. */
const isReadByCarriers = (address: DraftAddress, savedAddresses: readonly SavedAddress[]): boolean =>
  isLatinAddress(address) || savedAddresses.some(({ id, imported }) => id === address.id && imported)

/** A saved address is the server's own copy; null when its id is not one of the customer's. */
function parseAddress(
  sent: NonNullable<SaveBody['billing']>,
  savedAddresses: readonly SavedAddress[],
): DraftAddress | null {
  const { id, save_for_future: saveForFuture, ...fields } = sent
  const flags = { saveForFuture, saveAsBilling: false }
  if (id === '') return { ...normaliseAddress(fields), id: null, ...flags }
  const saved = savedAddresses.find(address => String(address.id) === id)
  return saved ? { ...toPostalAddress(saved), id: saved.id, ...flags } : null
}

function applySaveFlags(result: SaveResult, body: SaveBody): void {
  const { delivery, billing } = result.draft
  const saveDelivery = body.save_delivery_address ?? body.delivery?.save_for_future
  const saveBilling = body.save_billing_address ?? body.billing?.save_for_future
  if (saveDelivery !== undefined) update(result, { delivery: { ...delivery, saveForFuture: saveDelivery } })
  if (saveBilling !== undefined) update(result, { billing: { ...billing, saveForFuture: saveBilling } })
}

function applyDeliveryOption(result: SaveResult, body: SaveBody, { listOptions }: SaveContext): void {
  if (body.consignments !== undefined) update(result, { consignments: body.consignments })
  if (body.delivery_method === undefined) return
  const code = body.delivery_method
  const day = getDay(result.draft, code, body.delivery_arg)
  if (!result.isFinal) {
    const errors = validateOption(result.draft, code, day, listOptions)
    if (addErrors(result, errors)) return
  }
  update(result, { deliveryOption: code, deliveryDay: day })
}

// A chosen day stays when the method is sent again without one.
function getDay(draft: CheckoutDraft, code: string, sentDay: string | undefined): string | null {
  const isSentAgain = sentDay === undefined && code === draft.deliveryOption && hasChosenDay(code)
  return isSentAgain ? draft.deliveryDay : sentDay || null
}

function validateOption(
  draft: CheckoutDraft,
  code: string,
  day: string | null,
  listOptions: SaveContext['listOptions'],
): FieldErrors {
  if (!hasAddress(draft.delivery)) return { delivery: lastStageMessages.deliveryErrors }
  const choice = validateDeliveryChoice(listOptions(draft), code, day)
  return choice.ok ? {} : { delivery_method: choiceMessages[choice.reason] }
}

function applyPurchase(result: SaveResult, body: SaveBody, { listMethods }: SaveContext): void {
  if (body.purchase_order !== undefined) {
    // Any PO number is accepted (R-CHECKOUT-12).
    update(result, { purchaseOrder: body.purchase_order })
  }
  if (body.approval_note !== undefined) update(result, { approvalNote: body.approval_note })
  if (body.free_reason !== undefined) update(result, { freeReason: body.free_reason })
  if (body.delivery_instructions !== undefined) {
    const errors = validateInstructions(body.delivery_instructions)
    if (!addErrors(result, errors)) update(result, { deliveryInstructions: body.delivery_instructions })
  }
  if (body.quote_note !== undefined) {
    const errors = validateQuoteNote(body.quote_note)
    if (!addErrors(result, errors)) update(result, { quoteNote: body.quote_note })
  }
  if (body.payment_method !== undefined) {
    const method = parsePaymentMethod(body.payment_method)
    const isAllowed = result.isFinal || listMethods(result.draft).includes(method)
    const errors: FieldErrors = isAllowed ? {} : { payment_method: lastStageMessages.paymentMethod }
    if (addErrors(result, errors)) return
    update(result, { paymentMethod: toPaymentMethod(method) })
  }
}

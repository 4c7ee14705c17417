import type { SavedAddress } from '../accounts/contract.ts'
import type { Person } from '../accounts/visitor.ts'
import { choiceMessages } from '../delivery/messages.ts'
import type { DeliveryOption } from '../delivery/options.ts'
import { validateDeliveryChoice } from '../delivery/validate-choice.ts'
import { isRecord, oneLine, readAddress } from '../shared/address.ts'
import { checkAddress } from '../shared/address-checks.ts'
import type { Country } from '../shared/countries.ts'
import type { Errors } from '../shared/field-checks.ts'
import { fromPounds, type Pence } from '../shared/money.ts'
import { fromSaved } from './address.ts'
import { type Contact, checkContact, checkInstructions, checkTaxCode, readContact } from './checks.ts'
import type { WireAddress } from './contract.ts'
import { checkoutWords as words } from './messages.ts'

export interface KeptAddress extends WireAddress {
  /** Of a saved address; null for a typed one. */
  id: number | null
  imported: boolean
}

/** What the server keeps of the sends so far. Never the password: only that a good one came. */
export interface KeptAnswers {
  contact: Omit<Contact, 'password'> | null
  delivery: KeptAddress | null
  billing: KeptAddress | null
  deliveryMethod: string
  deliveryArg: string | null
  paymentMethod: string
  purchaseOrder: string
  instructions: string
  saveDelivery: boolean
  saveBilling: boolean
}

export const nothingKept: KeptAnswers = {
  contact: null,
  delivery: null,
  billing: null,
  deliveryMethod: '',
  deliveryArg: null,
  paymentMethod: '',
  purchaseOrder: '',
  instructions: '',
  saveDelivery: false,
  saveBilling: false,
}

export interface SendAround {
  kept: KeptAnswers
  passwordKept: boolean
  person: Person | null
  saved: readonly SavedAddress[]
  countries: readonly Country[]
  /** The options of an address now; null when none can be had there. */
  optionsFor: (address: WireAddress) => readonly DeliveryOption[] | null
  /** The methods this buyer may use with that delivery. */
  methodsFor: (deliveryCode: string) => readonly string[]
}

export interface ReadSend {
  /** What is known now: kept answers with the good ones of this send. */
  answers: KeptAnswers
  /** As typed; '' when this send brought none. */
  password: string
  errors: Errors
  /** The summary for the first part that is wrong; null when all that was carried is right. */
  error: string | null
  /** It carried the payment method and the billing address: the order is to be made (contract §3). */
  isFinal: boolean
}

const purchaseOrderMaxLength = 200

/**
 * Reads one send of the checkout. Each part is checked when it is carried (the key is there, even empty); a part that
 * is wrong is not taken over. The final send's addresses are judged by the rules of 'Place order' instead.
 */
export function readSend(body: Record<string, unknown>, around: SendAround): ReadSend {
  const isFinal = 'payment_method' in body && 'billing' in body
  const answers: KeptAnswers = { ...around.kept }
  const errors: Errors = {}
  let error: string | null = null
  let password = ''
  const wrong = (found: Errors, summary: string | null, prefix = ''): boolean => {
    const entries = Object.entries(found)
    for (const [field, message] of entries) errors[prefix + field] = message
    if (entries.length > 0) error ??= summary ?? entries[0]![1]
    return entries.length > 0
  }

  if ('contact' in body || (isFinal && !around.person)) {
    const contact = readContact('contact' in body ? body.contact : { ...around.kept.contact })
    const { person } = around
    if (person) {
      answers.contact = {
        name: person.name,
        email: person.email,
        telephone: person.telephone,
        vat: contact.vat,
      }
    } else {
      const faults = checkContact(contact, { passwordKept: around.passwordKept })
      const { password: typed, ...rest } = contact
      if (!wrong(faults, words.contactInvalid)) {
        answers.contact = rest
        password = 'contact' in body ? typed : ''
      }
    }
  }

  for (const [part, summary] of [
    ['delivery', words.deliveryInvalid],
    ['billing', words.billingInvalid],
  ] as const) {
    if (!(part in body)) continue
    const address = readSentAddress(body[part], around.saved)
    if (!address) wrong({ [part]: summary }, summary)
    else if (address.id !== null || isFinal) answers[part] = address
    else if (!wrong(checkAddress(address, around.countries), summary, `${part}.`)) answers[part] = address
  }
  // Specification §3: a delivery address may be the billing address too; one that is sent as such goes before it.
  const isBillingToo = isRecord(body.delivery) && isOn(body.delivery.save_as_billing) && !('billing' in body)
  if (isBillingToo && answers.delivery !== around.kept.delivery) answers.billing = answers.delivery
  if ('delivery' in body && answers.delivery && !isFinal) {
    wrong(checkTaxCode(answers.delivery.country, vatOf(answers, around.person)), null)
  }
  if ('save_delivery_address' in body) answers.saveDelivery = isOn(body.save_delivery_address)
  else if (isRecord(body.delivery)) answers.saveDelivery = isOn(body.delivery.save_for_future)
  if ('save_billing_address' in body) answers.saveBilling = isOn(body.save_billing_address)
  else if (isRecord(body.billing)) answers.saveBilling = isOn(body.billing.save_for_future)

  if ('delivery_method' in body) {
    const code = oneLine(body.delivery_method)
    const arg = oneLine(body.delivery_arg) || null
    const faults = isFinal ? {} : choiceFaults(code, arg, answers.delivery, around)
    if (!wrong(faults, null)) {
      answers.deliveryMethod = code
      answers.deliveryArg = arg
    }
  }
  if ('purchase_order' in body) {
    // Specification §5: the check of the order number always passes; what is beyond all measure is cut.
    answers.purchaseOrder = oneLine(body.purchase_order).slice(0, purchaseOrderMaxLength)
  }
  if ('delivery_instructions' in body) {
    const typed = oneLine(body.delivery_instructions)
    if (!wrong(checkInstructions(typed), null)) answers.instructions = typed
  }
  if ('payment_method' in body) {
    const method = oneLine(body.payment_method)
    const allowed = isFinal || around.methodsFor(answers.deliveryMethod).includes(method)
    if (!wrong(allowed ? {} : { payment_method: words.paymentMethod }, null)) answers.paymentMethod = method
  }
  return { answers, password, errors, error, isFinal }
}

export function vatOf(answers: KeptAnswers, person: Person | null): string {
  return answers.contact?.vat || person?.vat || person?.company?.vatRegistration || ''
}

// A saved address by its id is the server's own copy; an id that is not the buyer's does not exist.
function readSentAddress(carried: unknown, saved: readonly SavedAddress[]): KeptAddress | null {
  const id = isRecord(carried) ? oneLine(carried.id) : ''
  if (id === '') return { ...readAddress(carried), id: null, imported: false }
  const own = saved.find(address => String(address.id) === id)
  return own ? { ...fromSaved(own), id: own.id, imported: own.imported } : null
}

function choiceFaults(
  code: string,
  arg: string | null,
  delivery: WireAddress | null,
  around: Pick<SendAround, 'optionsFor'>,
): Errors {
  if (!delivery) return { delivery: words.deliveryErrors }
  const verdict = validateDeliveryChoice(around.optionsFor(delivery) ?? [], code, arg)
  return verdict.valid ? {} : { delivery_method: choiceMessages[verdict.why] }
}

/** What the buyer was last shown that he pays, in pounds as sent; null when he does not say, or not as a sum. */
export function shownTotalOf(value: unknown): Pence | null {
  return typeof value === 'string' || typeof value === 'number' ? fromPounds(String(value)) : null
}

/** A flag as a form or a call carries it. */
export const isOn = (value: unknown): boolean =>
  value === true || value === 1 || /^(1|true|on|yes)$/i.test(String(value))

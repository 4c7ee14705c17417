import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SavedAddress } from '../accounts/contract.ts'
import { emptyAddress } from '../shared/address.ts'
import { pence } from '../shared/money.ts'
import { finalBody, type Sender, stageBody } from './bodies.ts'
import {
  answeredStages,
  billingOf,
  type CheckoutDraft,
  firstAnswers,
  methodOf,
  withAccountBilling,
} from './draft.ts'
import { keptUnder, readKept, writeKept } from './kept.ts'

const saved = (id: number, change: Partial<SavedAddress> = {}): SavedAddress => ({
  id,
  firstname: 'Ada',
  surname: 'Byron',
  company: '',
  line_1: `${id} High Street`,
  line_2: '',
  line_3: 'Leeds',
  line_4: '',
  postcode: 'LS1 4DY',
  country: 'GB',
  telephone: '0113 245 0000',
  billing: false,
  imported: false,
  save_for_future: true,
  save_as_billing: false,
  default_delivery: false,
  default_billing: false,
  ...change,
})
const card = [{ value: 'card' }]
const guest = firstAnswers({ draft: null, visitor: null, addresses: [], methods: card })
const sender: Sender = {
  addresses: [],
  password: 'correct horse',
  isGuest: true,
  ids: { quote_id: null, approval_id: null },
}
const filled = {
  ...guest,
  contact: { name: 'Ada Byron', email: 'ada@example.com', telephone: '0113 245 0000', vat: '' },
  delivery: { ...guest.delivery, form: { ...emptyAddress, firstname: 'Ada', address1: '1 High Street' } },
}

test('a guest starts with empty answers, billing same as delivery, and the only method there is', () => {
  expect(guest.billing.same).toBe(true)
  expect(guest.delivery.form).toEqual(emptyAddress)
  expect(guest.method).toBe('card')
})

test('a buyer with an account starts with his addresses, and on account', () => {
  const addresses = [saved(1), saved(2, { billing: true, imported: true })]
  const methods = [{ value: 'account' }, { value: 'card' }]
  const answers = firstAnswers({ draft: null, visitor: { name: 'Ada', email: 'a@b.co' }, addresses, methods })
  expect(answers.delivery.id).toBe(1)
  expect(answers.billing).toMatchObject({ id: 2, same: false })
  expect(answers.method).toBe('account')
  expect(billingOf(answers, addresses).address1).toBe('2 High Street')
})

test('a saved billing address stays the one for the bill, though the goods go there too', () => {
  const addresses = [saved(2, { billing: true, imported: true })]
  const methods = [{ value: 'account' }]
  const answers = firstAnswers({ draft: null, visitor: { name: 'Ada', email: 'a@b.co' }, addresses, methods })
  expect(answers.delivery.id).toBe(2)
  expect(answers.billing).toMatchObject({ id: 2, same: false })
})

test('where approval is needed it is the method, whatever was chosen; a quote comes before it', () => {
  const answers = { ...guest, method: 'card' as const }
  expect(methodOf(answers, [{ value: 'approval' }])).toBe('approval')
  expect(methodOf({ ...answers, option: { code: 'quote' } as never }, [{ value: 'approval' }])).toBe('quote')
  expect(methodOf(answers, card)).toBe('card')
})

test('a stage sends what it asks, and nothing that would make the send final', () => {
  for (const stage of [1, 2, 3, 4, 5] as const) {
    const body = stageBody(stage, filled, sender)
    expect('payment_method' in body && 'billing' in body).toBe(false)
  }
})

test('the final send carries payment method and billing, and the address is the one typed', () => {
  const body = finalBody(filled, 'card', pence(39_60), sender)
  expect(body).toMatchObject({
    contact: { email: 'ada@example.com', password: 'correct horse' },
    delivery: { address1: '1 High Street' },
    billing: { address1: '1 High Street' },
    payment_method: 'sagepay',
    shown_total: 39.6,
  })
  expect(body).not.toHaveProperty('signed_in')
  expect(body).not.toHaveProperty('quote_id')
})

test('each send about a loaded order says which, and that somebody is signed in', () => {
  const about = { ...sender, isGuest: false, ids: { quote_id: 12, approval_id: null } }
  for (const stage of [2, 3, 4, 5] as const) {
    expect(stageBody(stage, filled, about)).toMatchObject({ quote_id: 12, signed_in: true })
  }
  expect(finalBody(filled, 'account', pence(1), about)).toMatchObject({ quote_id: 12, signed_in: true })
})

test('what a stage is judged by comes along, so that it holds after an expired session', () => {
  expect(stageBody(3, filled, sender)).toMatchObject({ delivery: { address1: '1 High Street' } })
  expect(stageBody(5, filled, sender)).toHaveProperty('delivery_method')
  const norway = { ...filled, delivery: { ...filled.delivery, form: { ...emptyAddress, country: 'NO' } } }
  const withCode = { ...norway, contact: { ...filled.contact, vat: '912345678' } }
  expect(stageBody(3, withCode, sender)).toMatchObject({ contact: { vat: '912345678' } })
  expect(stageBody(3, filled, sender)).not.toHaveProperty('contact')
})

test('on account the bill goes to the account’s own address; it is put back when it was another', () => {
  const addresses = [saved(1), saved(2, { billing: true, imported: true })]
  const own = { ...guest, billing: { ...guest.billing, same: true } }
  expect(withAccountBilling(own, 'account', addresses)?.billing).toMatchObject({ same: false, id: 2 })
  expect(withAccountBilling(own, 'card', addresses)).toBeNull()
  const books = { ...guest, billing: { ...guest.billing, same: false, id: 2 } }
  expect(withAccountBilling(books, 'account', addresses)).toBeNull()
  const delivered = { ...own, delivery: { ...own.delivery, id: 2 } }
  expect(withAccountBilling(delivered, 'account', addresses)).toBeNull()
  expect(withAccountBilling(own, 'account', [saved(1)])).toBeNull()
})

test('of a loaded order’s sender only the code for customs counts: the buyer is who is signed in', () => {
  const draft = { contact: { name: '', email: '', telephone: '', vat: 'GB1' } } as CheckoutDraft
  const visitor = { name: 'Ada', email: 'a@b.co' }
  const { contact } = firstAnswers({ draft, visitor, addresses: [], methods: card })
  expect(contact).toEqual({ name: 'Ada', email: 'a@b.co', telephone: '', vat: 'GB1' })
})

test('a password that is not here is left out, so that the one kept by the server holds', () => {
  const body = finalBody(filled, 'card', pence(39_60), { ...sender, password: '' })
  expect(body.contact).not.toHaveProperty('password')
})

test('a draft answers the stages it holds; without a password the contact has to be opened again', () => {
  const draft: CheckoutDraft = {
    contact: filled.contact,
    passwordKept: true,
    delivery: { ...filled.delivery.form, id: null },
    option: null,
    deliveryArg: null,
    billing: null,
    paymentMethod: null,
    purchaseOrder: '',
    deliveryInstructions: '',
  }
  expect(answeredStages(draft)).toEqual([1, 2])
  expect(answeredStages({ ...draft, passwordKept: false })).toEqual([2])
  expect(answeredStages(null)).toEqual([])
})

test('what was typed survives a reload, for the same person only', () => {
  const text = writeKept({ who: '', done: [1, 2], answers: filled })
  expect(readKept(text, '', guest)).toEqual({ who: '', done: [1, 2], answers: filled })
  expect(readKept(text, 'ada@example.com', guest)).toBeNull()
})

test('each loaded order keeps what was typed under a name of its own', () => {
  const names = [
    keptUnder({ quote_id: null, approval_id: null }),
    keptUnder({ quote_id: 7, approval_id: null }),
    keptUnder({ quote_id: null, approval_id: 7 }),
  ]
  expect(new Set(names).size).toBe(3)
})

test('a method that the buyer may use no longer does not count', () => {
  const answers = { ...guest, method: 'account' as const }
  expect(methodOf(answers, card)).toBeNull()
  expect(methodOf(answers, [{ value: 'account' }])).toBe('account')
})

test('no text in the storage can break the checkout', () => {
  fc.assert(
    fc.property(fc.json(), fc.json(), (one, two) => {
      readKept(one, '', guest)
      const kept = readKept(`{"who":"","done":${one},"answers":${two}}`, '', guest)
      if (kept) expect(typeof kept.answers.delivery.form.postcode).toBe('string')
    }),
  )
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SavedAddress } from '../accounts/contract.ts'
import { emptyAddress } from './address.ts'
import {
  answeredStages,
  billingOf,
  type CheckoutDraft,
  finalBody,
  firstAnswers,
  methodOf,
  stageBody,
} from './draft.ts'
import { readKept, writeKept } from './kept.ts'

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
  ...change,
})
const card = [{ value: 'sagepay' }]
const guest = firstAnswers({ draft: null, visitor: null, addresses: [], methods: card })
const filled = {
  ...guest,
  contact: { name: 'Ada Byron', email: 'ada@example.com', telephone: '0113 245 0000', vat: '' },
  delivery: { ...guest.delivery, form: { ...emptyAddress, firstname: 'Ada', address1: '1 High Street' } },
}

test('a guest starts with empty answers, billing same as delivery, and the only method there is', () => {
  expect(guest.billing.same).toBe(true)
  expect(guest.delivery.form).toEqual(emptyAddress)
  expect(guest.method).toBe('sagepay')
})

test('a buyer with an account starts with his addresses, and on account', () => {
  const addresses = [saved(1), saved(2, { billing: true, imported: true })]
  const methods = [{ value: 'account' }, { value: 'sagepay' }]
  const answers = firstAnswers({ draft: null, visitor: { name: 'Ada', email: 'a@b.co' }, addresses, methods })
  expect(answers.delivery.id).toBe(1)
  expect(answers.billing).toMatchObject({ id: 2, same: false })
  expect(answers.method).toBe('account')
  expect(billingOf(answers, addresses).address1).toBe('2 High Street')
})

test('where approval is needed it is the method, whatever was chosen; a quote comes before it', () => {
  const answers = { ...guest, method: 'sagepay' as const }
  expect(methodOf(answers, [{ value: 'approval' }])).toBe('approval')
  expect(methodOf({ ...answers, option: { code: 'quote' } as never }, [{ value: 'approval' }])).toBe('quote')
  expect(methodOf(answers, card)).toBe('sagepay')
})

test('a stage sends what it asks, and nothing that would make the send final', () => {
  for (const stage of [1, 2, 3, 4, 5] as const) {
    const body = stageBody(stage, filled, [], 'correct horse')
    expect('payment_method' in body && 'billing' in body).toBe(false)
  }
})

test('the final send carries payment method and billing, and the address is the one typed', () => {
  const body = finalBody(filled, [], 'sagepay', { password: 'correct horse', isGuest: true })
  expect(body).toMatchObject({
    contact: { email: 'ada@example.com', password: 'correct horse' },
    delivery: { address1: '1 High Street' },
    billing: { address1: '1 High Street' },
    payment_method: 'sagepay',
  })
})

test('a password that is not here is left out, so that the one kept by the server holds', () => {
  const body = finalBody(filled, [], 'sagepay', { password: '', isGuest: true })
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

test('no text in the storage can break the checkout', () => {
  fc.assert(
    fc.property(fc.json(), fc.json(), (one, two) => {
      readKept(one, '', guest)
      const kept = readKept(`{"who":"","done":${one},"answers":${two}}`, '', guest)
      if (kept) expect(typeof kept.answers.delivery.form.postcode).toBe('string')
    }),
  )
})

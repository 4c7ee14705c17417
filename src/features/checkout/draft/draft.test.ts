import fc from 'fast-check'
import { expect, test } from 'vitest'
import { emptyAddress } from '../../../lib/contact/address.ts'
import { pence } from '../../../lib/money.ts'
import type { SavedAddress } from '../../accounts/schemas.ts'
import { emptyDraft, parseDraft, resolveBillingAddress, toAddress } from './draft.ts'
import { createOpeningDraft, listCompletedStages, type StoredDraft } from './opening-draft.ts'
import { type SendFacts, serializeFinalSend, serializeStage } from './serialize.ts'
import { parseSession, serializeSession, toStorageKey } from './session-storage.ts'

const createSaved = (id: number, change: Partial<SavedAddress> = {}): SavedAddress => ({
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
  shared: false,
  save_for_future: true,
  save_as_billing: false,
  default_delivery: false,
  default_billing: false,
  ...change,
})
const card = [{ value: 'card' }]
const guest = createOpeningDraft({ stored: null, visitor: null, addresses: [], paymentMethods: card })
const facts: SendFacts = {
  addresses: [],
  password: 'correct horse',
  isGuest: true,
  source: { quote_id: null, approval_id: null },
  offer: undefined,
}
const filled = {
  ...guest,
  contact: { name: 'Ada Byron', email: 'ada@example.com', telephone: '0113 245 0000', vat: '' },
  delivery: { ...guest.delivery, firstname: 'Ada', address1: '1 High Street' },
}
const norway = { ...filled, delivery: { ...filled.delivery, country: 'NO' } }
const stored: StoredDraft = { draft: filled, offer: null, isDayOffered: false, isPasswordStored: true }

test('a guest starts with an empty draft, billing same as delivery, and no payment method', () => {
  expect(guest.isBillingSameAsDelivery).toBe(true)
  expect(toAddress(guest.delivery)).toEqual(emptyAddress)
  expect(guest.paymentMethod).toBeNull()
})

test('a customer with an account starts with their saved addresses, and on account', () => {
  const addresses = [createSaved(1), createSaved(2, { billing: true, imported: true })]
  const paymentMethods = [{ value: 'account' }, { value: 'card' }]
  const visitor = { name: 'Ada King Byron', email: 'a@b.co', telephone: '0113 245 0000' }
  const draft = createOpeningDraft({ stored: null, visitor, addresses, paymentMethods })
  expect(draft.delivery.id).toBe(1)
  expect(draft.billing.id).toBe(2)
  expect(draft.isBillingSameAsDelivery).toBe(false)
  expect(draft.paymentMethod).toBe('account')
  expect(resolveBillingAddress(draft, addresses).address1).toBe('2 High Street')
})

test('the form for a new address starts with the name and telephone of the signed-in customer', () => {
  const visitor = { name: 'Ada King Byron', email: 'a@b.co', telephone: '0113 245 0000' }
  const prefilled = { firstname: 'Ada King', surname: 'Byron', telephone: '0113 245 0000', address1: '' }
  for (const addresses of [[], [createSaved(1)]]) {
    const draft = createOpeningDraft({ stored: null, visitor, addresses, paymentMethods: card })
    expect(draft.delivery).toMatchObject(prefilled)
    expect(draft.billing).toMatchObject(prefilled)
  }
  const typed = { ...filled.delivery, firstname: 'Sam', surname: '', telephone: '07700 900123' }
  const returning = { ...stored, draft: { ...filled, delivery: typed } }
  const draft = createOpeningDraft({ stored: returning, visitor, addresses: [], paymentMethods: card })
  expect(draft.delivery).toMatchObject({ firstname: 'Sam', surname: '', telephone: '07700 900123' })
})

test('the wish to save an address survives a reload, and is none of a saved address', () => {
  const wished = { ...filled.delivery, saveForFuture: true }
  const open = (delivery: typeof wished, addresses: ReturnType<typeof createSaved>[] = []) =>
    createOpeningDraft({
      stored: { ...stored, draft: { ...filled, delivery, billing: { ...delivery, town: 'Hull' } } },
      visitor: null,
      addresses,
      paymentMethods: card,
    })
  expect(open(wished)).toMatchObject({ delivery: { saveForFuture: true }, billing: { saveForFuture: true } })
  expect(open({ ...wished, saveForFuture: false }).delivery.saveForFuture).toBe(false)
  expect(open({ ...wished, id: 1 }, [createSaved(1)]).delivery.saveForFuture).toBe(false)
})

test('the TAX code goes with an address abroad, and with none in the UK', () => {
  const withCode = { ...filled, contact: { ...filled.contact, vat: 'IE6388047V' } }
  const send = (country: string, postcode: string) =>
    serializeStage(2, { ...withCode, delivery: { ...filled.delivery, country, postcode } }, facts)
  expect(send('GB', 'LS1 4DY')).not.toHaveProperty('contact')
  expect(send('IM', 'IM1 1AA')).not.toHaveProperty('contact')
  for (const [country, postcode] of [
    ['IE', 'D02 AF30'],
    ['NO', '0155'],
    ['GB', 'JE2 3AB'],
  ] as const)
    expect(send(country, postcode)).toMatchObject({ contact: { vat: 'IE6388047V' } })
})

test('one tick makes a new delivery address the billing address too', () => {
  const send = (change: Partial<typeof filled>) => serializeStage(2, { ...filled, ...change }, facts)
  expect(send({ isBillingSameAsDelivery: true })).toMatchObject({ delivery: { save_as_billing: true } })
  expect(send({ isBillingSameAsDelivery: false })).toMatchObject({ delivery: { save_as_billing: false } })
  const saved = { ...filled.delivery, id: 1 }
  expect(send({ isBillingSameAsDelivery: true, delivery: saved })).toMatchObject({
    delivery: { save_as_billing: false },
  })
})

test('a saved billing address stays the billing address when the goods go there too', () => {
  const addresses = [createSaved(2, { billing: true, imported: true })]
  const visitor = { name: 'Ada King Byron', email: 'a@b.co', telephone: '0113 245 0000' }
  const draft = createOpeningDraft({ stored: null, visitor, addresses, paymentMethods: card })
  expect([draft.delivery.id, draft.billing.id, draft.isBillingSameAsDelivery]).toEqual([2, 2, false])
})

test('a stored billing address that equals the delivery address is shown as the same', () => {
  const same = { ...filled, billing: filled.delivery }
  const other = { ...filled, billing: { ...filled.delivery, town: 'Bradford' } }
  const open = (draft: typeof filled) =>
    createOpeningDraft({
      stored: { ...stored, draft },
      visitor: null,
      addresses: [],
      paymentMethods: card,
    })
  expect(open(same).isBillingSameAsDelivery).toBe(true)
  expect(open(other).isBillingSameAsDelivery).toBe(false)
})

test('a stage sends its own fields, and never those that would make the send final', () => {
  for (const stage of [1, 2, 3, 4, 5] as const) {
    const body = serializeStage(stage, filled, facts)
    expect('payment_method' in body && 'billing' in body).toBe(false)
  }
})

test('the final send has payment method and billing, and the typed address', () => {
  const body = serializeFinalSend(filled, 'card', pence(39_60), facts)
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

test('each send for a loaded order names it, and tells that the customer is logged in', () => {
  const forQuote = {
    ...facts,
    isGuest: false,
    source: { quote_id: 12, approval_id: null },
    offer: '2026-11-28T10:00:00.000Z',
  }
  for (const stage of [2, 3, 4, 5] as const) {
    expect(serializeStage(stage, filled, forQuote)).toMatchObject({ quote_id: 12, signed_in: true })
  }
  expect(serializeFinalSend(filled, 'account', pence(1), forQuote)).toMatchObject({
    quote_id: 12,
    signed_in: true,
    displayed_offer: '2026-11-28T10:00:00.000Z',
  })
})

test('a stage sends what it is validated by, so that it is accepted after an expired session', () => {
  expect(serializeStage(3, filled, facts)).toMatchObject({ delivery: { address1: '1 High Street' } })
  expect(serializeStage(5, filled, facts)).toHaveProperty('delivery_method')
  const withCode = { ...norway, contact: { ...filled.contact, vat: '912345678' } }
  expect(serializeStage(3, withCode, facts)).toMatchObject({ contact: { vat: '912345678' } })
  expect(serializeStage(3, filled, facts)).not.toHaveProperty('contact')
})

test('without a typed password none is sent, so that the one stored by the server is used', () => {
  const body = serializeFinalSend(filled, 'card', pence(39_60), { ...facts, password: '' })
  expect(body.contact).not.toHaveProperty('password')
})

test('of a loaded order only the TAX code of the contact is used: the customer is the logged-in one', () => {
  const draft = { ...emptyDraft, contact: { ...emptyDraft.contact, vat: 'GB1' } }
  const visitor = { name: 'Ada King Byron', email: 'a@b.co', telephone: '0113 245 0000' }
  const { contact } = createOpeningDraft({
    stored: { draft, offer: null, isDayOffered: false, isPasswordStored: false },
    visitor,
    addresses: [],
    paymentMethods: card,
  })
  expect(contact).toEqual({ ...visitor, vat: 'GB1' })
})

test('a stored draft completes its stages; without a stored password the contact is incomplete', () => {
  const withoutMethod = { ...filled, paymentMethod: null }
  expect(listCompletedStages({ ...stored, draft: withoutMethod })).toEqual([1, 2])
  expect(listCompletedStages({ ...stored, draft: withoutMethod, isPasswordStored: false })).toEqual([2])
  expect(listCompletedStages(null)).toEqual([])
})

test('the session storage survives a reload, for the same customer only', () => {
  const session = { owner: '', completed: [1, 2] as const, draft: filled, chosenOffer: null }
  const text = serializeSession(session)
  expect(parseSession(text, '')).toEqual(session)
  expect(parseSession(text, 'ada@example.com')).toBeNull()
})

test('each loaded order has a key of its own in the session storage', () => {
  const keys = [
    toStorageKey({ quote_id: null, approval_id: null }),
    toStorageKey({ quote_id: 7, approval_id: null }),
    toStorageKey({ quote_id: null, approval_id: 7 }),
  ]
  expect(new Set(keys).size).toBe(3)
})

test('a draft of any content is parsed without an error, and a draft stays what it is', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (whole, delivery) => {
      expect(typeof parseDraft(whole).delivery.postcode).toBe('string')
      const draft = parseDraft({ ...filled, delivery })
      expect(parseDraft(draft)).toEqual(draft)
      parseSession(JSON.stringify({ owner: '', draft: whole, chosenOffer: delivery }), '')
    }),
  )
  expect(parseDraft(filled)).toEqual(filled)
})

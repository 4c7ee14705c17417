import { describe, expect, test } from 'vitest'
import { demoCountries } from '../../../lib/contact/countries.ts'
import { saveCheckout } from '../schemas.ts'
import { applySave, type SaveContext } from './apply-save.ts'
import { emptyDraft } from './draft.ts'

const leeds = {
  firstname: 'Ada',
  surname: 'Byron',
  address1: '1 High Street',
  town: 'Leeds',
  postcode: 'LS1 4DY',
  country: 'GB',
  telephone: '0113 245 0000',
}
const guest: SaveContext = {
  draft: emptyDraft,
  isPasswordStored: false,
  person: null,
  savedAddresses: [],
  countries: demoCountries,
  listOptions: () => [],
  listMethods: () => ['card'],
}
const apply = (body: object, context = guest) => applySave(saveCheckout.body.parse(body), context)

test('a part that is not in the body leaves the draft as it was', () => {
  const { draft, errors, error, isFinal } = apply({})
  expect(draft).toBe(emptyDraft)
  expect({ errors, error, isFinal }).toEqual({ errors: {}, error: null, isFinal: false })
})

test('a part is validated when its key is present, even when it is empty', () => {
  expect(Object.keys(apply({ contact: null }).errors)).toEqual(['name', 'email', 'password', 'telephone'])
  expect(apply({ delivery: {} }).error).toBe('The delivery address details you have provided are invalid.')
  expect(apply({ payment_method: '' }).errors).toEqual({ payment_method: 'Invalid payment method chosen.' })
})

test('an invalid part is not taken over, a valid one beside it is', () => {
  const { draft, error } = apply({ delivery: leeds, billing: { ...leeds, surname: '' } })
  expect(draft.delivery).toMatchObject({ ...leeds, id: null })
  expect(draft.billing).toEqual(emptyDraft.billing)
  expect(error).toBe('The billing address details you have provided are invalid.')
})

test('a delivery address that is for billing too becomes the billing address, unless one is sent', () => {
  const delivery = { ...leeds, save_as_billing: true }
  expect(apply({ delivery }).draft.billing).toMatchObject(leeds)
  const billing = { ...leeds, town: 'Bradford' }
  expect(apply({ delivery, billing }).draft.billing.town).toBe('Bradford')
})

test('an unknown id is not the typed address', () => {
  const { draft, errors } = apply({ delivery: { ...leeds, id: 7 } })
  expect(draft.delivery).toEqual(emptyDraft.delivery)
  expect(Object.keys(errors)).toEqual(['delivery'])
})

test('with payment method and billing the send is final, and its addresses are validated later', () => {
  const { isFinal, errors, draft } = apply({ payment_method: 'sagepay', billing: { ...leeds, surname: '' } })
  expect(isFinal).toBe(true)
  // A guest's contact is required at the end, whether it was sent or not.
  expect(Object.keys(errors)).toEqual(['name', 'email', 'password', 'telephone'])
  expect(draft.billing.address1).toBe('1 High Street')
})

describe('a body with a wrong type', () => {
  const parse = (body: object) => saveCheckout.body.safeParse(body)

  test.each([
    ['signed_in', { toString: 1 }],
    ['shown_total', { toString: 1 }],
    ['save_delivery_address', []],
    ['save_billing_address', {}],
    ['purchase_order', { a: 1 }],
    ['delivery_instructions', ['x']],
    ['delivery_arg', {}],
    ['quote_id', [1]],
    ['approval_id', {}],
  ])('in %s is refused by the name of the field', (field, value) => {
    expect(parse({ [field]: value }).error?.issues.map(({ path }) => path)).toEqual([[field]])
  })

  test.each(['contact', 'delivery', 'billing', 'delivery_method', 'payment_method'])(
    'in %s counts as empty, so that the message for an empty field answers it',
    field => {
      for (const value of [null, 7, [], ['x'], { toString: 1 }, { id: [1] }, true]) {
        expect(Object.keys(apply({ [field]: value, delivery_method: '' }).errors).length).toBeGreaterThan(0)
      }
    },
  )
})

describe('a delivery address in other letters than Latin ones (R-CHECKOUT-33)', () => {
  const sentence = 'The carrier needs this address in Latin letters (accents are fine).'
  const chinese = { ...leeds, firstname: '小明', surname: '王', company: '王氏 Ltd' }

  test('is refused beside each such field, and accents are not', () => {
    expect(apply({ delivery: chinese }).errors).toEqual({
      'delivery.firstname': sentence,
      'delivery.surname': sentence,
      'delivery.company': sentence,
    })
    expect(apply({ delivery: chinese }).draft.delivery).toEqual(emptyDraft.delivery)
    expect(
      apply({ delivery: { ...leeds, firstname: 'Zoë', surname: 'Łukasiewicz-O’Nguyễn' } }).error,
    ).toBeNull()
  })

  test('is fine for the bill', () => {
    expect(apply({ billing: chinese })).toMatchObject({ error: null, draft: { billing: { surname: '王' } } })
  })

  const saved = {
    id: 7,
    firstname: '小明',
    surname: '王',
    company: '',
    line_1: '1 High Street',
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
  }

  test('is refused when it was saved, unless it is one of the company’s books', () => {
    const body = { delivery: { id: 7 } }
    const { error, draft } = apply(body, { ...guest, savedAddresses: [saved] })
    expect(error).toBe(`${sentence} Change it in your account, or choose Add New Address.`)
    expect(draft.delivery.id).toBeNull()
    expect(apply(body, { ...guest, savedAddresses: [{ ...saved, imported: true }] }).error).toBeNull()
  })

  test('has delivery instructions in Latin letters too', () => {
    expect(apply({ delivery_instructions: 'позвоните' }).errors).toEqual({
      delivery_instructions:
        'The carrier needs the delivery instructions in Latin letters (accents are fine).',
    })
    expect(apply({ delivery_instructions: 'Gate 2½ – ring “Zoë” 😀' }).error).toBeNull()
  })
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { emptyAddress } from '../../../lib/contact/address.ts'
import { validateAddress } from '../../../lib/contact/address-checks.ts'
import { demoCountries } from '../../../lib/contact/countries.ts'
import { formatRemoval } from '../messages.ts'
import { saveCheckout } from '../schemas.ts'
import { removeFieldPrefix, validateContact, validateTaxCode } from './validate.ts'
import {
  type PlaceOrderInput,
  validateApprovalNote,
  validateInstructions,
  validatePlaceOrder,
} from './validate-order.ts'

const ada = {
  name: 'Ada Byron',
  email: 'ada@example.com',
  password: 'correct horse',
  telephone: '0113 245 0000',
  vat: '',
}
const leeds = {
  ...emptyAddress,
  firstname: 'Ada',
  surname: 'Byron',
  address1: '1 High Street',
  town: 'Leeds',
  postcode: 'LS1 4DY',
  telephone: '0113 245 0000',
}
const order: PlaceOrderInput = {
  deliveryOption: 'ND',
  paymentMethod: 'card',
  paymentMethods: ['card'],
  delivery: leeds,
  billing: leeds,
  isDeliveryImported: false,
  isBillingImported: false,
  countries: demoCountries,
  taxCode: '',
  instructions: '',
  purchaseOrder: '',
}

test('a new customer with all details has no errors', () => {
  expect(validateContact(ada)).toEqual({})
})

test('name, email, password and telephone are each required', () => {
  expect(validateContact({ name: ' ', email: '', password: '', telephone: '', vat: '' })).toEqual({
    name: 'Name is required.',
    email: 'Email is required.',
    password: 'Password is required.',
    telephone: 'Telephone is required.',
  })
})

test('an invalid email is refused', () => {
  expect(validateContact({ ...ada, email: 'ada@example' })).toEqual({ email: 'Email address not valid.' })
})

test('a password has 8 characters at least, unless one is stored already', () => {
  expect(validateContact({ ...ada, password: '1234567' }).password).toBe(
    'Password must be at least 8 characters.',
  )
  expect(validateContact({ ...ada, password: '' }, { isPasswordStored: true })).toEqual({})
})

test('telephone numbers may be written in any usual form', () => {
  for (const telephone of ['+44 (0)113 245-0000', '01132450000', '0113.245.0000 ext 12', '+353 1 234 5678']) {
    expect(validateContact({ ...ada, telephone })).toEqual({})
  }
  expect(validateContact({ ...ada, telephone: 'ring me' }).telephone).toBe('Telephone number not valid.')
})

test('each missing field of an address is named by its label', () => {
  expect(validateAddress({ ...emptyAddress, country: '' }, demoCountries)).toEqual({
    firstname: 'First name is invalid.',
    surname: 'Surname is invalid.',
    address1: 'Address line 1 is invalid.',
    town: 'Town is invalid.',
    postcode: 'Postcode is invalid.',
    country: 'Country is invalid.',
    telephone: 'Telephone is invalid.',
  })
})

test('company, second line and county are optional', () => {
  expect(validateAddress(leeds, demoCountries)).toEqual({})
})

test('a country outside the list is invalid', () => {
  expect(validateAddress({ ...leeds, country: 'FR' }, demoCountries)).toEqual({
    country: 'Country is invalid.',
  })
})

test("the trimmed postcode must match the country's pattern, however it is typed", () => {
  for (const postcode of [' sw1a-1aa. ', 'SW1A1AA', 'ls1 4dy'])
    expect(validateAddress({ ...leeds, postcode }, demoCountries)).toEqual({})
  expect(validateAddress({ ...leeds, postcode: 'D02 X285' }, demoCountries)).toEqual({
    postcode: 'Postcode is invalid',
  })
  expect(validateAddress({ ...leeds, postcode: 'D02 X285', country: 'IE' }, demoCountries)).toEqual({})
})

test('delivery to Norway needs a TAX code', () => {
  const norway = 'In order to process your order to Norway we will need your TAX code for customs purposes'
  expect(validateTaxCode('NO', '')).toEqual({ vat: norway })
  expect(validateTaxCode('GB', '')).toEqual({})
})

test('delivery instructions have 50 characters at most', () => {
  expect(validateInstructions('x'.repeat(50))).toEqual({})
  expect(validateInstructions('x'.repeat(51)).delivery_instructions).toMatch(/50 characters/)
})

test('a complete order may be placed', () => {
  expect(validatePlaceOrder(order)).toEqual({})
})

test('a delivery method must be chosen', () => {
  const refusal = { delivery_method: 'Invalid delivery method chosen.' }
  expect(validatePlaceOrder({ ...order, deliveryOption: '' })).toEqual(refusal)
})

test('a payment method must be chosen, and be allowed', () => {
  const refusal = { payment_method: 'Invalid payment method chosen.' }
  expect(validatePlaceOrder({ ...order, paymentMethod: '' })).toEqual(refusal)
  expect(validatePlaceOrder({ ...order, paymentMethod: 'account' })).toEqual(refusal)
})

test('each address is named when it has errors, a wrong country or a wrong postcode', () => {
  const both = (change: object) => {
    const { billing, delivery } = validatePlaceOrder({
      ...order,
      billing: { ...leeds, ...change },
      delivery: { ...leeds, ...change },
    })
    return [billing, delivery]
  }
  expect(both({ surname: '' })).toEqual([
    'Billing address contains errors.',
    'Delivery address contains errors.',
  ])
  expect(both({ country: 'FR' })).toEqual([
    'Billing country address is invalid.',
    'Delivery country address is invalid.',
  ])
  expect(both({ postcode: 'LS1' })).toEqual(['Billing postcode is invalid.', 'Delivery postcode is invalid.'])
})

test('at Place Order a postcode is required for GB only', () => {
  expect(validatePlaceOrder({ ...order, billing: { ...leeds, postcode: '' } }).billing).toBe(
    'Billing postcode is invalid.',
  )
  expect(validatePlaceOrder({ ...order, billing: { ...leeds, postcode: '', country: 'IE' } })).toEqual({})
})

test('on account, an imported address is not checked; by card it is', () => {
  const imported = {
    ...order,
    paymentMethods: ['account', 'card'],
    billing: { ...leeds, telephone: '' },
    isBillingImported: true,
  }
  expect(validatePlaceOrder({ ...imported, paymentMethod: 'account' })).toEqual({})
  expect(validatePlaceOrder(imported).billing).toBe('Billing address contains errors.')
})

test('the errors of a part lose its prefix', () => {
  expect(removeFieldPrefix('contact', { 'contact.email': 'a', name: 'b' })).toEqual({ email: 'a', name: 'b' })
})

test('the message names one item or several', () => {
  expect(formatRemoval(['a'])).toBe('Please remove this item from your basket.')
  expect(formatRemoval(['a', 'b'])).toBe('Please remove these items from your basket.')
})

test('any contact and address of a send can be parsed and validated', () => {
  fc.assert(
    fc.property(fc.anything(), fc.anything(), (contact, delivery) => {
      const body = saveCheckout.body.parse({ contact, delivery })
      if (body.contact) validateContact(body.contact)
      if (body.delivery) validateAddress(body.delivery, demoCountries)
    }),
  )
})

test('a PO number is kept whole up to 255 characters, and a longer one is refused instead of cut', () => {
  expect(validatePlaceOrder({ ...order, purchaseOrder: 'P'.repeat(255) })).toEqual({})
  expect(validatePlaceOrder({ ...order, purchaseOrder: 'P'.repeat(256) })).toEqual({
    purchase_order: 'A PO number can have 255 characters at most.',
  })
})

test('a note to the head buyer that is too long is refused at its field', () => {
  expect(validateApprovalNote('x'.repeat(500))).toEqual({})
  expect(validateApprovalNote('x'.repeat(501))).toEqual({
    approval_note: 'Note must be 500 characters or fewer.',
  })
})

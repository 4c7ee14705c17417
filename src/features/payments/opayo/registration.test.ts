import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { validateRegistration } from '../../../../demo/card-provider/validate-registration.ts'
import { pence } from '../../../lib/money.ts'
import type { OrderAddress } from '../../orders/order.ts'
import type { NewPayment } from '../provider.ts'
import { encodeForm } from './form.ts'
import {
  createRegistrationFields,
  findRefusedAddress,
  parseRegistration,
  supportsAmount,
} from './registration.ts'

const fitter: OrderAddress = {
  firstname: 'Sam',
  surname: 'Okafor',
  company: '',
  address1: '88 Mill Lane',
  address2: '',
  town: 'Leeds',
  county: '',
  postcode: 'LS1 4AB',
  country: 'GB',
  telephone: '0113 496 0000',
}
const payment: NewPayment = {
  reference: 'FHABCDEFGH-1-0a1b2c3d',
  amount: pence(5421),
  description: 'Filterhouse order FHABCDEFGH',
  notificationUrl: 'https://shop.example/payments/notification',
  billing: fitter,
  delivery: fitter,
  email: 'sam@example.com',
  clientIp: '203.0.113.9',
}
const fieldsOf = (changes: Partial<NewPayment> = {}) =>
  createRegistrationFields('filterhouse', { ...payment, ...changes })

describe('the register request', () => {
  test('carries the amount in pounds with two decimals', () => {
    expect(fieldsOf().Amount).toBe('54.21')
    expect(fieldsOf({ amount: pence(7) }).Amount).toBe('0.07')
    expect(fieldsOf({ amount: pence(10_000_000) }).Amount).toBe('100000.00')
  })

  test('is never made for nothing, or for more than the protocol takes', () => {
    expect([0, 1, 10_000_000, 10_000_001].map(amount => supportsAmount(pence(amount)))).toEqual([
      false,
      true,
      true,
      false,
    ])
    expect(() => fieldsOf({ amount: pence(0) })).toThrow(RangeError)
  })

  test('leaves out an IPv6 address, and unwraps an IPv4 one', () => {
    expect(fieldsOf({ clientIp: '2001:db8::1' })).not.toHaveProperty('ClientIPAddress')
    expect(fieldsOf({ clientIp: '::ffff:203.0.113.9' }).ClientIPAddress).toBe('203.0.113.9')
    expect(fieldsOf({ clientIp: '999.1.1.1' })).not.toHaveProperty('ClientIPAddress')
  })

  test('may do without a postcode in Ireland, and only there', () => {
    const withoutPostcode = { ...fitter, postcode: '' }
    expect(fieldsOf({ billing: { ...withoutPostcode, country: 'IE' } })).not.toHaveProperty('BillingPostCode')
    expect(fieldsOf({ billing: { ...withoutPostcode, country: 'HK' } }).BillingPostCode).toBe('000')
  })

  test('leaves out an e-mail address that Opayo would refuse', () => {
    for (const email of ['', 'a@b.example,c@d.example', `${'a'.repeat(80)}@example.com`])
      expect(fieldsOf({ email })).not.toHaveProperty('CustomerEMail')
  })

  test('keeps the letters of a name that latin-1 has', () => {
    const fields = fieldsOf({ billing: { ...fitter, surname: 'Łukaszewicz-D’Équevilley' } })
    expect(fields.BillingSurname).toBe("Lukaszewicz-D'Équevi")
  })

  test('is accepted by a provider that checks every field, whatever people type', () => {
    const text = fc.string({ unit: 'binary', maxLength: 120 })
    const address = fc.record({
      firstname: text,
      surname: text,
      company: text,
      address1: text,
      address2: text,
      town: text,
      county: text,
      postcode: text,
      telephone: text,
      country: fc.constantFrom('GB', 'IE', 'FR', 'JE'),
    })
    const any = fc.record({
      billing: address,
      delivery: address,
      description: text,
      email: fc.oneof(text, fc.emailAddress()),
      clientIp: fc.oneof(fc.ipV4(), fc.ipV6(), text),
      amount: fc.integer({ min: 1, max: 10_000_000 }).map(pence),
    })
    fc.assert(
      fc.property(any, typed => {
        const fields = fieldsOf({ ...typed })
        expect(validateRegistration(new Map(Object.entries(fields)), ['filterhouse'])).toBe(null)
        expect(encodeForm(fields)).toMatch(/^[\x21-\x7e]+$/)
      }),
    )
  })
})

describe('the answer', () => {
  const allowed = ['https://sandbox.opayo.eu.elavon.com']
  const good = {
    Status: 'OK',
    VPSTxId: '{11111111-2222-3333-4444-555555555555}',
    SecurityKey: 'ABCDEFGHIJ',
    NextURL: 'https://sandbox.opayo.eu.elavon.com/gateway/service/cardselection?vpstxid={1}',
  }

  test('OK and OK REPEATED both lead to the payment page', () => {
    for (const Status of ['OK', 'OK REPEATED'])
      expect(parseRegistration({ ...good, Status }, allowed)).toEqual({
        ok: true,
        providerTransactionId: good.VPSTxId,
        secret: good.SecurityKey,
        paymentPageUrl: good.NextURL,
      })
  })

  test('a refusal has its number as code, and names the address that it is about', () => {
    const refusal = (StatusDetail: string) => parseRegistration({ Status: 'INVALID', StatusDetail }, allowed)
    expect(refusal('5055 : A Postcode field contains Sam Okafor.')).toEqual({
      ok: false,
      reason: 'refused',
      code: 'INVALID 5055',
    })
    expect(refusal('3090 : The BillingSurname field is missing.')).toMatchObject({ reason: 'billing' })
    expect(findRefusedAddress('3090 : The BillingSurname field is missing.')).toBe('billing')
    expect(findRefusedAddress('5055 : The DeliveryPostCode is too long.')).toBe('delivery')
    expect(findRefusedAddress('4001 : The VendorName is invalid')).toBe(null)
  })

  test('an OK without its ids is unreadable', () => {
    for (const missing of ['VPSTxId', 'SecurityKey'])
      expect(parseRegistration({ ...good, [missing]: '' }, allowed)).toMatchObject({ code: 'UNREADABLE' })
  })

  test('a page on another origin is never framed', () => {
    expect(parseRegistration({ ...good, NextURL: 'https://evil.example/pay' }, allowed)).toMatchObject({
      ok: false,
      code: 'FOREIGN_NEXT_URL',
    })
  })
})

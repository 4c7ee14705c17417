import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { validateRegistration } from '../../demo/card-provider/validate-registration.ts'
import { pence } from '../shared/money.ts'
import {
  cardCanTake,
  nextUrlIsAllowed,
  type OpayoAddress,
  readRegistration,
  refusedAddress,
  registerFields,
  vendorTxCode,
} from './opayo.ts'
import { encodeForm } from './opayo-form.ts'

const fitter: OpayoAddress = {
  firstnames: 'Sam',
  surname: 'Okafor',
  address1: '88 Mill Lane',
  address2: '',
  address3: '',
  city: 'Leeds',
  postCode: 'LS1 4AB',
  country: 'GB',
  phone: '0113 496 0000',
}
const request = {
  vendor: 'filterhouse',
  vendorTxCode: 'FHABCDEFGH-1-0a1b2c3d',
  amount: pence(5421),
  description: 'Filterhouse order FHABCDEFGH',
  notificationUrl: 'https://shop.example/payments/notification',
  billing: fitter,
  delivery: fitter,
  email: 'sam@example.com',
  clientIp: '203.0.113.9',
}

describe('the register request', () => {
  test('carries the amount in pounds with two decimals', () => {
    expect(registerFields(request).Amount).toBe('54.21')
    expect(registerFields({ ...request, amount: pence(7) }).Amount).toBe('0.07')
    expect(registerFields({ ...request, amount: pence(10_000_000) }).Amount).toBe('100000.00')
  })

  test('is never made for nothing, or for more than the gateway takes', () => {
    expect([0, 1, 10_000_000, 10_000_001].map(amount => cardCanTake(pence(amount)))).toEqual([
      false,
      true,
      true,
      false,
    ])
    expect(() => registerFields({ ...request, amount: pence(0) })).toThrow(RangeError)
  })

  test('leaves out an IPv6 address, and unwraps an IPv4 one', () => {
    expect(registerFields({ ...request, clientIp: '2001:db8::1' })).not.toHaveProperty('ClientIPAddress')
    expect(registerFields({ ...request, clientIp: '::ffff:203.0.113.9' }).ClientIPAddress).toBe('203.0.113.9')
    expect(registerFields({ ...request, clientIp: '999.1.1.1' })).not.toHaveProperty('ClientIPAddress')
  })

  test('may do without a postcode in Ireland, and only there', () => {
    const nowhere = { ...fitter, postCode: '' }
    expect(registerFields({ ...request, billing: { ...nowhere, country: 'IE' } })).not.toHaveProperty(
      'BillingPostCode',
    )
    expect(registerFields({ ...request, billing: { ...nowhere, country: 'HK' } }).BillingPostCode).toBe('000')
  })

  test('leaves out an e-mail address that the gateway would refuse', () => {
    for (const email of ['', 'a@b.example,c@d.example', `${'a'.repeat(80)}@example.com`])
      expect(registerFields({ ...request, email })).not.toHaveProperty('CustomerEMail')
  })

  test('keeps the letters of a name that latin-1 has', () => {
    const fields = registerFields({ ...request, billing: { ...fitter, surname: 'Łukaszewicz-D’Équevilley' } })
    expect(fields.BillingSurname).toBe("Lukaszewicz-D'Équevi")
  })

  test('is taken by a gateway that checks every field, whatever people type', () => {
    const text = fc.string({ unit: 'binary', maxLength: 120 })
    const address = fc.record({
      firstnames: text,
      surname: text,
      address1: text,
      address2: text,
      address3: text,
      city: text,
      postCode: text,
      phone: text,
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
        const fields = registerFields({ ...request, ...typed })
        expect(validateRegistration(new Map(Object.entries(fields)), ['filterhouse'])).toBe(null)
        expect(encodeForm(fields)).toMatch(/^[\x21-\x7e]+$/)
      }),
    )
  })
})

test('a VendorTxCode names the order and the attempt, and fits the gateway', () => {
  expect(vendorTxCode('FHABCDEFGH', 2, '0a1b2c3d')).toBe('FHABCDEFGH-2-0a1b2c3d')
  expect(() => vendorTxCode('FHABCDEFGH', 1, 'x'.repeat(40))).toThrow(RangeError)
  expect(() => vendorTxCode('FH ABC', 1, 'x')).toThrow(RangeError)
})

describe('the answer of the gateway', () => {
  const allowed = ['https://sandbox.opayo.eu.elavon.com']
  const good = {
    Status: 'OK',
    VPSTxId: '{11111111-2222-3333-4444-555555555555}',
    SecurityKey: 'ABCDEFGHIJ',
    NextURL: 'https://sandbox.opayo.eu.elavon.com/gateway/service/cardselection?vpstxid={1}',
  }

  test('OK and OK REPEATED both lead on', () => {
    for (const Status of ['OK', 'OK REPEATED'])
      expect(readRegistration({ ...good, Status }, allowed)).toEqual({
        ok: true,
        vpsTxId: good.VPSTxId,
        securityKey: good.SecurityKey,
        nextUrl: good.NextURL,
      })
  })

  test('a refusal keeps the word and the detail of the gateway', () => {
    const detail = '5055 : A Postcode field contains invalid characters.'
    expect(readRegistration({ Status: 'INVALID', StatusDetail: detail }, allowed)).toEqual({
      ok: false,
      why: 'refused',
      status: 'INVALID',
      detail,
    })
    expect(refusedAddress('3090 : The BillingSurname field is missing.')).toBe('billing')
    expect(refusedAddress('5055 : The DeliveryPostCode is too long.')).toBe('delivery')
    expect(refusedAddress('4001 : The VendorName is invalid')).toBe(null)
  })

  test('an OK without its ids is unreadable', () => {
    for (const missing of ['VPSTxId', 'SecurityKey'])
      expect(readRegistration({ ...good, [missing]: '' }, allowed)).toMatchObject({ status: 'UNREADABLE' })
  })

  test('a page on another origin is never framed', () => {
    const foreign = [
      'https://evil.example/pay',
      'https://sandbox.opayo.eu.elavon.com.evil.example/pay',
      'https://sandbox.opayo.eu.elavon.com@evil.example/pay',
      'https://sandbox.opayo.eu.elavon.com:8443/pay',
      'https://sandbox.opayo.eu.elavon.com\\@evil.example/',
      'http://sandbox.opayo.eu.elavon.com/pay',
      'javascript:alert(1)//https://sandbox.opayo.eu.elavon.com/',
      '//sandbox.opayo.eu.elavon.com/pay',
      ' https://sandbox.opayo.eu.elavon.com/pay',
      'https://sandbox.opayo.eu.elavon.com/pay\r\nX: y',
      '',
    ]
    expect(foreign.filter(url => nextUrlIsAllowed(url, allowed))).toEqual([])
    expect(readRegistration({ ...good, NextURL: foreign[0]! }, allowed)).toMatchObject({
      ok: false,
      status: 'FOREIGN_NEXT_URL',
    })
  })

  test('what is judged to be allowed has that origin for a browser too', () => {
    const origins = ['https://pay.example', 'http://127.0.0.1:4000']
    const tail = fc.string({ unit: 'binary-ascii' })
    fc.assert(
      fc.property(fc.constantFrom(...origins), tail, (origin, rest) => {
        const url = origin + rest
        if (nextUrlIsAllowed(url, origins)) expect(new URL(url).origin).toBe(origin)
      }),
    )
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Fields, parseAnswer } from './form.ts'
import { outcomeByStatus, parsePaymentDetails, parseStatus, serializeReply } from './notification.ts'
import { calculateSignature, isSigned } from './opayo.server.ts'

const key = 'ABCDEFGHIJ'
const ids = { VPSTxId: '{11111111-2222-3333-4444-555555555555}', VendorTxCode: 'FS-10001-1' }
const paid: Fields = {
  ...ids,
  Status: 'OK',
  TxAuthNo: '2878376',
  AVSCV2: 'ALL MATCH',
  AddressResult: 'MATCHED',
  PostCodeResult: 'MATCHED',
  CV2Result: 'MATCHED',
  GiftAid: '0',
  '3DSecureStatus': 'OK',
  CAVV: 'AAABARR5kwAAAAAAAAAAAAAAAAA=',
  CardType: 'VISA',
  Last4Digits: '0006',
  DeclineCode: '00',
  ExpiryDate: '1228',
  BankAuthCode: '999777',
  ACSTransID: 'aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee',
  DSTransID: 'ffffffff-0000-1111-2222-333333333333',
  SchemeTraceID: 'SP999999999',
}

describe('the signature of a notification', () => {
  test('is the published one for a paid order', () => {
    expect(calculateSignature(paid, 'FilterShop', key)).toBe('EAA7898676F69753EEEE41C991BDB5D5')
  })

  test('is the published one for an abandoned payment, where most fields are absent', () => {
    const aborted = { ...ids, Status: 'ABORT', GiftAid: '0' }
    expect(calculateSignature(aborted, 'FilterShop', key)).toBe('78640B6039297E459CF28F9DE63C27BF')
  })

  test('holds in upper and lower case', () => {
    for (const VPSSignature of ['EAA7898676F69753EEEE41C991BDB5D5', 'eaa7898676f69753eeee41c991bdb5d5'])
      expect(isSigned({ ...paid, VPSSignature }, 'FilterShop', key)).toBe(true)
  })

  test('fails when it is missing, cut or calculated with another key', () => {
    const VPSSignature = 'EAA7898676F69753EEEE41C991BDB5D5'
    expect(isSigned(paid, 'FilterShop', key)).toBe(false)
    expect(isSigned({ ...paid, VPSSignature: 'EAA7' }, 'FilterShop', key)).toBe(false)
    expect(isSigned({ ...paid, VPSSignature }, 'FilterShop', 'ABCDEFGHIK')).toBe(false)
    expect(isSigned({ ...paid, VPSSignature }, 'OtherShop', key)).toBe(false)
  })

  test('fails when any one signed field is changed', () => {
    const VPSSignature = calculateSignature(paid, 'FilterShop', key)
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(paid)), fc.string({ minLength: 1 }), (name, added) => {
        const changed = { ...paid, VPSSignature, [name]: `${paid[name]}${added}` }
        expect(isSigned(changed, 'FilterShop', key)).toBe(false)
      }),
    )
  })
})

test('only OK is a payment, and an unknown status is none', () => {
  const isPaid = ([, outcome]: [string, string]) => outcome === 'paid'
  expect(Object.entries(outcomeByStatus).filter(isPaid)).toEqual([['OK', 'paid']])
  expect(parseStatus({ Status: 'ABORT' })).toBe('ABORT')
  for (const Status of ['ok', 'FINE', 'toString', '']) expect(parseStatus({ Status })).toBe(null)
  expect(parseStatus({})).toBe(null)
})

test('of a card only what fits its fields is stored', () => {
  expect(parsePaymentDetails(paid)).toEqual({
    detail: '',
    authorisationCode: '2878376',
    cardType: 'VISA',
    lastFour: '0006',
  })
  expect(parsePaymentDetails({ Last4Digits: '12', StatusDetail: 'x'.repeat(300) })).toEqual({
    detail: 'x'.repeat(255),
    authorisationCode: null,
    cardType: null,
    lastFour: null,
  })
})

describe('the reply to a notification', () => {
  const redirectUrl = 'https://shop.example/checkout/return/abc'

  test('starts with its status and has one field on each line', () => {
    expect(serializeReply({ status: 'OK', redirectUrl, detail: '' })).toBe(
      `Status=OK\r\nRedirectURL=${redirectUrl}`,
    )
  })

  test('cannot be made to have another line by its detail', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), detail => {
        const body = serializeReply({ status: 'INVALID', redirectUrl, detail })
        const parsed = parseAnswer(body)
        expect(parsed.ok && parsed.fields.Status).toBe('INVALID')
        expect(parsed.ok && parsed.fields.RedirectURL).toBe(redirectUrl)
        expect(body.split('\r\n').length).toBeLessThanOrEqual(3)
        expect(body).not.toMatch(/\r(?!\n)|(?<!\r)\n/)
        expect((parsed.ok && parsed.fields.StatusDetail)?.toString().length ?? 0).toBeLessThanOrEqual(255)
      }),
    )
    const split = serializeReply({ status: 'ERROR', redirectUrl, detail: 'a\r\nStatus=OK' })
    expect(split).toBe(`Status=ERROR\r\nRedirectURL=${redirectUrl}\r\nStatusDetail=a Status=OK`)
  })

  test('is never made with a URL that Opayo would refuse', () => {
    for (const bad of ['/checkout', 'https://shop.example/a\r\nb', `https://shop.example/${'a'.repeat(255)}`])
      expect(() => serializeReply({ status: 'OK', redirectUrl: bad, detail: '' })).toThrow(RangeError)
  })
})

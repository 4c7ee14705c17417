import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { verifySignature } from './opayo.server.ts'
import { type Fields, parseAnswer } from './opayo-form.ts'
import {
  answerNotification,
  notificationSignature,
  notificationStatuses,
  outcomeOf,
  statusOf,
} from './opayo-notification.ts'

const md5 = (latin1: string) => createHash('md5').update(latin1, 'latin1').digest('hex')
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
  test('is the known one for a paid order', () => {
    expect(notificationSignature(paid, 'FilterShop', key, md5)).toBe('EAA7898676F69753EEEE41C991BDB5D5')
  })

  test('is the known one for an abandoned payment, where most fields are absent', () => {
    const aborted = { ...ids, Status: 'ABORT', GiftAid: '0' }
    expect(notificationSignature(aborted, 'FilterShop', key, md5)).toBe('78640B6039297E459CF28F9DE63C27BF')
  })

  test('holds whatever the case of its letters', () => {
    for (const VPSSignature of ['EAA7898676F69753EEEE41C991BDB5D5', 'eaa7898676f69753eeee41c991bdb5d5'])
      expect(verifySignature({ ...paid, VPSSignature }, 'FilterShop', key)).toBe(true)
  })

  test('fails when it is missing, cut or made with another key', () => {
    const VPSSignature = 'EAA7898676F69753EEEE41C991BDB5D5'
    expect(verifySignature(paid, 'FilterShop', key)).toBe(false)
    expect(verifySignature({ ...paid, VPSSignature: 'EAA7' }, 'FilterShop', key)).toBe(false)
    expect(verifySignature({ ...paid, VPSSignature }, 'FilterShop', 'ABCDEFGHIK')).toBe(false)
    expect(verifySignature({ ...paid, VPSSignature }, 'OtherShop', key)).toBe(false)
  })

  test('fails when any one signed field is changed', () => {
    const VPSSignature = notificationSignature(paid, 'FilterShop', key, md5)
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(paid)), fc.string({ minLength: 1 }), (name, added) => {
        const changed = { ...paid, VPSSignature, [name]: `${paid[name]}${added}` }
        expect(verifySignature(changed, 'FilterShop', key)).toBe(false)
      }),
    )
  })
})

test('each status is known, and only OK is a payment', () => {
  expect(notificationStatuses.filter(status => outcomeOf[status] === 'paid')).toEqual(['OK'])
  expect(statusOf({ Status: 'ABORT' })).toBe('ABORT')
  expect(statusOf({ Status: 'ok' })).toBe(null)
  expect(statusOf({})).toBe(null)
})

describe('our answer to a notification', () => {
  const redirectUrl = 'https://shop.example/checkout/return/abc'

  test('starts with its status and has one field on each line', () => {
    expect(answerNotification({ status: 'OK', redirectUrl, detail: '' })).toBe(
      `Status=OK\r\nRedirectURL=${redirectUrl}`,
    )
  })

  test('cannot be made to hold a line more, whatever the detail says', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), detail => {
        const body = answerNotification({ status: 'INVALID', redirectUrl, detail })
        const read = parseAnswer(body)
        expect(read.ok && read.fields.Status).toBe('INVALID')
        expect(read.ok && read.fields.RedirectURL).toBe(redirectUrl)
        expect(body.split('\r\n').length).toBeLessThanOrEqual(3)
        expect(body).not.toMatch(/\r(?!\n)|(?<!\r)\n/)
        expect((read.ok && read.fields.StatusDetail)?.toString().length ?? 0).toBeLessThanOrEqual(255)
      }),
    )
    const split = answerNotification({ status: 'ERROR', redirectUrl, detail: 'a\r\nStatus=OK' })
    expect(split).toBe(`Status=ERROR\r\nRedirectURL=${redirectUrl}\r\nStatusDetail=a Status=OK`)
  })

  test('is not made with an address that the gateway would refuse', () => {
    for (const bad of ['/checkout', 'https://shop.example/a\r\nb', `https://shop.example/${'a'.repeat(255)}`])
      expect(() => answerNotification({ status: 'OK', redirectUrl: bad, detail: '' })).toThrow(RangeError)
  })
})

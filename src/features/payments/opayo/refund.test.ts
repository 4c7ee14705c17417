import { describe, expect, test } from 'vitest'
import { pence } from '../../../lib/money.ts'
import { createRefundFields, createVoidFields, parseRefundResult, parseVoidResult } from './refund.ts'

const payment = {
  reference: 'FHABCDEFGH-1-x',
  providerTransactionId: '{11111111-2222-3333-4444-555555555555}',
  secret: 'ABCDEFGHIJ',
  authorisationCode: '2878376',
}
const answer = (Status: string, StatusDetail: string) => ({ Status, StatusDetail })

test('a refund names the payment, its amount and a reference of its own', () => {
  const request = {
    payment,
    reference: 'FHABCDEFGH-1-R1',
    amount: pence(5),
    description: 'Refund',
    isRetry: false,
  }
  expect(createRefundFields('FilterShop', request)).toEqual({
    VPSProtocol: '4.00',
    TxType: 'REFUND',
    Vendor: 'FilterShop',
    VendorTxCode: 'FHABCDEFGH-1-R1',
    Amount: '0.05',
    Currency: 'GBP',
    Description: 'Refund',
    RelatedVPSTxId: payment.providerTransactionId,
    RelatedVendorTxCode: payment.reference,
    RelatedSecurityKey: payment.secret,
    RelatedTxAuthNo: payment.authorisationCode,
  })
})

test('a void has no amount and the reference of the payment itself', () => {
  expect(createVoidFields('FilterShop', payment)).toEqual({
    VPSProtocol: '4.00',
    TxType: 'VOID',
    Vendor: 'FilterShop',
    VendorTxCode: payment.reference,
    VPSTxId: payment.providerTransactionId,
    SecurityKey: payment.secret,
    TxAuthNo: payment.authorisationCode,
  })
})

describe('an answer', () => {
  test('means done, refused or unknown', () => {
    expect(parseRefundResult(answer('OK', '0000 : Fine.'), false).state).toBe('done')
    expect(parseRefundResult(answer('INVALID', '4035 : Too much.'), false).state).toBe('refused')
    expect(parseRefundResult(answer('NOTAUTHED', '2000 : Declined.'), true).state).toBe('refused')
    expect(parseRefundResult(answer('ERROR', '5003 : Internal.'), false).state).toBe('unknown')
    expect(parseRefundResult({}, false).state).toBe('unknown')
  })

  test('shows that an earlier request worked', () => {
    for (const number of ['4034', '4035']) {
      expect(parseRefundResult(answer('INVALID', `${number} : x`), true).state).toBe('done')
      expect(parseRefundResult(answer('INVALID', `${number} : x`), false).state).toBe('refused')
    }
    // No other request has the shop's own random reference.
    for (const isRetry of [true, false])
      expect(parseRefundResult(answer('INVALID', '4042 : x'), isRetry).state).toBe('done')
    expect(parseVoidResult(answer('INVALID', '4036 : Voided.')).state).toBe('done')
    expect(parseVoidResult(answer('INVALID', '5004 : State.')).state).toBe('refused')
  })

  test('is stored as its number: its text may repeat what somebody typed', () => {
    expect(parseRefundResult(answer('INVALID', '4035 : Sam Okafor'), false).code).toBe('INVALID 4035')
  })
})

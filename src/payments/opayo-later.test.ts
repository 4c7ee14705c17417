import { describe, expect, test } from 'vitest'
import { pence } from '../shared/money.ts'
import { readLater, refundFields, voidFields } from './opayo-later.ts'

const payment = {
  vendorTxCode: 'FHABCDEFGH-1-x',
  vpsTxId: '{11111111-2222-3333-4444-555555555555}',
  securityKey: 'ABCDEFGHIJ',
  txAuthNo: '2878376',
}
const answer = (Status: string, StatusDetail: string) => ({ Status, StatusDetail })

test('a refund names the payment, its amount and a code of its own', () => {
  expect(refundFields('FilterShop', 'FHABCDEFGH-1-R1', pence(5), 'Refund', payment)).toEqual({
    VPSProtocol: '4.00',
    TxType: 'REFUND',
    Vendor: 'FilterShop',
    VendorTxCode: 'FHABCDEFGH-1-R1',
    Amount: '0.05',
    Currency: 'GBP',
    Description: 'Refund',
    RelatedVPSTxId: payment.vpsTxId,
    RelatedVendorTxCode: payment.vendorTxCode,
    RelatedSecurityKey: payment.securityKey,
    RelatedTxAuthNo: payment.txAuthNo,
  })
})

test('a void carries no amount and the code of the payment itself', () => {
  expect(voidFields('FilterShop', payment)).toEqual({
    VPSProtocol: '4.00',
    TxType: 'VOID',
    Vendor: 'FilterShop',
    VendorTxCode: payment.vendorTxCode,
    VPSTxId: payment.vpsTxId,
    SecurityKey: payment.securityKey,
    TxAuthNo: payment.txAuthNo,
  })
})

describe('an answer', () => {
  test('is done, refused, or leaves it open', () => {
    expect(readLater('refund', answer('OK', '0000 : Fine.'), false).state).toBe('done')
    expect(readLater('refund', answer('INVALID', '4035 : Too much.'), false).state).toBe('refused')
    expect(readLater('refund', answer('NOTAUTHED', '2000 : Declined.'), true).state).toBe('refused')
    expect(readLater('refund', answer('ERROR', '5003 : Internal.'), false).state).toBe('unknown')
    expect(readLater('refund', {}, false).state).toBe('unknown')
  })

  test('to a question asked again says that the first was heard', () => {
    for (const number of ['4042', '4034', '4035']) {
      expect(readLater('refund', answer('INVALID', `${number} : x`), true).state).toBe('done')
      expect(readLater('refund', answer('INVALID', `${number} : x`), false).state).toBe('refused')
    }
    expect(readLater('void', answer('INVALID', '4036 : Voided.'), false).state).toBe('done')
    expect(readLater('void', answer('INVALID', '5004 : State.'), true).state).toBe('refused')
  })

  test('is noted by its number alone: its words may repeat what somebody typed', () => {
    expect(readLater('refund', answer('INVALID', '4035 : Sam Okafor'), false).detail).toBe('INVALID 4035')
  })
})

import { createHash, timingSafeEqual } from 'node:crypto'
import type { Fields } from './form.ts'

/**
 * The VPSSignature of a notification in upper-case hex. A field that is absent adds nothing. `securityKey` is the one
 * that came with the registration. Opayo has no stronger hash than MD5 (docs/decisions/006).
 */
export function calculateSignature(fields: Fields, vendor: string, securityKey: string): string {
  const value = (name: string) => fields[name] ?? ''
  const signed = [
    ...['VPSTxId', 'VendorTxCode', 'Status', 'TxAuthNo'].map(value),
    vendor.toLowerCase(),
    value('AVSCV2'),
    value('TxType') === 'TOKEN' ? value('Token') : '',
    securityKey,
    ...fieldsAfterKey.map(value),
  ].join('')
  return createHash('md5').update(signed, 'latin1').digest('hex').toUpperCase()
}

/** Compares in constant time. */
export function isSigned(fields: Fields, vendor: string, securityKey: string): boolean {
  const actual = Buffer.from((fields.VPSSignature ?? '').toUpperCase(), 'latin1')
  const expected = Buffer.from(calculateSignature(fields, vendor, securityKey), 'latin1')
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}

// Protocol 4.00; the last three are new in it. Without them every signature fails (omnipay-sagepay #198).
const fieldsAfterKey = [
  'AddressResult',
  'PostCodeResult',
  'CV2Result',
  'GiftAid',
  '3DSecureStatus',
  'CAVV',
  'AddressStatus',
  'PayerStatus',
  'CardType',
  'Last4Digits',
  'DeclineCode',
  'ExpiryDate',
  'FraudResponse',
  'BankAuthCode',
  'ACSTransID',
  'DSTransID',
  'SchemeTraceID',
] as const

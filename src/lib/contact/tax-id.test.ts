import { expect, test } from 'vitest'
import { isTaxIdAccepted, parseTaxId } from './tax-id.ts'

test.each([
  ['GB 980 7806 84', 'GB980780684', 'GB VAT', 'good'],
  ['980780684', '980780684', 'GB VAT', 'good'],
  ['GB980780685', 'GB980780685', 'GB VAT', 'wrong_check'],
  ['XI980780684', 'XI980780684', 'GB VAT', 'good'],
  ['gbgd001', 'GBGD001', 'GB VAT', 'good'],
  ['GBHA599', 'GBHA599', 'GB VAT', 'good'],
  ['GB980780684000', 'GB980780684000', 'GB VAT', 'good'],
  ['GB980780684000123', 'GB980780684000123', 'GB EORI', 'good'],
  ['IE6388047V', 'IE6388047V', 'IE VAT', 'good'],
  ['IE 3668997OH', 'IE3668997OH', 'IE VAT', 'good'],
  ['IE6388047W', 'IE6388047W', 'IE VAT', 'wrong_check'],
  ['974760673', '974760673', 'NO', 'good'],
  ['NO 974 760 673 MVA', 'NO974760673MVA', 'NO', 'good'],
  ['NO974760674', 'NO974760674', 'NO', 'wrong_check'],
  ['DE123456789', 'DE123456789', null, 'unknown'],
])('%s is read as %s: %s, %s', (typed, normalised, kind, status) => {
  expect(parseTaxId(typed)).toEqual({ raw: typed, normalised, kind, status })
})

test('an old Irish number with a letter in second place is checked as its new form', () => {
  // 1A23456 corresponds to 0234561: 0·8+2·7+3·6+4·5+5·4+6·3+1·2 = 92, 92 mod 23 = 0, W.
  expect(parseTaxId('IE1A23456W')?.status).toBe('good')
  expect(parseTaxId('IE1A23456A')?.status).toBe('wrong_check')
})

test('an empty field holds no code', () => {
  expect(parseTaxId(' - ')).toBe(null)
})

test('Norway requires a code; elsewhere it is optional', () => {
  expect(isTaxIdAccepted(null, 'NO')).toBe(false)
  expect(isTaxIdAccepted(parseTaxId('974760674'), 'NO')).toBe(true)
  expect(isTaxIdAccepted(parseTaxId('974760673'), 'NO')).toBe(true)
  expect(isTaxIdAccepted(parseTaxId('GB980780684'), 'NO')).toBe(true)
  expect(isTaxIdAccepted(parseTaxId('01018012345'), 'NO')).toBe(true)
  expect(isTaxIdAccepted(null, 'IE')).toBe(true)
  expect(isTaxIdAccepted(parseTaxId('IE6388047W'), 'IE')).toBe(true)
})

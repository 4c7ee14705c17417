import { expect, test } from 'vitest'
import { isTaxIdAccepted, parseEori, parseTaxId, parseVatNumber } from './tax-id.ts'

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

test.each([
  ['', '', null],
  ['GB 980 7806 84', 'GB980780684', null],
  ['980 7806 84', 'GB980780684', null],
  // Divided by 97 without a remainder, and with the offset of 55.
  ['GB123456782', 'GB123456782', null],
  ['GB123456727', 'GB123456727', null],
  ['GB980780685', 'GB980780685', 'check_digits'],
  ['XI980780685', 'XI980780685', 'check_digits'],
  ['GBGD001', 'GBGD001', null],
  ['IE6388047W', 'IE6388047W', 'check_digits'],
  ['DE 123 456 789', 'DE123456789', null],
  ['DE12345678', 'DE12345678', 'form'],
  ['NL123456789B01', 'NL123456789B01', null],
  ['NO974760673', 'NO974760673', 'form'],
  ['12345', 'GB12345', 'form'],
  ['ask them', 'ASKTHEM', 'form'],
])('the VAT number %s is %s: %s', (typed, number, fault) => {
  expect(parseVatNumber(typed)).toEqual({ number, fault })
})

test.each([
  ['', true],
  ['GB980780684000', true],
  ['XI 980780684000', true],
  ['GB980780685000', false],
  ['GB980780684', false],
  ['DE1234567', true],
  ['US1234567', false],
])('the EORI %s: %s', (typed, isValid) => expect(parseEori(typed).isValid).toBe(isValid))

import { expect, test } from 'vitest'
import { isTaxIdAccepted, parseEori, parseVatNumber } from './tax-id.ts'

test('Norway requires a code of any form; elsewhere it is optional', () => {
  expect(isTaxIdAccepted('', 'NO')).toBe(false)
  expect(isTaxIdAccepted(' - ', 'NO')).toBe(false)
  expect(isTaxIdAccepted('NO 974 760 673 MVA', 'NO')).toBe(true)
  expect(isTaxIdAccepted('01018012345', 'NO')).toBe(true)
  expect(isTaxIdAccepted('', 'IE')).toBe(true)
  expect(isTaxIdAccepted('IE6388047W', 'IE')).toBe(true)
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
  ['XI 980780684', 'XI980780684', null],
  ['gb 980780684000', 'GB980780684000', null],
  ['GBHA599', 'GBHA599', null],
  ['IE 6388047V', 'IE6388047V', null],
  ['IE 3668997OH', 'IE3668997OH', null],
  ['IE6388047W', 'IE6388047W', 'check_digits'],
  // 1A23456 corresponds to 0234561: 0·8+2·7+3·6+4·5+5·4+6·3+1·2 = 92, 92 mod 23 = 0, W.
  ['IE1A23456W', 'IE1A23456W', null],
  ['IE1A23456A', 'IE1A23456A', 'check_digits'],
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

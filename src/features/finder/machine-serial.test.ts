import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isBlankMachineSerial, parseMachineSerial } from './machine-serial.ts'

describe('the number on a plate', () => {
  test.each([
    ['2100000', '', 2100000],
    [' 02 100 000 ', '', 2100000],
    ['0002100000', '', 2100000],
    ['ABC 01234', 'ABC', 1234],
    ['abc-1234', 'ABC', 1234],
    ['ABC0', 'ABC', 0],
  ])('%s is read', (typed, prefix, number) => {
    expect(parseMachineSerial(typed)).toEqual({ prefix, number })
  })

  test('of a full PIN only characters 10 to 17 count', () => {
    expect(parseMachineSerial('JCB3CX4TC02100457')).toEqual({ prefix: '', number: 2100457 })
    expect(parseMachineSerial('jcb 3cx4t c 02100457')).toEqual({ prefix: '', number: 2100457 })
    expect(parseMachineSerial('CAT0320DHABC12345')).toEqual({ prefix: 'ABC', number: 12345 })
  })

  test.each(['', ' ', '0', '000', '-', 'JCB', '12A4', '1234567890123456', 'ABC 12 D'])(
    '"%s" is no plate number',
    typed => {
      expect(parseMachineSerial(typed)).toBeNull()
    },
  )

  test('spaces, separators, case and leading zeros make no difference', () => {
    const signs = fc.constantFrom('', ' ', '-', '.', '/')
    fc.assert(
      fc.property(
        fc.stringMatching(/^[A-Z]{0,3}$/),
        fc.integer({ min: 1, max: 99_999_999 }),
        fc.nat(2),
        signs,
        (prefix, number, zeros, sign) => {
          const typed = [prefix.toLowerCase(), '0'.repeat(zeros) + number].join(sign)
          expect(parseMachineSerial(typed)).toEqual({ prefix, number })
        },
      ),
    )
  })

  test('an empty number and 0 are blank; a word is not', () => {
    expect(['', ' ', '0', ' 00 '].every(isBlankMachineSerial)).toBe(true)
    expect(['7', 'JCB', 'A0'].some(isBlankMachineSerial)).toBe(false)
  })
})

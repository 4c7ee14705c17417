import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isBlankPlate, parsePlate } from './plate.ts'

describe('the number on a plate', () => {
  test.each([
    ['2100000', '', 2100000],
    [' 02 100 000 ', '', 2100000],
    ['0002100000', '', 2100000],
    ['ABC 01234', 'ABC', 1234],
    ['abc-1234', 'ABC', 1234],
    ['ABC0', 'ABC', 0],
  ])('%s is read', (typed, prefix, number) => {
    expect(parsePlate(typed)).toEqual({ prefix, number })
  })

  test('of a whole PIN only characters 10 to 17 count', () => {
    expect(parsePlate('JCB3CX4TC02100457')).toEqual({ prefix: '', number: 2100457 })
    expect(parsePlate('jcb 3cx4t c 02100457')).toEqual({ prefix: '', number: 2100457 })
    expect(parsePlate('CAT0320DHABC12345')).toEqual({ prefix: 'ABC', number: 12345 })
  })

  test.each(['', ' ', '0', '000', '-', 'JCB', '12A4', '1234567890123456', 'ABC 12 D'])(
    '"%s" is none',
    typed => {
      expect(parsePlate(typed)).toBeNull()
    },
  )

  test('spaces, signs, case and leading zeros never change it', () => {
    const signs = fc.constantFrom('', ' ', '-', '.', '/')
    fc.assert(
      fc.property(
        fc.stringMatching(/^[A-Z]{0,3}$/),
        fc.integer({ min: 1, max: 99_999_999 }),
        fc.nat(2),
        signs,
        (prefix, number, zeros, sign) => {
          const typed = [prefix.toLowerCase(), '0'.repeat(zeros) + number].join(sign)
          expect(parsePlate(typed)).toEqual({ prefix, number })
        },
      ),
    )
  })

  test('nothing and 0 are as if nothing had been typed; a word is not', () => {
    expect(['', ' ', '0', ' 00 '].every(isBlankPlate)).toBe(true)
    expect(['7', 'JCB', 'A0'].some(isBlankPlate)).toBe(false)
  })
})

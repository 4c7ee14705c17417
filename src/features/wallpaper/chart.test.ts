import { expect, test } from 'vitest'
import { cut, fitting, hoursText, squares } from './chart.ts'

const widthOf = (words: string) => [...words].length

test('a name that is too long for its panel says that it goes on', () => {
  expect(cut('Caterpillar', 11, widthOf)).toBe('Caterpillar')
  expect(cut('Caterpillar 320D', 12, widthOf)).toBe('Caterpillar…')
  expect(cut('Caterpillar', 1, widthOf)).toBe('')
})

test('fleet numbers that find no room are counted', () => {
  expect(fitting(['A1', 'A2', 'A3'], 5, widthOf)).toEqual({ shown: ['A1', 'A2'], rest: 1 })
  expect(fitting([], 5, widthOf)).toEqual({ shown: [], rest: 0 })
})

test('an interval is told in hours, or not at all', () => {
  expect(hoursText(1000)).toBe('every 1,000 h')
  expect(hoursText(null)).toBe('')
})

test('each dark square of a QR code is drawn where it is', () => {
  expect(
    squares([
      [true, false],
      [false, true],
    ]),
  ).toBe('M0 0h1v1h-1zM1 1h1v1h-1z')
})

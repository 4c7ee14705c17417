import { expect, test } from 'vitest'
import { parseNumberList } from './number-list.ts'

const makers = ['Donaldson', 'MANN-FILTER', 'Parker', 'Parker Racor', 'JCB', 'John Deere']

test.each([
  ['Donaldson P551712', 'Donaldson', 'P551712'],
  ['P551712\tDonaldson', 'Donaldson', 'P551712'],
  ['donaldson;P55-1712', 'Donaldson', 'P55-1712'],
  ['MANN W 950/26', 'MANN-FILTER', 'W 950/26'],
  ['W 950/26, Mann-Filter', 'MANN-FILTER', 'W 950/26'],
  ['Parker Racor R12T', 'Parker Racor', 'R12T'],
  ['32/925346 JCB', 'JCB', '32/925346'],
  ['RE504836 John Deere', 'John Deere', 'RE504836'],
  ['New Maker XZ 12 345', 'New Maker', 'XZ 12 345'],
  ['XZ 12 345 New Maker', 'New Maker', 'XZ 12 345'],
])('“%s” is a number of %s', (line, maker, code) => {
  expect(parseNumberList(line, makers)).toEqual({ numbers: [{ maker, code }] })
})

test.each([
  ['P551712', '“P551712” needs a maker and a number.'],
  ['Donaldson 10-Mar', expect.stringMatching(/turned into a date/)],
  [`Donaldson ${'9'.repeat(80)}`, expect.stringMatching(/longer than 60 characters/)],
])('“%s” is refused', (line, error) => {
  expect(parseNumberList(line, makers)).toEqual({ error })
})

test('a list has each number once, and empty lines do not count', () => {
  const list = 'Donaldson P551712\n\n  P55-1712 Donaldson\nJCB 32/925346\n'
  expect(parseNumberList(list, makers)).toEqual({
    numbers: [
      { maker: 'Donaldson', code: 'P55-1712' },
      { maker: 'JCB', code: '32/925346' },
    ],
  })
})

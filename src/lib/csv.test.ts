import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCsv } from '../../tests/support/csv.ts'
import { type CsvValue, toCsvCell, toCsvLine } from './csv.ts'
import { pence } from './money.ts'

test('a spreadsheet reads text that begins like a formula as text', () => {
  for (const text of ['=1+1', '+44 113', '-2', '@SUM(A1)', ' =1', '\t=1', '\n1', '\rA'])
    expect(toCsvCell(text)).toBe(`"'${text}"`)
  expect(['Filters - oil', 'a@b.example', '1=1', ''].map(toCsvCell)).toEqual([
    'Filters - oil',
    'a@b.example',
    '1=1',
    '',
  ])
})

test('numbers and amounts stay numbers, negative ones too', () => {
  const values: CsvValue[] = [-3, 0, { pence: pence(-1234) }, { pence: pence(5) }, { pence: pence(-5) }]
  expect(values.map(toCsvCell)).toEqual(['-3', '0', '-12.34', '0.05', '-0.05'])
})

test('whatever the text, a line is one record with as many cells as values', () => {
  const character = fc.constantFrom('"', ',', ';', '\r', '\n', '=', '-', 'a', ' ', "'")
  const value = fc.array(character, { maxLength: 8 }).map(characters => characters.join(''))
  fc.assert(
    fc.property(fc.array(value, { minLength: 1, maxLength: 5 }), values => {
      const [cells = []] = readCsv(toCsvLine(values))
      expect(cells.map((cell, nth) => (cell === values[nth] ? cell : cell.slice(1)))).toEqual(values)
      for (const cell of cells) expect(cell).not.toMatch(/^\s*[=+\-@]/)
    }),
  )
})

import { expect, test } from 'vitest'
import { parseDespatch, sortErrors } from './despatch-form.ts'

const typed = {
  lines: [
    { position: 1, quantity: '3' },
    { position: 2, quantity: '' },
  ],
  carrier: 'dpd',
  carrier_name: '',
  tracking: '15501234567890',
  collected_by: '',
  out_of_turn: false,
  part: false,
}

test('R-DESPATCH-1: lines that nothing is typed for are left out', () => {
  expect(parseDespatch(typed, false)).toEqual({ lines: [{ position: 1, quantity: 3 }], errors: {} })
})

test('R-DESPATCH-1: a line that is sent twice counts once, with both quantities', () => {
  expect(parseDespatch({ ...typed, lines: [...typed.lines, typed.lines[0]!] }, false)).toEqual({
    lines: [{ position: 1, quantity: 6 }],
    errors: {},
  })
})

test('R-DESPATCH-3: a quantity that cannot be read hides none of the others, and all errors are in the order of the form', () => {
  const lines = [
    { position: 7, quantity: '40' },
    { position: 2, quantity: 'x' },
  ]
  const parsed = parseDespatch({ ...typed, lines, carrier: '' }, false)
  expect(parsed.lines).toEqual([{ position: 7, quantity: 40 }])
  expect(Object.keys(sortErrors({ ...parsed.errors, part: '', 'quantity-7': '' }, { lines }))).toEqual([
    'quantity-7',
    'quantity-2',
    'part',
    'carrier',
  ])
})

test.each([
  [{ lines: [{ position: 4, quantity: '-1' }] }, 'quantity-4'],
  [{ lines: [{ position: 4, quantity: '1.5' }] }, 'quantity-4'],
  [{ carrier: '' }, 'carrier'],
  [{ carrier: 'toString' }, 'carrier'],
  [{ carrier: 'other' }, 'carrier-name'],
  [{ carrier: 'other', carrier_name: 'x'.repeat(41) }, 'carrier-name'],
  [{ tracking: 'x'.repeat(61) }, 'tracking'],
])('R-DESPATCH-3: %j is refused at its field', (changes, field) => {
  expect(parseDespatch({ ...typed, ...changes }, false).errors).toEqual({ [field]: expect.any(String) })
})

test('R-DESPATCH-5: goods at the counter need a name, and no carrier', () => {
  const collected = { ...typed, carrier: '', tracking: '' }
  expect(parseDespatch({ ...collected, collected_by: 'Sam Fitter' }, true)).toMatchObject({
    lines: [{ position: 1 }],
    errors: {},
  })
  expect(parseDespatch(collected, true).errors).toEqual({ 'collected-by': expect.any(String) })
})

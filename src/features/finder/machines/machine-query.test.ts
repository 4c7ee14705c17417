import { describe, expect, test } from 'vitest'
import { decideSearch } from './machine-query.ts'

const blank = {
  mode: 'make' as const,
  manufacturer: '',
  model: '',
  variant: '',
  serial_number: '',
  mach_number: '',
  page: 1,
}
const jcb = { ...blank, manufacturer: 'jcb' }

describe('a finder search', () => {
  test.each([
    ['nothing at all', blank],
    ['a make alone', jcb],
    ['a model without its make', { ...blank, model: '3cx' }],
    ['an empty mach number', { ...jcb, mach_number: '' }],
    ["the mach number '0'", { ...jcb, mach_number: '0' }],
    ["the serial number '000'", { ...jcb, serial_number: '000' }],
    ['a variant that is no number', { ...jcb, variant: '12; drop' }],
    ['a number that no plate has', { ...jcb, serial_number: 'what?' }],
  ])('finds nothing by %s', (_, query) => {
    expect(decideSearch(query, true)).toEqual({ kind: 'nothing' })
  })

  test('looks for a variant, with or without its make', () => {
    const query = { kind: 'machine', make: 'jcb', model: '3cx', variantId: 12 }
    expect(decideSearch({ ...jcb, model: '3cx', variant: '12' }, false)).toEqual({ kind: 'search', query })
    expect(decideSearch({ ...blank, variant: '12' }, false)).toMatchObject({ kind: 'search' })
  })

  test('uses the number, whatever model is sent with it', () => {
    expect(decideSearch({ ...jcb, model: '3cx', serial_number: '2100000' }, true)).toEqual({
      kind: 'search',
      query: {
        kind: 'plate',
        make: 'jcb',
        plateKind: 'serial',
        plate: { prefix: '', number: 2100000 },
        typed: '2100000',
      },
    })
    expect(decideSearch({ ...jcb, serial_number: '0', mach_number: '915000' }, true)).toMatchObject({
      query: { plateKind: 'mach', plate: { number: 915000 } },
    })
  })

  test('by a number is locked without the right, whatever the number', () => {
    expect(decideSearch({ ...jcb, serial_number: '2100000' }, false)).toEqual({ kind: 'locked' })
    expect(decideSearch({ ...jcb, mach_number: '1' }, false)).toEqual({ kind: 'locked' })
  })
})

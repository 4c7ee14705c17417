import { describe, expect, test } from 'vitest'
import { judgeSearch } from './question.ts'

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
    expect(judgeSearch(query, true)).toEqual({ kind: 'nothing' })
  })

  test('asks for a variant, with or without its make', () => {
    const question = { kind: 'machine', make: 'jcb', model: '3cx', variantId: 12 }
    expect(judgeSearch({ ...jcb, model: '3cx', variant: '12' }, false)).toEqual({ kind: 'ask', question })
    expect(judgeSearch({ ...blank, variant: '12' }, false)).toMatchObject({ kind: 'ask' })
  })

  test('goes by the number, whatever model is given beside it', () => {
    expect(judgeSearch({ ...jcb, model: '3cx', serial_number: '2100000' }, true)).toEqual({
      kind: 'ask',
      question: { kind: 'plate', make: 'jcb', plateKind: 'serial', plate: { prefix: '', number: 2100000 } },
    })
    expect(judgeSearch({ ...jcb, serial_number: '0', mach_number: '915000' }, true)).toMatchObject({
      question: { plateKind: 'mach', plate: { number: 915000 } },
    })
  })

  test('by a number is locked without the right, whatever the number', () => {
    expect(judgeSearch({ ...jcb, serial_number: '2100000' }, false)).toEqual({ kind: 'locked' })
    expect(judgeSearch({ ...jcb, mach_number: '1' }, false)).toEqual({ kind: 'locked' })
  })
})

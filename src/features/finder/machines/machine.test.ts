import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { modelTypes } from '../../../../demo/catalogue/machines/makes.ts'
import {
  decideSearch,
  formatMachineName,
  getMachineDrawingUrl,
  toPageMakes,
  toPanelMakes,
  toResultsHeading,
  toVariantSlug,
} from './machine.ts'

const jcb = { make: 'JCB', model: '3CX', modelType: 'Backhoe Loaders' }

test('the name of a machine does not repeat its model', () => {
  expect(formatMachineName({ ...jcb, variant: '3CX 2012-2018' })).toBe('JCB 3CX 2012-2018')
  expect(formatMachineName({ ...jcb, variant: '444 T2' })).toBe('JCB 3CX 444 T2')
  expect(formatMachineName({ ...jcb, variant: '3CXL' })).toBe('JCB 3CX 3CXL')
})

test('the heading names each machine of a serial number, and no variant for a whole model', () => {
  const one = { ...jcb, variant: '3CX 2012-2018' }
  const other = { ...jcb, model: '4CX', variant: '4CX 2010-' }
  expect(toResultsHeading([], true)).toEqual({ model: null, variantName: null, image: null })
  expect(toResultsHeading([one], true)).toEqual({
    model: '3CX',
    variantName: '3CX 2012-2018',
    image: '/machines/backhoe.svg',
  })
  expect(toResultsHeading([one, other], true)).toEqual({
    model: '3CX / 4CX',
    variantName: '3CX 2012-2018 / 4CX 2010-',
    image: null,
  })
  expect(toResultsHeading([one], false).variantName).toBeNull()
  const many = [1, 2, 3, 4, 5].map(n => ({ ...jcb, variant: `V${n}` }))
  expect(toResultsHeading(many, true).variantName).toBe('V1 / V2 / V3 and 2 more')
})

test('a variant has a slug from its name', () => {
  expect(toVariantSlug('3CX 2012-2018')).toBe('3cx-2012-2018')
  expect(toVariantSlug(' Höhe M / 4×4 ')).toBe('hohe-m-4-4')
})

test('the drawing of every kind of machine exists', () => {
  for (const type of [...Object.values(modelTypes), 'Something new']) {
    expect(existsSync(`public${getMachineDrawingUrl(type)}`), type).toBe(true)
  }
})

const makes = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ name: `Make ${at}`, slug: `make-${at}` }))

test('a page carries all makes of a small catalogue, and the first 300 of a large one', () => {
  expect(toPageMakes(makes(300))).toEqual({ makes: makes(300), isComplete: true })
  expect(toPageMakes(makes(2000))).toEqual({ makes: makes(300), isComplete: false })
})

test('the panel of a large catalogue offers its busiest makes', () => {
  const busiest = [{ url: '/filters/make-1999' }, { url: '/filters/make-7' }]
  expect(toPanelMakes(makes(300), busiest).isComplete).toBe(true)
  const few = toPanelMakes(makes(2000), busiest)
  expect(few).toEqual({ makes: [makes(2000)[7], makes(2000)[1999]], isComplete: false })
})

const blank = {
  mode: 'make' as const,
  manufacturer: '',
  model: '',
  variant: '',
  serial_number: '',
  mach_number: '',
  page: 1,
}
const jcb3cx = { ...blank, manufacturer: 'jcb' }

describe('a finder search', () => {
  test.each([
    ['nothing at all', blank],
    ['a make alone', jcb3cx],
    ['a model without its make', { ...blank, model: '3cx' }],
    ['an empty mach number', { ...jcb3cx, mach_number: '' }],
    ["the mach number '0'", { ...jcb3cx, mach_number: '0' }],
    ["the serial number '000'", { ...jcb3cx, serial_number: '000' }],
    ['a variant that is no number', { ...jcb3cx, variant: '12; drop' }],
    ['a number that no plate has', { ...jcb3cx, serial_number: 'what?' }],
  ])('finds nothing by %s', (_, query) => {
    expect(decideSearch(query, true)).toEqual({ kind: 'nothing' })
  })

  test('looks for a variant, with or without its make', () => {
    const query = { kind: 'machine', make: 'jcb', model: '3cx', variantId: 12 }
    expect(decideSearch({ ...jcb3cx, model: '3cx', variant: '12' }, false)).toEqual({ kind: 'search', query })
    expect(decideSearch({ ...blank, variant: '12' }, false)).toMatchObject({ kind: 'search' })
  })

  test('uses the number, whatever model is sent with it', () => {
    expect(decideSearch({ ...jcb3cx, model: '3cx', serial_number: '2100000' }, true)).toEqual({
      kind: 'search',
      query: {
        kind: 'plate',
        make: 'jcb',
        plateKind: 'serial',
        plate: { prefix: '', number: 2100000 },
        typed: '2100000',
      },
    })
    expect(decideSearch({ ...jcb3cx, serial_number: '0', mach_number: '915000' }, true)).toMatchObject({
      query: { plateKind: 'mach', plate: { number: 915000 } },
    })
  })

  test('by a number is locked without the right, whatever the number', () => {
    expect(decideSearch({ ...jcb3cx, serial_number: '2100000' }, false)).toEqual({ kind: 'locked' })
    expect(decideSearch({ ...jcb3cx, mach_number: '1' }, false)).toEqual({ kind: 'locked' })
  })
})

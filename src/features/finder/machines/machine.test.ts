import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { modelTypes } from '../../../../demo/catalogue/machines/makes.ts'
import { formatMachineName, getMachineDrawingUrl, toResultsHeading, toVariantSlug } from './machine.ts'

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

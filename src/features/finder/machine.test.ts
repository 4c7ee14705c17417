import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { modelTypes } from '../../../demo/catalogue/makes.ts'
import { formatMachineName, getMachineImage, toHeading, toVariantSlug } from './machine.ts'

const jcb = { make: 'JCB', model: '3CX', modelType: 'Backhoe Loaders' }

test('a machine is named without saying its model twice', () => {
  expect(formatMachineName({ ...jcb, variant: '3CX 2012-2018' })).toBe('JCB 3CX 2012-2018')
  expect(formatMachineName({ ...jcb, variant: '444 T2' })).toBe('JCB 3CX 444 T2')
  expect(formatMachineName({ ...jcb, variant: '3CXL' })).toBe('JCB 3CX 3CXL')
})

test('the heading names each machine behind a number, and no variant when a whole model was asked', () => {
  const one = { ...jcb, variant: '3CX 2012-2018' }
  const other = { ...jcb, model: '4CX', variant: '4CX 2010-' }
  expect(toHeading([], true)).toEqual({ model: null, variantName: null, image: null })
  expect(toHeading([one], true)).toEqual({
    model: '3CX',
    variantName: '3CX 2012-2018',
    image: '/machines/backhoe.svg',
  })
  expect(toHeading([one, other], true)).toEqual({
    model: '3CX / 4CX',
    variantName: '3CX 2012-2018 / 4CX 2010-',
    image: null,
  })
  expect(toHeading([one], false).variantName).toBeNull()
  const many = [1, 2, 3, 4, 5].map(n => ({ ...jcb, variant: `V${n}` }))
  expect(toHeading(many, true).variantName).toBe('V1 / V2 / V3 and 2 more')
})

test('a variant has an address by its name', () => {
  expect(toVariantSlug('3CX 2012-2018')).toBe('3cx-2012-2018')
  expect(toVariantSlug(' Höhe M / 4×4 ')).toBe('hohe-m-4-4')
})

test('every kind of machine has a drawing that is there', () => {
  for (const type of [...Object.values(modelTypes), 'Something new']) {
    expect(existsSync(`public${getMachineImage(type)}`), type).toBe(true)
  }
})

import { describe, expect, test } from 'vitest'
import { fleetNumbersOf, judgeList, type Known, machinesOf, quantityOf, rowsOf, type Sent } from './fields.ts'

const known: Known = { variant: { makeId: 1, modelId: 2 }, products: new Set([7, 8]) }
const form: Sent = {
  manufacturer_id: '1',
  machine_model_id: '2',
  model_variant_id: '3',
  name: 'Digger',
  fleet_numbers: '',
  products: [{ product_id: '7', quantity: '2' }],
}
const errorsOf = (changes: Partial<Sent>, isNew = true, knowing = known) => {
  const verdict = judgeList({ ...form, ...changes }, knowing, isNew)
  return verdict.accepted ? null : verdict.errors
}

describe('the form of a list', () => {
  test('is taken with its machine, its numbers and its rows in order', () => {
    const products = { 0: { product_id: '8', quantity: '' }, 1: { product_id: '7', quantity: '9999' } }
    expect(judgeList({ ...form, products, fleet_numbers: 'A,B' }, known, true)).toEqual({
      accepted: true,
      list: {
        name: 'Digger',
        machine: { makeId: 1, modelId: 2, variantId: 3 },
        fleetNumbers: ['A', 'B'],
        lines: [
          { productId: 8, quantity: 1 },
          { productId: 7, quantity: 9999 },
        ],
      },
    })
  })

  test('needs a machine whose parts belong together; the first that is wrong is told', () => {
    expect(errorsOf({ manufacturer_id: '5' })).toEqual({ manufacturer_id: 'Choose a manufacturer.' })
    expect(errorsOf({ machine_model_id: '5' })).toEqual({ machine_model_id: 'Choose a model.' })
    const unknown = { ...known, variant: null }
    expect(errorsOf({}, true, unknown)).toEqual({ model_variant_id: 'Choose a variant.' })
  })

  test('may leave the machine out where a list is edited, and then all of it', () => {
    const none = { manufacturer_id: '', machine_model_id: '', model_variant_id: '' }
    const without = { ...known, variant: null }
    expect(judgeList({ ...form, ...none }, without, false)).toMatchObject({
      accepted: true,
      list: { machine: null },
    })
    expect(Object.keys(errorsOf(none, true, without)!)).toHaveLength(3)
    expect(errorsOf({ manufacturer_id: '' }, false)).toEqual({ manufacturer_id: 'Choose a manufacturer.' })
  })

  test('is refused beside each field that is wrong', () => {
    const products = [
      { product_id: '9', quantity: '0' },
      { product_id: '7', quantity: '1' },
    ]
    expect(errorsOf({ name: '', fleet_numbers: 'x'.repeat(41), products })).toEqual({
      name: 'Give the list a name.',
      fleet_numbers: 'A fleet number has 40 characters at most. Put commas between them.',
      'products.0.product_id': 'That product is not in our catalogue.',
      'products.0.quantity': 'Enter a quantity from 1 to 9,999.',
    })
  })
})

test.each([
  ['', 1],
  ['7', 7],
  ['9999', 9999],
  ['0', null],
  ['-1', null],
  ['1.5', null],
  ['1e3', null],
  ['10000', null],
])('who types “%s” as quantity means %s', (typed, quantity) => {
  expect(quantityOf(typed)).toBe(quantity)
})

test('fleet numbers are parted by commas, each counted once', () => {
  expect(fleetNumbersOf(' Digger 4, 12-07,, Digger 4 ,')).toEqual(['Digger 4', '12-07'])
  expect(fleetNumbersOf('')).toEqual([])
})

test('a form without rows holds none, however it says so', () => {
  for (const products of [undefined, null, '', []] as const) expect(rowsOf({ ...form, products })).toEqual([])
})

test('a list is ordered for one machine, or for as many as somebody has', () => {
  expect(['', ' 3 ', '999'].map(machinesOf)).toEqual([1, 3, 999])
  expect(['0', '-1', '1000', '1.5', 'two'].map(machinesOf)).toEqual([null, null, null, null, null])
})

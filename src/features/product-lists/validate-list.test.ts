import { describe, expect, test } from 'vitest'
import {
  type CatalogueFacts,
  type ListInput,
  listInputRows,
  parseFleetNumbers,
  parseListQuantity,
  parseMachineCount,
  validateList,
} from './validate-list.ts'

const catalogue: CatalogueFacts = { variant: { makeId: 1, modelId: 2 }, products: new Set([7, 8]) }
const form: ListInput = {
  manufacturer_id: '1',
  machine_model_id: '2',
  model_variant_id: '3',
  name: 'Digger',
  fleet_numbers: '',
  products: [{ product_id: '7', quantity: '2' }],
}
const errorsOf = (changes: Partial<ListInput>, isNew = true, facts = catalogue) => {
  const validation = validateList({ ...form, ...changes }, facts, isNew)
  return validation.ok ? null : validation.reason
}

describe('the form of a list', () => {
  test('is accepted with its machine, its fleet numbers and its rows in order', () => {
    const products = { 0: { product_id: '8', quantity: '' }, 1: { product_id: '7', quantity: '9999' } }
    expect(validateList({ ...form, products, fleet_numbers: 'A,B' }, catalogue, true)).toEqual({
      ok: true,
      list: {
        name: 'Digger',
        machine: { makeId: 1, modelId: 2, variantId: 3 },
        fleetNumbers: ['A', 'B'],
        lines: [
          { productId: 8, quantity: 1, entry: {} },
          { productId: 7, quantity: 9999, entry: {} },
        ],
      },
    })
  })

  test('needs a make, model and variant that belong together; only the first wrong one is reported', () => {
    expect(errorsOf({ manufacturer_id: '5' })).toEqual({ manufacturer_id: 'Choose a manufacturer.' })
    expect(errorsOf({ machine_model_id: '5' })).toEqual({ machine_model_id: 'Choose a model.' })
    const unknownVariant = { ...catalogue, variant: null }
    expect(errorsOf({}, true, unknownVariant)).toEqual({ model_variant_id: 'Choose a variant.' })
  })

  test('may leave out the whole machine when a list is edited, but not a part of it', () => {
    const none = { manufacturer_id: '', machine_model_id: '', model_variant_id: '' }
    const withoutVariant = { ...catalogue, variant: null }
    expect(validateList({ ...form, ...none }, withoutVariant, false)).toMatchObject({
      ok: true,
      list: { machine: null },
    })
    expect(Object.keys(errorsOf(none, true, withoutVariant)!)).toHaveLength(3)
    expect(errorsOf({ manufacturer_id: '' }, false)).toEqual({ manufacturer_id: 'Choose a manufacturer.' })
  })

  test('is refused with a message for each wrong field', () => {
    const products = [
      { product_id: '9', quantity: '0' },
      { product_id: '7', quantity: '1' },
    ]
    expect(errorsOf({ name: '', fleet_numbers: 'x'.repeat(41), products })).toEqual({
      name: 'Give the list a name.',
      fleet_numbers: 'A fleet number can have up to 40 characters. Put commas between fleet numbers.',
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
])('the quantity “%s” is parsed as %s', (text, quantity) => {
  expect(parseListQuantity(text)).toBe(quantity)
})

test('fleet numbers are separated by commas, and duplicates are removed', () => {
  expect(parseFleetNumbers(' Digger 4, 12-07,, Digger 4 ,')).toEqual(['Digger 4', '12-07'])
  expect(parseFleetNumbers('')).toEqual([])
})

test('a form without rows has none, in each way to leave them out', () => {
  for (const products of [undefined, null, '' as const, []])
    expect(listInputRows({ ...form, products })).toEqual([])
})

test('a list is ordered for 1 to 999 machines, an empty field meaning one', () => {
  expect(['', ' 3 ', '999'].map(parseMachineCount)).toEqual([1, 3, 999])
  expect(['0', '-1', '1000', '1.5', 'two'].map(parseMachineCount)).toEqual([null, null, null, null, null])
})

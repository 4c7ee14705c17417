import { describe, expect, test } from 'vitest'
import type { Manufacturer } from '../../finder/schemas.ts'
import {
  addFormLine,
  addMissing,
  changeLine,
  emptyTypedEntry,
  getMachineIds,
  getMissingChoice,
  hasSameValues,
  type ListFormValues,
  listRemainingErrors,
  type NewRow,
  parseStoredForm,
  removeLine,
  setMake,
  setModel,
  toFormErrors,
  toRequestBody,
  validateForm,
} from './form-state.ts'

const empty: ListFormValues = { name: '', fleetNumbers: '', make: '', model: '', variant: '', lines: [] }
const line = (productId: number, quantity = '1'): NewRow => ({
  productId,
  code: `P${productId}`,
  title: 'Filter',
  picture: null,
  quantity,
  entry: emptyTypedEntry,
})
const jcb: Manufacturer = {
  id: 1,
  name: 'JCB',
  slug: 'jcb',
  model_types: [
    {
      id: 1,
      name: 'Loaders',
      models: [{ id: 2, name: '3CX', slug: '3cx', variants: [{ id: 3, name: 'A' }] }],
    },
  ],
  serial_numbers_count: 0,
  show_mach_number: false,
}

describe('the form of a list', () => {
  test('clears model and variant with another make, and chooses a single variant itself', () => {
    const chosen = { ...empty, make: 'jcb', model: '3cx', variant: '3' }
    expect(setMake(chosen, 'cat')).toMatchObject({ make: 'cat', model: '', variant: '' })
    expect(setModel(empty, '3cx', [{ id: 3 }]).variant).toBe('3')
    expect(setModel(chosen, '4cx', [{ id: 3 }, { id: 4 }]).variant).toBe('')
  })

  test('increases the quantity of a product that is added again; a suggestion adds only missing products', () => {
    const once = addFormLine(empty, line(7, '2'))
    expect(addFormLine(once, line(7, '3')).lines.map(({ quantity }) => quantity)).toEqual(['5'])
    expect(addFormLine(once, line(7, '9999')).lines[0]!.quantity).toBe('10001')
    const both = addMissing(once, [line(7), line(8)])
    expect(both.lines.map(({ productId, quantity, key }) => [productId, quantity, key])).toEqual([
      [7, '2', 1],
      [8, '1', 2],
    ])
    expect(removeLine(both, 1).lines.map(({ productId }) => productId)).toEqual([8])
  })

  test('names the next choice that a new list needs before it can be saved', () => {
    expect(getMissingChoice(empty)).toBe('Choose a manufacturer first.')
    expect(getMissingChoice({ ...empty, make: 'jcb' })).toBe('Choose a model first.')
    expect(getMissingChoice({ ...empty, make: 'jcb', model: '3cx' })).toBe('Choose a variant first.')
    expect(getMissingChoice({ ...empty, make: 'jcb', model: '3cx', variant: '3' })).toBe('')
  })

  test('accepts an unchanged machine, even one that the catalogue has lost, and otherwise needs a complete one', () => {
    const lost = { ...empty, name: 'A', make: 'jcb', model: '3cx' }
    expect(validateForm({ ...lost, name: 'B' }, lost)).toEqual({})
    expect(validateForm({ ...lost, make: 'cat', model: '' }, lost)).toEqual({
      machine_model_id: 'Choose a model.',
    })
    expect(validateForm({ ...lost, make: '', model: '' }, lost)).toEqual({
      manufacturer_id: 'Choose a manufacturer.',
    })
  })

  test('shows an error of the server until its field is changed', () => {
    const before = { ...empty, name: 'A', fleetNumbers: 'x' }
    const errors = { fleet_numbers: 'Too long.', name: 'Taken.' }
    const after = { ...before, name: 'B' }
    expect(listRemainingErrors(errors, before, after, empty)).toEqual({ fleet_numbers: 'Too long.' })
    expect(
      listRemainingErrors({ name: 'Give the list a name.' }, empty, { ...empty, name: ' ' }, empty),
    ).toHaveProperty('name')
  })

  test('shows an error of the server beside its row', () => {
    const form = removeLine(addMissing(empty, [line(7), line(8)]), 1)
    expect(toFormErrors(form, { 'products.0.quantity': ['Too many.'], name: ['No.'] })).toEqual({
      'line-2': 'Too many.',
      name: 'No.',
    })
    expect(Object.keys(validateForm(changeLine(form, 2, { quantity: '0' }), form))).toEqual([
      'name',
      'line-2',
    ])
  })

  test('sends the ids of the machine, and none while they are not loaded', () => {
    const form = {
      ...empty,
      make: 'jcb',
      model: '3cx',
      variant: '3',
      name: 'A',
      lines: [{ ...line(7, '2'), key: 4 }],
    }
    expect(toRequestBody(form, getMachineIds(form, jcb), 5)).toMatchObject({
      manufacturer_id: '1',
      machine_model_id: '2',
      model_variant_id: '3',
      name: 'A',
      fleet_numbers: '',
      products: [{ product_id: 7, quantity: '2', reference: '' }],
      version: 5,
    })
    expect(getMachineIds(form, null).variantId).toBe('')
    expect(getMachineIds({ ...form, variant: '99' }, jcb).makeId).toBe('')
  })
})

test('a form is restored from browser storage, and anything else there is ignored', () => {
  const form = addFormLine({ ...empty, name: 'A' }, line(7))
  const restored = parseStoredForm(JSON.parse(JSON.stringify(form)))!
  expect(hasSameValues(restored, form)).toBe(true)
  expect(hasSameValues(restored, changeLine(form, 1, { quantity: '2' }))).toBe(false)
  for (const broken of [null, 7, {}, { ...form, name: 1 }, { ...form, lines: [{}] }, { ...form, lines: 'x' }])
    expect(parseStoredForm(broken)).toBe(null)
})

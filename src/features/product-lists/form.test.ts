import { describe, expect, test } from 'vitest'
import type { Manufacturer } from '../finder/schemas.ts'
import {
  addLine,
  addMissing,
  bodyOf,
  chooseMake,
  chooseModel,
  type Form,
  isSame,
  type NewLine,
  readForm,
  removeLine,
  setQuantity,
} from './form.ts'
import { checkForm, errorsOf, machineIds, missingChoice, stillWrong } from './form-checks.ts'

const empty: Form = { name: '', fleetNumbers: '', make: '', model: '', variant: '', lines: [] }
const line = (productId: number, quantity = '1'): NewLine => ({
  productId,
  code: `P${productId}`,
  title: 'Filter',
  picture: null,
  quantity,
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

describe('who fills in a list', () => {
  test('clears model and variant with another make, and needs not choose where there is one variant', () => {
    const chosen = { ...empty, make: 'jcb', model: '3cx', variant: '3' }
    expect(chooseMake(chosen, 'cat')).toMatchObject({ make: 'cat', model: '', variant: '' })
    expect(chooseModel(empty, '3cx', [{ id: 3 }]).variant).toBe('3')
    expect(chooseModel(chosen, '4cx', [{ id: 3 }, { id: 4 }]).variant).toBe('')
  })

  test('adds a product again and has more of it; a suggestion adds only what is missing', () => {
    const once = addLine(empty, line(7, '2'))
    expect(addLine(once, line(7, '3')).lines.map(({ quantity }) => quantity)).toEqual(['5'])
    expect(addLine(once, line(7, '9999')).lines[0]!.quantity).toBe('9999')
    const both = addMissing(once, [line(7), line(8)])
    expect(both.lines.map(({ productId, quantity, key }) => [productId, quantity, key])).toEqual([
      [7, '2', 1],
      [8, '1', 2],
    ])
    expect(removeLine(both, 1).lines.map(({ productId }) => productId)).toEqual([8])
  })

  test('is told what still has to be chosen before a new list can be saved', () => {
    expect(missingChoice(empty)).toBe('Choose a manufacturer first.')
    expect(missingChoice({ ...empty, make: 'jcb' })).toBe('Choose a model first.')
    expect(missingChoice({ ...empty, make: 'jcb', model: '3cx' })).toBe('Choose a variant first.')
    expect(missingChoice({ ...empty, make: 'jcb', model: '3cx', variant: '3' })).toBe('')
  })

  test('may leave the machine of an old list as it is, also one that the catalogue has lost, or choose a whole one', () => {
    const lost = { ...empty, name: 'A', make: 'jcb', model: '3cx' }
    expect(checkForm({ ...lost, name: 'B' }, lost)).toEqual({})
    expect(checkForm({ ...lost, make: 'cat', model: '' }, lost)).toEqual({
      machine_model_id: 'Choose a model.',
    })
    expect(checkForm({ ...lost, make: '', model: '' }, lost)).toEqual({
      manufacturer_id: 'Choose a manufacturer.',
    })
  })

  test('sees a refusal until he has changed that very field', () => {
    const before = { ...empty, name: 'A', fleetNumbers: 'x' }
    const errors = { fleet_numbers: 'Too long.', name: 'Taken.' }
    const after = { ...before, name: 'B' }
    expect(stillWrong(errors, before, after, empty)).toEqual({ fleet_numbers: 'Too long.' })
    expect(
      stillWrong({ name: 'Give the list a name.' }, empty, { ...empty, name: ' ' }, empty),
    ).toHaveProperty('name')
  })

  test('sees the server’s word beside the row it is about', () => {
    const form = removeLine(addMissing(empty, [line(7), line(8)]), 1)
    expect(errorsOf(form, { 'products.0.quantity': ['Too many.'], name: ['No.'] })).toEqual({
      'line-2': 'Too many.',
      name: 'No.',
    })
    expect(Object.keys(checkForm(setQuantity(form, 2, '0'), form))).toEqual(['name', 'line-2'])
  })

  test('sends the numbers of his machine, and none while they are not known', () => {
    const form = {
      ...empty,
      make: 'jcb',
      model: '3cx',
      variant: '3',
      name: 'A',
      lines: [{ ...line(7, '2'), key: 4 }],
    }
    expect(bodyOf(form, machineIds(form, jcb), 5)).toEqual({
      manufacturer_id: '1',
      machine_model_id: '2',
      model_variant_id: '3',
      name: 'A',
      fleet_numbers: '',
      products: [{ product_id: 7, quantity: '2' }],
      version: 5,
    })
    expect(machineIds(form, null).variantId).toBe('')
    expect(machineIds({ ...form, variant: '99' }, jcb).makeId).toBe('')
  })
})

test('what a tab kept is read again, and nothing that is no form', () => {
  const form = addLine({ ...empty, name: 'A' }, line(7))
  const read = readForm(JSON.parse(JSON.stringify(form)))!
  expect(isSame(read, form)).toBe(true)
  expect(isSame(read, setQuantity(form, 1, '2'))).toBe(false)
  for (const broken of [null, 7, {}, { ...form, name: 1 }, { ...form, lines: [{}] }, { ...form, lines: 'x' }])
    expect(readForm(broken)).toBe(null)
})

import { describe, expect, test } from 'vitest'
import {
  chooseManufacturer,
  chooseModel,
  chooseVariant,
  enterMachNumber,
  enterQuery,
  enterSerial,
  getRequestKind,
  goToPage,
  hasSameRows,
  switchMethod,
  toggleAttributeOption,
} from './choose.ts'
import { type FinderState, nothingChosen } from './hash.ts'

const chosen: FinderState = {
  ...nothingChosen,
  mode: 'make',
  manufacturer: 'jcb',
  model: '3cx',
  variant: '12',
  page: 3,
}

describe('a choice', () => {
  test('of a manufacturer clears model, variant and page', () => {
    expect(chooseManufacturer(chosen, 'kubota')).toEqual({
      ...nothingChosen,
      mode: 'make',
      manufacturer: 'kubota',
    })
  })
  test('of a manufacturer beside a number clears the number and keeps its field', () => {
    const next = chooseManufacturer(enterSerial(chosen, '7'), 'kubota')
    expect(next).toMatchObject({ manufacturer: 'kubota', byPlate: true, serial: '' })
  })
  test('of a model clears the variant; the only variant is chosen with it', () => {
    const two = [{ id: 1 }, { id: 2 }]
    expect(chooseModel(chosen, '4cx', two)).toMatchObject({
      manufacturer: 'jcb',
      model: '4cx',
      variant: '',
      page: 1,
    })
    expect(chooseModel(chosen, '4cx', [{ id: 9 }]).variant).toBe('9')
  })
  test('of a variant starts at the first page', () => {
    expect(chooseVariant(chosen, '13')).toMatchObject({ model: '3cx', variant: '13', page: 1 })
  })
  test('of a number replaces the model and the other number', () => {
    const serial = enterSerial(chosen, ' 2100000 ')
    expect(serial).toMatchObject({ manufacturer: 'jcb', model: '', variant: '', serial: '2100000', page: 1 })
    expect(enterMachNumber(serial, '915000')).toMatchObject({ serial: '', machNumber: '915000' })
  })
  test('of an option adds it, and removes it the second time', () => {
    const one = toggleAttributeOption(nothingChosen, 'type', 'Cabin filter')
    expect(one).toMatchObject({ mode: 'type', attributes: { type: ['Cabin filter'] } })
    const two = toggleAttributeOption(one, '7', '93')
    expect(toggleAttributeOption(two, 'type', 'Cabin filter').attributes).toEqual({ '7': ['93'] })
  })
  test('of another method keeps what applies to it', () => {
    expect(switchMethod(chosen, 'plate')).toMatchObject({ manufacturer: 'jcb', model: '', byPlate: true })
    expect(switchMethod(chosen, 'search')).toMatchObject({ mode: 'search', manufacturer: '' })
  })
})

describe('a request is sent', () => {
  test('not for a make alone, and not for a model alone', () => {
    expect(getRequestKind({ ...chosen, model: '', variant: '' })).toBeNull()
    expect(getRequestKind({ ...chosen, variant: '' })).toBeNull()
    expect(getRequestKind(chosen)).toBe('finder')
  })
  test.each(['', '0', ' 00 '])('not for the number "%s"', typed => {
    expect(getRequestKind(enterMachNumber(chosen, typed))).toBeNull()
    expect(getRequestKind(enterSerial(chosen, typed))).toBeNull()
  })
  test('for a number of a make', () => {
    expect(getRequestKind(enterSerial(chosen, '7'))).toBe('finder')
    expect(getRequestKind(enterSerial(nothingChosen, '7'))).toBeNull()
  })
  test('in search and type mode not when query and filters are both empty', () => {
    expect(getRequestKind(enterQuery(nothingChosen, '  '))).toBeNull()
    expect(getRequestKind({ ...nothingChosen, mode: 'type' })).toBeNull()
    expect(getRequestKind(enterQuery(nothingChosen, 'oil'))).toBe('search')
    expect(getRequestKind(toggleAttributeOption(nothingChosen, 'type', 'x'))).toBe('search')
  })
})

describe('rows stay visible', () => {
  test('while the page number or a checkbox changes', () => {
    expect(hasSameRows(chosen, goToPage(chosen, 4))).toBe(true)
    const one = toggleAttributeOption(nothingChosen, 'type', 'x')
    expect(hasSameRows(one, toggleAttributeOption(one, '7', '93'))).toBe(true)
  })
  test('never after another manufacturer, model, variant or number', () => {
    for (const next of [
      chooseManufacturer(chosen, 'kubota'),
      chooseModel(chosen, '4cx', []),
      chooseVariant(chosen, '13'),
      enterSerial(chosen, '7'),
      enterQuery(chosen, 'oil'),
    ]) {
      expect(hasSameRows(chosen, next)).toBe(false)
    }
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  chooseManufacturer,
  chooseModel,
  chooseVariant,
  enterMachNumber,
  enterQuery,
  enterSerial,
  type FinderState,
  formatHash,
  getRequestKind,
  goToPage,
  hasSameRows,
  nothingChosen,
  parseHash,
  switchMethod,
  toggleAttributeOption,
} from './hash.ts'

const make: FinderState = { ...nothingChosen, mode: 'make', manufacturer: 'jcb' }

describe('the hash of the finder', () => {
  test.each<[string, FinderState]>([
    ['#make?manufacturer=jcb&model=3cx&variant=12&page=2', { ...make, model: '3cx', variant: '12', page: 2 }],
    ['#make?manufacturer=jcb&serial=2100000', { ...make, byPlate: true, serial: '2100000' }],
    ['#make?manufacturer=jcb&mach_number=915000', { ...make, byPlate: true, machNumber: '915000' }],
    ['#make?manufacturer=jcb&serial=', { ...make, byPlate: true }],
    [
      '#type?attributes=%7B%22type%22%3A%5B%22Cabin%20filter%22%5D%7D',
      { ...nothingChosen, mode: 'type', attributes: { type: ['Cabin filter'] } },
    ],
    ['#search?query=oil%20filter', { ...nothingChosen, mode: 'search', query: 'oil filter' }],
    ['#type', { ...nothingChosen, mode: 'type' }],
    ['', nothingChosen],
  ])('%s is parsed, and formatted the same', (hash, state) => {
    expect(parseHash(hash)).toEqual(state)
    expect(formatHash(state)).toBe(hash)
  })

  test('a serial number replaces model and variant', () => {
    expect(parseHash('#make?manufacturer=jcb&model=3cx&variant=1&serial=7')).toMatchObject({
      model: '',
      variant: '',
      serial: '7',
    })
  })

  test('the hash of the skip link is no state of the finder', () => {
    expect(parseHash('#main')).toBeNull()
  })

  test.each([
    '#type?attributes=%7B',
    '#type?attributes=[1]',
    '#type?attributes=%7B%22__proto__%22%3A%5B%22x%22%5D%7D',
    '#type?attributes=%7B%22type%22%3A%22x%22%7D',
    '#type?attributes=%7B%22type%22%3A%5B7%5D%7D',
    '#type?attributes=%7B%22colour%22%3A%5B%22red%22%5D%7D',
    '#type?attributes=%7B%220%22%3A%5B%22red%22%5D%7D',
    `#type?attributes=${encodeURIComponent(JSON.stringify({ type: ['x'.repeat(2000)] }))}`,
    '#type?page=-1',
    '#type?page=1e9',
  ])('%s chooses nothing', hash => {
    expect(parseHash(hash)).toEqual({ ...nothingChosen, mode: 'type' })
  })

  test('any state survives formatting and parsing', () => {
    const word = fc.string({ minLength: 1, maxLength: 30 }).filter(text => text.trim() === text)
    fc.assert(
      fc.property(
        word,
        fc.array(word, { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 1, max: 9999 }),
        (query, options, page) => {
          const state: FinderState = {
            ...nothingChosen,
            mode: 'search',
            query,
            attributes: { '7': options },
            page,
          }
          expect(parseHash(formatHash(state))).toEqual(state)
        },
      ),
    )
  })
})

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

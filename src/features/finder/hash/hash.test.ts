import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type FinderState, formatHash, nothingChosen, parseHash } from './hash.ts'

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

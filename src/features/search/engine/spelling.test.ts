import fc from 'fast-check'
import { expect, test } from 'vitest'
import { getEdits, listLookAlikes, listNearKeys, NearWords } from './spelling.ts'

const isNear = (typed: string, word: string) => getEdits(typed, word) !== null

test.each([
  ['filter', 'fiter', 'missing'],
  ['filter', 'fillter', 'extra'],
  ['filter', 'fikter', 'wrong'],
  ['filter', 'fitler', 'swapped'],
  ['filter', 'ifilter', 'extra in front'],
  ['filter', 'filterr', 'extra at the end'],
])('%s and %s are near: one letter %s', (right, wrong) => {
  expect(isNear(right, wrong)).toBe(true)
  expect(isNear(wrong, right)).toBe(true)
})

test.each([
  ['filter', 'filter'],
  ['filter', 'flitre'],
  ['filter', 'filt'],
  ['oil', 'loi'],
  ['air', 'oil'],
  ['oily', 'oil'],
  ['', ''],
])('%j and %j are not near', (one, other) => {
  expect(isNear(one, other)).toBe(false)
})

test('two letters may differ in words of eight letters or more', () => {
  expect(isNear('catterpilar', 'caterpillar')).toBe(true)
  expect(isNear('hydrualik', 'hydraulic')).toBe(true)
  expect(isNear('harworh', 'hartworth')).toBe(true)
  expect(isNear('filetr', 'fletre')).toBe(false)
})

test('of three letters swapped and doubled ones are slips', () => {
  expect(isNear('kitt', 'kit')).toBe(true)
  expect(isNear('aair', 'air')).toBe(true)
  expect(isNear('kti', 'kit')).toBe(true)
})

test('a worn sign may be another one', () => {
  expect(listLookAlikes('P5I0')).toEqual(expect.arrayContaining(['P510', 'PS10', 'P5IO', 'PSLO']))
  expect(listLookAlikes('P5I0')).not.toContain('P5I0')
  expect(listLookAlikes('5'.repeat(60)).length).toBeLessThanOrEqual(256)
})

const key = fc.string({
  unit: fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'),
  minLength: 5,
  maxLength: 8,
})

test('the keys near a key are those one edit apart, each once', () => {
  fc.assert(
    fc.property(key, key, (one, other) => {
      const near = listNearKeys(one)
      expect(new Set(near).size).toBe(near.length)
      expect(near.every(candidate => isNear(one, candidate))).toBe(true)
      expect(near.includes(other)).toBe(isNear(one, other) && other !== '')
    }),
  )
})

const letters = fc.string({ unit: fc.constantFrom(...'abcdefst'), minLength: 3, maxLength: 12 })

test('no word within the allowed slips is left out', () => {
  fc.assert(
    fc.property(letters, fc.array(letters, { maxLength: 200 }), (typed, words) => {
      const candidates = new NearWords(words).listCandidates(typed)
      const near = words.filter(word => getEdits(typed, word) !== null)
      expect(candidates).toEqual(expect.arrayContaining(near))
    }),
  )
})

test('a word of other letters is not compared, and a plural of a near word is', () => {
  const words = new NearWords(['breathers', 'hydraulic', 'housings', 'p551712'])
  expect(words.listCandidates('braether')).toEqual(['breathers'])
  words.add('breather')
  expect(words.listCandidates('braether')).toEqual(['breather', 'breathers'])
})

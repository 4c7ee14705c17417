import { expect, test } from 'vitest'
import { createRandom } from '../../demo/catalogue/random.ts'
import {
  countSlips,
  doubleLetter,
  dropLetter,
  hitNeighbouringKey,
  listKeysOneSignApart,
  listLookAlikeKeys,
  mistypeNumber,
  replaceLookAlikes,
  respellModel,
  respellNumber,
  slipInPhrase,
  slipInWord,
  swapNeighbours,
} from './slips.ts'

const rounds = Array.from({ length: 60 }, (_, seed) => createRandom('slips', seed))
const listAll = (slip: (nth: (typeof rounds)[number]) => string | null) => [...new Set(rounds.map(slip))]

test('people swap two letters', () => {
  expect(listAll(random => swapNeighbours('oil', random)).sort()).toEqual(['iol', 'oli'])
  expect(swapNeighbours('aaa', rounds[0]!)).toBeNull()
})

test('people miss a letter, but not the first', () => {
  expect(listAll(random => dropLetter('fuel', random)).sort()).toEqual(['fel', 'ful', 'fue'].sort())
  expect(dropLetter('a', rounds[0]!)).toBeNull()
})

test('people type a letter twice', () => {
  expect(listAll(random => doubleLetter('air', random)).sort()).toEqual(['aair', 'aiir', 'airr'])
})

test('people hit the key beside the right one', () => {
  expect(listAll(random => hitNeighbouringKey('oil', random)).sort()).toEqual(['oik', 'ool', 'oul'])
})

test('a slip changes the word, by at most two letters in length', () => {
  for (const random of rounds) {
    const wrong = slipInWord('hydraulic', random)!
    expect(wrong).not.toBe('hydraulic')
    expect(Math.abs(wrong.length - 'hydraulic'.length)).toBeLessThanOrEqual(2)
  }
})

test('short words and words with digits have no slips', () => {
  expect(slipInWord('nh', rounds[0]!)).toBeNull()
  expect(slipInWord('3cx', rounds[0]!)).toBeNull()
})

test('one word of several has the slip', () => {
  for (const random of rounds) {
    const words = slipInPhrase('fuel filter', random)!.split(' ')
    expect(words.filter((word, at) => word !== ['fuel', 'filter'][at])).toHaveLength(1)
  }
})

test('a mistyped number has one digit wrong, missing, twice or swapped', () => {
  const near = listKeysOneSignApart('LF9009')
  for (const random of rounds) expect(near).toContain(mistypeNumber('LF9009', random))
  expect(mistypeNumber('ABC', rounds[0]!)).toBeNull()
})

test('look-alike signs are written for each other', () => {
  expect(listAll(random => replaceLookAlikes('P50', random)).sort()).toEqual(['P5O', 'PS0'])
  expect(replaceLookAlikes('PX7', rounds[0]!)).toBeNull()
  expect(listLookAlikeKeys('B0')).toEqual(['B0', 'BO', '80', '8O'])
  expect(listLookAlikeKeys('1'.repeat(12))).toBeNull()
})

test('a number is spelled in many ways with the same letters and digits', () => {
  const spellings = listAll(random => respellNumber('P 551-712', random))
  expect(spellings).toEqual(expect.arrayContaining(['p551712', 'P.551.712', 'p-551-712']))
  for (const spelling of spellings) expect(spelling!.replace(/[^a-z0-9]/gi, '').toUpperCase()).toBe('P551712')
})

test('a model is written with other signs between its parts', () => {
  expect(listAll(random => respellModel('JS130', random)).sort()).toEqual(['js 130', 'js-130'])
  expect(listAll(random => respellModel('TGL 8.180', random))).toContain('tgl8180')
  expect(respellModel('8018', rounds[0]!)).toBe('8018')
})

test('swapped neighbours are one slip', () => {
  expect(countSlips('filter', 'fitler')).toBe(1)
  expect(countSlips('filter', 'filtre')).toBe(1)
  expect(countSlips('cabin', 'cabin')).toBe(0)
  expect(countSlips('fuel', 'oil')).toBe(3)
})

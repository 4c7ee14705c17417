import type { Random } from '../../demo/catalogue/random.ts'

// How people mistype. Each function returns a text that differs from its parameter, or null when it cannot.

const keyboard = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm']
const digits = '0123456789'
const minLetters = 3
/** Longer words may have two slips. */
export const minLettersOfTwoSlips = 8

/** 'filter' → 'fitler' */
export function swapNeighbours(word: string, random: Random): string | null {
  const places = listPlaces(word, at => at + 1 < word.length && word[at] !== word[at + 1])
  if (places.length === 0) return null
  const at = random.pick(places)
  return word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2)
}

/** 'filter' → 'filtr'; the first letter stays. */
export function dropLetter(word: string, random: Random): string | null {
  // Of a doubled letter the second is dropped, which is the same word as without the first.
  const places = listPlaces(word, at => at > 0)
  if (places.length === 0) return null
  const at = random.pick(places)
  return word.slice(0, at) + word.slice(at + 1)
}

/** 'filter' → 'fillter' */
export function doubleLetter(word: string, random: Random): string | null {
  if (word === '') return null
  const at = random.between(0, word.length - 1)
  return word.slice(0, at + 1) + word[at] + word.slice(at + 1)
}

/** 'filter' → 'fikter': the key beside the right one; the first letter stays. */
export function hitNeighbouringKey(word: string, random: Random): string | null {
  const places = listPlaces(word, at => at > 0 && listNeighbouringKeys(word[at]!).length > 0)
  if (places.length === 0) return null
  const at = random.pick(places)
  return word.slice(0, at) + random.pick(listNeighbouringKeys(word[at]!)) + word.slice(at + 1)
}

/** One slip in a word; two in some long ones. Words of three letters keep their letters. */
export function slipInWord(word: string, random: Random): string | null {
  if (word.length < minLetters || /[^\p{L}]/u.test(word)) return null
  const slips =
    word.length === minLetters
      ? [swapNeighbours, doubleLetter]
      : [swapNeighbours, dropLetter, doubleLetter, hitNeighbouringKey]
  const once = random.pick(slips)(word, random)
  if (once === null || word.length < minLettersOfTwoSlips || !random.chance(0.3)) return once
  const twice = random.pick([dropLetter, hitNeighbouringKey])(once, random)
  return twice === word ? once : twice
}

/** A slip in one word of several: 'oil filter' → 'oil fliter'. */
export function slipInPhrase(phrase: string, random: Random): string | null {
  const words = phrase.split(' ')
  const places = words.flatMap((word, at) => (slipInWord(word, random) === null ? [] : [at]))
  if (places.length === 0) return null
  const at = random.pick(places)
  const wrong = slipInWord(words[at]!, random)!
  return words.with(at, wrong).join(' ')
}

/** One sign of a number wrong, missing, doubled, or swapped with its neighbour: 'P551712' → 'P551772'. */
export function mistypeNumber(number: string, random: Random): string | null {
  const places = listPlaces(number, at => /\d/.test(number[at]!))
  if (places.length === 0) return null
  const at = random.pick(places)
  const wrong = random.pick(digits.replace(number[at]!, '').split(''))
  const next = number[at + 1]
  const results = [
    number.slice(0, at) + wrong + number.slice(at + 1),
    number.slice(0, at) + wrong + number.slice(at + 1),
    number.slice(0, at) + number.slice(at + 1),
    number.slice(0, at + 1) + number.slice(at),
    next !== undefined && next !== number[at] && /\d/.test(next)
      ? number.slice(0, at) + next + number[at] + number.slice(at + 2)
      : number.slice(0, at) + wrong + number.slice(at + 1),
  ]
  return random.pick(results)
}

const lookAlikes = ['O0', 'I1L', 'S5', 'B8', 'Z2', 'G6']

/** One or two signs replaced by one that looks alike: 'LF9009' → 'LF9OO9'. */
export function replaceLookAlikes(number: string, random: Random): string | null {
  const upper = number.toUpperCase()
  const places = listPlaces(upper, at => listLookAlikes(upper[at]!).length > 0)
  if (places.length === 0) return null
  const characters = [...upper]
  const at = random.pick(places)
  // Who reads one 0 as O reads the others so too.
  const wrong = random.pick(listLookAlikes(upper[at]!))
  const isEach = random.chance(0.5)
  return characters
    .map((character, nth) => (nth === at || (isEach && character === upper[at]) ? wrong : character))
    .join('')
}

/** All keys that look like this one, itself included; null when there are too many. */
export function listLookAlikeKeys(key: string, max = 2000): string[] | null {
  let keys = ['']
  for (const character of key) {
    const choices = [character, ...listLookAlikes(character)]
    keys = keys.flatMap(start => choices.map(choice => start + choice))
    if (keys.length > max) return null
  }
  return keys
}

/** All keys with one sign more, less or other, or two neighbours swapped; without the key itself. */
export function listKeysOneSignApart(key: string): string[] {
  const signs = [...digits, ...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const near = new Set<string>()
  for (let at = 0; at <= key.length; at++) {
    const [start, end] = [key.slice(0, at), key.slice(at)]
    for (const sign of signs) near.add(start + sign + end)
    if (end === '') continue
    near.add(start + end.slice(1))
    for (const sign of signs) near.add(start + sign + end.slice(1))
    if (end.length > 1) near.add(start + end[1] + end[0] + end.slice(2))
  }
  near.delete(key)
  near.delete('')
  return [...near]
}

/** How many letters are missing, extra, wrong or swapped with their neighbour. */
export function countSlips(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, at) => at)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const changed = rows[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swapped = isSwapped ? rows[i - 2]![j - 2]! + 1 : Number.POSITIVE_INFINITY
      row.push(Math.min(rows[i - 1]![j]! + 1, row[j - 1]! + 1, changed, swapped))
    }
    rows.push(row)
  }
  return rows[a.length]![b.length]!
}

/** The same number with other signs between its parts, or none, in either case: 'P 551-712', 'p551712', 'P.551.712'. */
export function respellNumber(number: string, random: Random): string {
  const parts = number.match(/[A-Za-z]+|\d+/g) ?? [number]
  const separator = random.pick(['', '', ' ', '-', '.', '/'])
  const respelled = random.chance(0.2) ? number.replace(/[^A-Za-z0-9]+/g, ' ') : parts.join(separator)
  return random.chance(0.6) ? respelled.toLowerCase() : respelled
}

/** 'JS130' → 'js 130', 'TGL 8.180' → 'tgl8180' */
export function respellModel(model: string, random: Random): string {
  const separator = random.pick([' ', '-'])
  const spellings = [
    model.replace(/[^\p{L}\p{N}]/gu, ''),
    model.replace(/[\s-]+/g, separator),
    model.replace(/(?<=\p{L})(?=\d)|(?<=\d)(?=\p{L})/u, separator),
  ]
  const respelled = spellings.map(text => text.toLowerCase()).filter(text => text !== model.toLowerCase())
  return respelled.length === 0 ? model.toLowerCase() : random.pick(respelled)
}

function listLookAlikes(sign: string): string[] {
  const group = lookAlikes.find(signs => signs.includes(sign))
  return group ? [...group].filter(other => other !== sign) : []
}

function listNeighbouringKeys(letter: string): string[] {
  const row = keyboard.find(keys => keys.includes(letter.toLowerCase()))
  if (!row) return []
  const at = row.indexOf(letter.toLowerCase())
  return [row[at - 1], row[at + 1]].filter(key => key !== undefined)
}

function listPlaces(text: string, isPlace: (at: number) => boolean): number[] {
  return [...Array(text.length).keys()].filter(isPlace)
}

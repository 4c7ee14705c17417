import { countOnes } from './bit-set.ts'

const [minLengthOfOneEdit, minLengthOfTwoEdits] = [4, 8]

/** Letters missing, extra, wrong or swapped: one, in words of eight letters or more up to two. Null: more, or none. */
export function getEdits(typed: string, word: string): number | null {
  const maxEdits = word.length >= minLengthOfTwoEdits ? 2 : 1
  if (Math.abs(typed.length - word.length) > maxEdits) return null
  // Of three letters only swapped or doubled ones are a slip: 'dpf' is not 'df'.
  const isShort = Math.min(typed.length, word.length) < minLengthOfOneEdit
  if (isShort && !isAnagram(typed, word) && !isDoubled(typed, word)) return null
  const edits = countEdits(typed, word, maxEdits)
  return edits > 0 && edits <= maxEdits ? edits : null
}

function isAnagram(a: string, b: string): boolean {
  return [...a].sort().join('') === [...b].sort().join('')
}

/** 'kitt' is 'kit'. */
function isDoubled(typed: string, word: string): boolean {
  return typed.length === word.length + 1 && typed.replace(/(.)\1/u, '$1') === word
}

/** The optimal string alignment distance; a number above `max` when it is larger. */
function countEdits(a: string, b: string, max: number): number {
  if (Math.abs(a.length - b.length) > max) return max + 1
  let [before, last] = [
    new Array<number>(b.length + 1).fill(0),
    Array.from({ length: b.length + 1 }, (_, j) => j),
  ]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    let least = i
    for (let j = 1; j <= b.length; j++) {
      const isEqual = a[i - 1] === b[j - 1]
      let edits = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (isEqual ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        edits = Math.min(edits, before[j - 2]! + 1)
      }
      row.push(edits)
      least = Math.min(least, edits)
    }
    if (least > max) return max + 1
    before = last
    last = row
  }
  return last[b.length]!
}

/** Signs that are read for one another on a worn label. */
const lookAlikes = ['O0', 'I1L', 'S5', 'B8', 'Z2', 'G6']
const maxLookAlikeKeys = 256

/** Every key in which signs are replaced by those that look like them, without the key itself. */
export function listLookAlikes(key: string): string[] {
  let keys = ['']
  for (const character of key) {
    const signs = lookAlikes.find(group => group.includes(character)) ?? character
    // Of a key with very many such signs, the last ones stay.
    const choices = keys.length * signs.length > maxLookAlikeKeys ? [character] : [...signs]
    keys = keys.flatMap(begun => choices.map(sign => begun + sign))
  }
  return keys.filter(other => other !== key)
}

const characters = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/** Every key that is one edit apart from this one: about 75 for each of its characters. */
export function listNearKeys(key: string): string[] {
  const near = new Set<string>()
  for (let at = 0; at <= key.length; at++) {
    const [head, tail] = [key.slice(0, at), key.slice(at)]
    for (const character of characters) near.add(head + character + tail)
    if (tail === '') continue
    near.add(head + tail.slice(1))
    for (const character of characters) near.add(head + character + tail.slice(1))
    if (tail.length > 1) near.add(head + tail[1] + tail[0] + tail.slice(2))
  }
  near.delete(key)
  near.delete('')
  return [...near]
}

interface WordList {
  words: string[]
  /** By word, the set of its letters: one bit for each. */
  letters: number[]
}

// Two letters missing, and an 's' of the plural; a plural has up to three letters more.
const [lettersLess, lettersMore] = [2, 3]
// A wrong letter makes two letters differ, the 's' of a plural one.
const [maxOtherLetters, maxOtherLettersOfLong] = [3, 5]

/** Words without digits, of which only those with nearly the same letters are compared with a mistyped one. */
export class NearWords {
  readonly #byLength: WordList[] = []

  constructor(words: Iterable<string>) {
    for (const word of words) this.add(word)
  }

  add(word: string): void {
    if (/\d/.test(word)) return
    this.#byLength[word.length] ??= { words: [], letters: [] }
    const { words, letters } = this.#byLength[word.length]!
    words.push(word)
    letters.push(toLetters(word))
  }

  /** The words that may be meant: nearly as long, with nearly the same letters. */
  listCandidates(typed: string): string[] {
    const candidates: string[] = []
    const typedLetters = toLetters(typed)
    for (let length = typed.length - lettersLess; length <= typed.length + lettersMore; length++) {
      const { words, letters } = this.#byLength[length] ?? noWords
      const max = length < minLengthOfTwoEdits ? maxOtherLetters : maxOtherLettersOfLong
      for (let at = 0; at < words.length; at++) {
        if (countOnes(letters[at]! ^ typedLetters) <= max) candidates.push(words[at]!)
      }
    }
    return candidates
  }
}

const noWords: WordList = { words: [], letters: [] }

function toLetters(word: string): number {
  let letters = 0
  for (let at = 0; at < word.length; at++) letters |= 1 << (word.charCodeAt(at) & 31)
  return letters
}

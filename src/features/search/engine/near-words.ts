import { countOnes } from './bit-set.ts'

interface WordList {
  words: string[]
  /** By word, the set of its letters: one bit for each. */
  letters: number[]
}

// Two letters missing, and an 's' of the plural; a plural has up to three letters more.
const [lettersLess, lettersMore] = [2, 3]
const minLengthOfTwoEdits = 8
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

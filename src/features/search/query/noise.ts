import type { QueryWord } from './query-words.ts'
import { stopWords } from './stop-words.ts'

/** Words around a part number that say nothing about the part: 'P/N: P551712, qty 2'. */
const noiseWords: ReadonlySet<string> = new Set(
  `pn ref oem no nr num art artikel article code cod sku item order stock available availability each pc pcs pce piece pieces stk szt off x qty quantity set`.split(
    /\s+/,
  ),
)
const quantityWord = /^(?:\d{1,2}|x\d{1,3}|\d{1,3}(?:x|off|pcs|pc|stk|szt))$/
/** Words that tell no product from another. 'New' is still found within a name, such as New Holland. */
const emptyWords: ReadonlySet<string> = new Set(
  'new neu nuevo nouveau nowy genuine original originale oem used urgent asap near'.split(' '),
)

/** Whether the word never decides what is found. `isBesideNumber`: a part number is known, so quantities are none. */
export function isNoise({ word }: QueryWord, isBesideNumber: boolean): boolean {
  if (stopWords.has(word) || emptyWords.has(word)) return true
  return isBesideNumber && (noiseWords.has(word) || word.length === 1 || quantityWord.test(word))
}

/** Whether the word is one of 'in stock'; 'in' alone is a part of 'in-line'. */
export function isOfInStock(words: readonly QueryWord[], at: number): boolean {
  const isAt = (position: number) => words[position]?.word === 'in' && words[position + 1]?.word === 'stock'
  return isAt(at) || isAt(at - 1)
}

const quantityMarks: ReadonlySet<string> = new Set(
  'x qty quantity pcs off menge cantidad quantite ilosc'.split(' '),
)

/** Whether the word is a number of pieces: '100' of 'x 100' and of '100 off'. `before`, `after`: its neighbours. */
export function isQuantity(
  word: QueryWord,
  before: QueryWord | undefined,
  after: QueryWord | undefined,
): boolean {
  const isMarked = [before, after].some(one => one !== undefined && quantityMarks.has(one.word))
  return isMarked && /^\d{1,4}$/.test(word.word) && !word.isJoined
}

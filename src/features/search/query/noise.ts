import type { QueryWord } from './query-words.ts'
import { stopWords } from './stop-words.ts'

/** Words around a part number that say nothing about the part: 'P/N: P551712 NEW, genuine'. */
const noiseWords: ReadonlySet<string> = new Set(
  `pn ref oem no nr num art artikel article code cod sku item genuine original originale new neu nuevo nouveau nowy used
   urgent asap order stock available availability each pc pcs pce piece pieces stk szt off x qty quantity set`.split(
    /\s+/,
  ),
)
const quantityWord = /^(?:x?\d{1,3}|\d{1,3}(?:x|off|pcs|pc|stk|szt))$/

/** Whether the word never decides what is found. `isBesideNumber`: a part number is known, so quantities are none. */
export function isNoise({ word }: QueryWord, isBesideNumber: boolean): boolean {
  if (stopWords.has(word)) return true
  return isBesideNumber && (noiseWords.has(word) || word.length === 1 || quantityWord.test(word))
}

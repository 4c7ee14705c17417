import { toSingular } from '../query/tokens.ts'
import type { CatalogueIndex } from './catalogue-index.ts'
import { isOneEditApart } from './spelling.ts'
import { countWord, isUnknownWord, matchWords } from './word-search.ts'

const maxCandidates = 5
const minLetters = 3

/**
 * The words with one letter corrected so that products match; null when no such correction does. Only words are
 * corrected: a part number that nearly matches is another part (R-SEARCH-5).
 */
export function correctWords(index: CatalogueIndex, words: readonly string[]): string[] | null {
  const unknown = words.filter(word => isUnknownWord(index, word))
  // When all words are in the vocabulary, any of them may be the wrong one.
  const attempts = unknown.length > 0 ? [unknown] : words.map(word => [word])
  let best: { words: string[]; count: number } | null = null
  for (const attempt of attempts) {
    for (const changed of listChanges(index, words, attempt)) {
      const count = matchWords(index, changed)?.count ?? 0
      if (count > (best?.count ?? 0)) best = { words: changed, count }
    }
  }
  return best?.words ?? null
}

function listChanges(
  index: CatalogueIndex,
  words: readonly string[],
  wrongWords: readonly string[],
): string[][] {
  let lists: string[][] = [[...words]]
  for (const wrong of wrongWords) {
    const candidates = findNearWords(index, wrong)
    lists = lists
      .slice(0, maxCandidates)
      .flatMap(list => candidates.map(near => list.map(word => (word === wrong ? near : word))))
  }
  return lists
}

/** Words of the catalogue that are one edit away (or whose singular is), those of most products first. */
function findNearWords(index: CatalogueIndex, word: string): string[] {
  if (word.length < minLetters || /\d/.test(word)) return []
  const typed = [word, toSingular(word)].filter(one => one !== null)
  const counts = new Map<string, number>()
  for (let length = word.length - 2; length <= word.length + 2; length++) {
    for (const candidate of index.wordsByLength[length] ?? []) {
      const near = toNearWord(typed, candidate)
      if (near) counts.set(near, (counts.get(near) ?? 0) + countWord(index, candidate))
    }
  }
  return [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, maxCandidates)
    .map(([near]) => near)
}

function toNearWord(typed: readonly string[], candidate: string): string | null {
  if (typed.some(wrong => isOneEditApart(wrong, candidate))) return candidate
  const one = candidate.endsWith('s') ? toSingular(candidate) : null
  return one !== null && typed.some(wrong => isOneEditApart(wrong, one)) ? one : null
}

import { isNoise, isOfInStock } from '../query/noise.ts'
import type { ParsedQuery } from '../query/parse-query.ts'
import { type QueryWord, type Stretch, toSingular } from '../query/tokens.ts'
import type { PartKind } from '../query/understood.ts'
import { countBits, createBits, toBits, uniteBits } from './bit-set.ts'
import type { CatalogueIndex } from './catalogue-index.ts'
import { addFitting } from './machines/machine-index.ts'
import { isYear, readMachine } from './machines/read-machine.ts'
import { describeMachine, type MachineReading } from './machines/variants.ts'
import { matchMicron, matchSizes, matchThread } from './shape-search.ts'
import { classifyWord, isUnknownWord, matchWord, toMatches, type WordMatches } from './word-search.ts'

export interface QueryPart {
  kind: PartKind
  /** Null: as typed. */
  label: string | null
  stretches: readonly Stretch[]
  /** The words it consists of; none for a measure. */
  words: QueryWord[]
  matches: WordMatches
}

/** The parts of a query; words that say nothing are left out. */
export interface ReadQuery {
  parts: QueryPart[]
  machine: MachineReading | null
  /** Words of no machine, number or word of the catalogue. */
  unknown: QueryWord[]
}

/** What words of a query match, for a query that is read several times with one word replaced. */
export type WordMatchesCache = Map<string, Pick<QueryPart, 'kind' | 'matches'> | null>

export function readQuery(
  index: CatalogueIndex,
  query: ParsedQuery,
  words: readonly QueryWord[],
  cache: WordMatchesCache = new Map(),
): ReadQuery {
  const machine = readNamedMachine(index, words)
  const rest = words
    .filter((_word, at) => !machine?.words.includes(at) && isFreeWord(words, at))
    .reduce(joinDigits, [])
    .flatMap(word => splitCompound(index, word))
  const wordParts = rest.map(word => readWord(index, word, cache))
  return {
    parts: [
      ...(machine ? [toMachinePart(index, machine, words)] : []),
      ...readMeasures(index, query),
      ...wordParts.filter(part => part !== null),
    ],
    machine,
    unknown: rest.filter((_word, at) => wordParts[at] === null),
  }
}

const isFreeWord = (words: readonly QueryWord[], at: number): boolean =>
  !isNoise(words[at]!, false) && !isOfInStock(words, at)

/** The machine that words of a query name, without reading what the other words mean. */
export function readNamedMachine(index: CatalogueIndex, words: readonly QueryWord[]): MachineReading | null {
  return readMachine(index.machines, words, at => isFreeWord(words, at), {
    listMeanings: word => index.synonyms.get(word) ?? index.synonyms.get(toSingular(word) ?? '') ?? [],
    isKindOrBrand: word => classifyWord(index, word) !== 'word',
  })
}

export function toMachinePart(
  index: CatalogueIndex,
  machine: MachineReading,
  words: readonly QueryWord[],
): QueryPart {
  const bits = createBits(index.capacity)
  addFitting(index.machines, machine.variants, bits)
  const machineWords = machine.words.toSorted((a, b) => a - b).map(at => words[at]!)
  return {
    kind: 'machine',
    label: describeMachine(index.machines, machine),
    stretches: machineWords,
    words: machineWords,
    matches: toMatches(bits),
  }
}

function readMeasures(index: CatalogueIndex, { measures }: ParsedQuery): QueryPart[] {
  const toPart = (span: Stretch, matches: WordMatches): QueryPart => ({
    kind: 'size',
    label: null,
    stretches: [span],
    words: [],
    matches,
  })
  return [
    ...measures.threads.map(thread => toPart(thread, toMatches(matchThread(index, thread.key)))),
    ...measures.sizes.map(list => toPart(list, toMatches(matchSizes(index, list.sizes)))),
    ...measures.microns.map(one => toPart(one, toMatches(matchMicron(index, one.micron)))),
  ]
}

/** '320/07155' is one number, not two words; '2012-2018' are two years. */
function joinDigits(joined: QueryWord[], word: QueryWord): QueryWord[] {
  const last = joined.at(-1)
  const areDigits = last !== undefined && [last, word].every(one => /^\d+$/.test(one.word))
  const isPart = areDigits && word.isJoined && last.end === word.start - 1
  if (!isPart || (isYear(last.word) && isYear(word.word))) return [...joined, word]
  return [...joined.slice(0, -1), { ...last, word: last.word + word.word, end: word.end }]
}

const [minCompound, minPart] = [7, 3]

/** 'crankcasebreather', 'tankentlufter', '500h': the parts of a compound, each in the place of the whole. */
function splitCompound(index: CatalogueIndex, word: QueryWord): QueryWord[] {
  const text = word.word
  const hours = /^(\d+)h(?:r|rs|ours?)?$/.exec(text)?.[1]
  if (hours) return [{ ...word, word: hours }]
  if (text.length < minCompound || /\d/.test(text) || !isUnknownWord(index, text)) return [word]
  for (let at = text.length - minPart; at >= minPart; at--) {
    const parts = [text.slice(0, at), text.slice(at)]
    if (parts.every(part => isKindWord(index, part))) return parts.map(part => ({ ...word, word: part }))
  }
  return [word]
}

function isKindWord(index: CatalogueIndex, word: string): boolean {
  return !isUnknownWord(index, word) && classifyWord(index, word) === 'kind'
}

const [minNumberLength, minDigits] = [4, 5]
// A beginning that more numbers share is too short to be meant as a number.
const maxNumbers = 2000

/** Null: nothing in the catalogue has the word. */
function readWord(index: CatalogueIndex, word: QueryWord, cache: WordMatchesCache): QueryPart | null {
  const cached = cache.get(word.word)
  const matched = cached === undefined ? matchWordOrNumber(index, word.word) : cached
  if (cached === undefined) cache.set(word.word, matched)
  return matched && { ...matched, label: null, stretches: [word], words: [word] }
}

function matchWordOrNumber(index: CatalogueIndex, word: string): Pick<QueryPart, 'kind' | 'matches'> | null {
  const numbers = matchNumberBeginning(index, word)
  if (!numbers && isUnknownWord(index, word)) return null
  const matches = matchWord(index, word)
  if (!numbers) return { kind: classifyWord(index, word), matches }
  for (const part of ['whole', 'strong', 'all'] as const) uniteBits(matches[part], numbers)
  return { kind: 'number', matches: { ...matches, count: countBits(matches.all) } }
}

function matchNumberBeginning({ numbers, capacity }: CatalogueIndex, word: string) {
  const minLength = /^\d+$/.test(word) ? minDigits : minNumberLength
  if (word.length < minLength || !/\d/.test(word)) return null
  const positions = numbers.matchBeginning(word.toUpperCase().replace('.', ''))
  if (positions.length === 0 || positions.length >= maxNumbers) return null
  return toBits(
    positions.map(position => numbers.documentAt(position)),
    capacity,
  )
}

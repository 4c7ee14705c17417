import type { ParsedQuery } from '../query/parse-query.ts'
import type { QueryWord, Stretch } from '../query/tokens.ts'
import {
  describeDropped,
  describeParts,
  nothingUnderstood,
  type PartKind,
  type Understood,
} from '../query/understood.ts'
import { createBits } from './bit-set.ts'
import type { CatalogueIndex } from './catalogue-index.ts'
import { orderForMachine } from './machines/fitting-variants.ts'
import type { MachineReading } from './machines/variants.ts'
import type { NumberedDocuments } from './numbers/number-table.ts'
import { type QueryPart, type ReadQuery, readQuery, type WordMatchesCache } from './query-parts.ts'
import { intersectMatches, toMatches, uniteMatches, type WordMatches } from './word-search.ts'

/** What a query matches before filters: by number first, then what fits a machine, each in its own order, then the others. */
export interface QueryMatches extends WordMatches {
  numbered: NumberedDocuments
  /** Documents in their order for the machine; empty when it has too many. */
  fitting: Uint32Array
  machine: MachineReading | null
  /** Positions of all matching numbers, best first. */
  numberPositions: Uint32Array
  /** The corrected query that was searched instead; null without correction. */
  corrected: string | null
  /** Numbers that nearly match, best first: to be offered. */
  nearPositions: readonly number[]
  listedNumbers: string[]
  understood: Understood
}

export const noPositions = new Uint32Array(0)
export const nothingElse = {
  numbered: { documents: noPositions, positions: noPositions },
  fitting: noPositions,
  machine: null,
  numberPositions: noPositions,
  corrected: null,
  nearPositions: [],
  listedNumbers: [],
  understood: nothingUnderstood,
}

// 'oil and air filters', 'oil, air'
const listShape = /[,&+]|\s(?:and|und|et|y|i|oraz)\s/i

/** Whether kinds are listed: the Polish 'i' of 'can i get an oil filter' does not stand between two. */
function isList({ text }: ParsedQuery, parts: readonly QueryPart[]): boolean {
  const kinds = parts.filter(({ kind }) => kind === 'kind').flatMap(({ stretches }) => [...stretches])
  const [start, end] = [
    Math.min(...kinds.map(stretch => stretch.start)),
    Math.max(...kinds.map(stretch => stretch.end)),
  ]
  return listShape.test(text.slice(start, end))
}

export interface PartMatches {
  /** What has the parts, without those that nothing has together with the others; null: nothing telling. */
  matches: QueryMatches | null
  places: NumberPlaces
}

/** Where part numbers may stand in a query. */
export interface NumberPlaces {
  /** What nothing explains, and beginnings of numbers. */
  open: Stretch[]
  /** Machines, measures, kinds and brands. */
  taken: Stretch[]
}

export function matchParts(index: CatalogueIndex, query: ParsedQuery, cache: WordMatchesCache): PartMatches {
  const read = readQuery(index, query, query.words, cache)
  const { matches, used, dropped } = combineParts(read.parts, index.capacity, isList(query, read.parts))
  return {
    matches: toQueryMatches(index, query, read, { matches, used, dropped }),
    places: listNumberPlaces(query, read.unknown, used, dropped),
  }
}

function listNumberPlaces(
  { text }: ParsedQuery,
  unknown: readonly QueryWord[],
  used: readonly QueryPart[],
  dropped: readonly QueryPart[],
): NumberPlaces {
  const open = [
    ...dropped.filter(part => isWordPart(part) || isCount(text, part)),
    ...used.filter(({ kind }) => kind === 'number'),
  ]
  const taken = [...used, ...dropped].filter(part => !isWordPart(part) && !open.includes(part))
  const toStretches = (parts: readonly QueryPart[]) => parts.flatMap(({ stretches }) => [...stretches])
  return { open: [...unknown, ...toStretches(open)], taken: toStretches(taken) }
}

const isWordPart = ({ kind }: QueryPart): boolean => kind === 'word' || kind === 'number'

/** '446 x 2' that no product has as sizes: a number and how many of it. */
function isCount(text: string, { kind, stretches }: QueryPart): boolean {
  const isMultiplied = (stretch: Stretch) =>
    /^\d\s*[x×*]|[x×*]\s*\d$/i.test(text.slice(stretch.start, stretch.end))
  return kind === 'size' && stretches.every(isMultiplied)
}

function toQueryMatches(
  index: CatalogueIndex,
  query: ParsedQuery,
  { parts, machine, unknown }: ReadQuery,
  { matches, used, dropped }: CombinedParts,
): QueryMatches | null {
  if (parts.length === 0) return null
  const droppedWords = [...unknown, ...dropped.flatMap(({ words }) => words)]
  const droppedMeasures = dropped.filter(({ words }) => words.length === 0)
  const isWhole = droppedWords.length === 0 && droppedMeasures.length === 0
  if (matches.count === 0 || (!isWhole && !isSpecific(used, droppedWords.length))) return null
  const hasMachine = used.some(({ kind }) => kind === 'machine')
  return {
    ...nothingElse,
    ...matches,
    machine: hasMachine ? machine : null,
    fitting: hasMachine && machine ? orderForMachine(index, machine, matches) : noPositions,
    understood: toUnderstood(query, used, dropped, unknown),
  }
}

function toUnderstood(
  { text }: ParsedQuery,
  used: readonly QueryPart[],
  dropped: readonly QueryPart[],
  unknown: readonly QueryWord[],
): Understood {
  const stretches = [...unknown, ...dropped.flatMap(part => [...part.stretches])]
  const sorted = stretches.toSorted((a, b) => a.start - b.start)
  return { parts: describeParts(text, used), dropped: describeDropped(text, sorted) }
}

interface CombinedParts {
  matches: WordMatches
  used: QueryPart[]
  /** Left out because nothing has them together with the used ones. */
  dropped: QueryPart[]
}

/** The most telling first. A number here is the beginning of one: a whole number is the answer by itself. */
const order: readonly PartKind[] = ['machine', 'size', 'kind', 'number', 'brand', 'word']

/** What has all parts, without the least telling ones if need be. `isList`: 'oil and air filters' are alternatives. */
function combineParts(parts: readonly QueryPart[], capacity: number, isList: boolean): CombinedParts {
  const rank = (part: QueryPart) => (isGeneric(part) ? order.length : order.indexOf(part.kind))
  const sorted = parts.toSorted((a, b) => rank(a) - rank(b) || a.matches.count - b.matches.count)
  let matches: WordMatches | null = null
  const [used, dropped]: [QueryPart[], QueryPart[]] = [[], []]
  for (const part of sorted) {
    const both: WordMatches | null = matches ? intersectMatches(matches, part.matches) : part.matches
    if (!both || both.count === 0) {
      // 'Hydraulic filter' is a hydraulic element, too.
      if (!isGeneric(part) || !matches) dropped.push(part)
    } else {
      matches = both
      used.push(part)
    }
  }
  const combined = { matches: matches ?? toMatches(createBits(capacity)), used, dropped }
  return isList ? dropped.filter(isSpecificKind).reduce(addAlternative, combined) : combined
}

function isSpecificKind(part: QueryPart): boolean {
  return part.kind === 'kind' && !isGeneric(part)
}

/** Adds what has this kind and everything but the other kinds. */
function addAlternative({ matches, used, dropped }: CombinedParts, part: QueryPart): CombinedParts {
  let alternative: WordMatches | null = part.matches
  for (const one of used) {
    if (alternative && !isSpecificKind(one)) alternative = intersectMatches(alternative, one.matches)
  }
  if (!alternative) return { matches, used, dropped }
  return {
    matches: uniteMatches(matches, alternative),
    used: [...used, part],
    dropped: dropped.filter(one => one !== part),
  }
}

/** Kinds that nearly every product has. */
const genericWords: ReadonlySet<string> = new Set([
  'filter',
  'filters',
  'filtre',
  'filtres',
  'filtro',
  'filtros',
  'filtr',
  'filtry',
])

function isGeneric({ kind, words }: QueryPart): boolean {
  return kind === 'kind' && words.every(({ word }) => genericWords.has(word))
}

/** Whether what is left still says what was meant: a result for 'filter' alone answers no question. */
function isSpecific(used: readonly QueryPart[], droppedWords: number): boolean {
  const isStrong = (part: QueryPart) => (part.kind === 'kind' ? !isGeneric(part) : part.kind !== 'word')
  if (used.some(isStrong)) return true
  const isWhole = used.every(({ words, matches }) => words.length === 0 || hasAny(matches.whole))
  return used.length > droppedWords && isWhole
}

function hasAny(bits: Uint32Array): boolean {
  return bits.some(word => word !== 0)
}

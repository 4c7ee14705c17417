import { toCodeKey } from '../../../lib/part-number.ts'
import type { ParsedQuery } from '../query/parse-query.ts'
import type { QueryWord } from '../query/tokens.ts'
import { describeDropped, describeParts } from '../query/understood.ts'
import { countBits, createBits, hasBit, setBit, toBits, uniteBits } from './bit-set.ts'
import { type CatalogueIndex, getDocument } from './catalogue-index.ts'
import { correctQuery } from './correct-words.ts'
import { orderForMachine } from './machines/fitting-variants.ts'
import { matchParts, noPositions, nothingElse, type QueryMatches } from './match-parts.ts'
import type { NumberedDocuments } from './numbers/number-table.ts'
import { addNumberParts, type ListedNumbers, readNumberParts, readNumbers } from './numbers/read-numbers.ts'
import { GrowableArray } from './postings.ts'
import {
  type QueryPart,
  readNamedMachine,
  readQuery,
  toMachinePart,
  type WordMatchesCache,
} from './query-parts.ts'
import { toMatches, type WordMatches } from './word-search.ts'

/** docs/decisions/021-what-a-query-means.md */
export function matchQuery(index: CatalogueIndex, query: ParsedQuery): QueryMatches {
  return offerNearNumbers(index, query, matchRead(index, query))
}

/** Offers numbers that are near to one that was left out, or that no number begins with: 'jcb P551713'. */
function offerNearNumbers(index: CatalogueIndex, query: ParsedQuery, matches: QueryMatches): QueryMatches {
  if (matches.nearPositions.length > 0 || matches.corrected !== null) return matches
  const isNothing = matches.count === 0 || isUnknownNumber(index, query, matches)
  const texts = isNothing ? query.text.split(/\s+/) : matches.understood.dropped
  const key = texts
    .map(toCodeKey)
    .find(one => /\d/.test(one) && one.length >= minListedLength && one.length <= maxNearLength)
  return key === undefined ? matches : { ...matches, nearPositions: listNear(index, key) }
}

const minListedLength = 5

/** Whether what looks like a number is not even the beginning of one, but was found as words or within a longer one. */
function isUnknownNumber(
  { numbers }: CatalogueIndex,
  { key, isNumber }: ParsedQuery,
  { machine, numberPositions, understood }: QueryMatches,
): boolean {
  const [first] = numberPositions
  if (!isNumber || machine || understood.parts.some(({ kind }) => kind === 'size' || kind === 'number'))
    return false
  return first === undefined || !numbers.keyAt(first).startsWith(key)
}

function matchRead(index: CatalogueIndex, query: ParsedQuery): QueryMatches {
  const { key, isBlank, isNumber, isShape } = query
  if (isBlank) {
    const { live } = index
    return { ...nothingElse, whole: live, strong: live, all: live, count: countBits(live) }
  }
  const numbers = key === '' ? { positions: noPositions, exactCount: 0 } : index.numbers.match(key, isNumber)
  const hasNumbers = numbers.positions.length > 0
  if (numbers.exactCount > 0) {
    const positions = numbers.positions.slice()
    positions.set(rankExact(index, positions.subarray(0, numbers.exactCount)))
    return addMachine(index, query, matchNumbers(index, positions, null))
  }
  const listed = readNumbers(index, query)
  if (listed) return matchListed(index, query, addNumberParts(index, query, listed))
  const cache: WordMatchesCache = new Map()
  const { matches: read, places } = matchParts(index, query, cache)
  // Some digits of a number answer nothing.
  const parts = isNumber && read?.machine === null && read.understood.dropped.length > 0 ? null : read
  const isWhole = parts !== null && parts.understood.dropped.length === 0
  const isMachine = isWhole && parts.machine !== null
  if (hasNumbers && isNumber && !isMachine) return matchNumbers(index, numbers.positions, null)
  const near = isWhole || hasNumbers ? null : matchNear(index, query)
  if (near) return near
  const listedParts = hasNumbers ? null : readNumberParts(index, query, places)
  if (listedParts) return matchListed(index, query, listedParts)
  if (isWhole) {
    // '93 x 140' is not read as the beginning of a number when products have these sizes.
    return isShape || !hasNumbers ? parts : withNumbers(index, parts, numbers.positions)
  }
  if (hasNumbers) return matchNumbers(index, numbers.positions, null)
  return matchCorrected(index, query, parts, cache) ?? parts ?? matchNothing(index)
}

/** Products matched by number, followed by those matched as `words`. */
function matchNumbers(
  index: CatalogueIndex,
  numberPositions: Uint32Array,
  words: WordMatches | null,
): QueryMatches {
  const documents = index.numbers.toDocuments(numberPositions)
  const numbered = index.successors.size > 0 ? addSuccessors(index, documents) : documents
  const all = toBits(numbered.documents, index.capacity)
  const strong = words?.strong ?? all
  const whole = words?.whole ?? all
  if (words) uniteBits(all, words.all)
  return { ...nothingElse, numbered, numberPositions, whole, strong, all, count: countBits(all) }
}

// 'fh' is the beginning of a number and of words; a machine's name is meant before the beginning of a number.
function withNumbers(index: CatalogueIndex, parts: QueryMatches, positions: Uint32Array): QueryMatches {
  const numbers = matchNumbers(index, positions, parts)
  if (!parts.machine) return { ...numbers, understood: parts.understood }
  return { ...parts, all: numbers.all, count: numbers.count, numberPositions: positions }
}

// '7720' is a part number and a model.
function addMachine(index: CatalogueIndex, query: ParsedQuery, numbers: QueryMatches): QueryMatches {
  const machine = readNamedMachine(index, query.words)
  if (machine?.words.length !== query.words.length) return numbers
  const { matches } = toMachinePart(index, machine, query.words)
  const all = numbers.all.slice()
  uniteBits(all, matches.all)
  const fitting = orderForMachine(index, machine, matches)
  return { ...numbers, machine, fitting, all, count: countBits(all) }
}

/** The products of known numbers, each number's in the order of the text, of those that fit a machine beside them. */
function matchListed(index: CatalogueIndex, query: ParsedQuery, listed: ListedNumbers): QueryMatches {
  const { text } = query
  const ranked = interleave(listed.numbers.map(number => rankExact(index, number.positions)))
  const typed = listed.numbers.map(({ words }) => text.slice(words[0]!.start, words.at(-1)!.end))
  const { positions, used, unused } = chooseByParts(index, query, listed, ranked)
  const parts = [
    ...listed.numbers.map(({ words }, at) => ({
      kind: 'number' as const,
      label: typed[at]!,
      stretches: words,
    })),
    ...listed.used.map(word => ({ kind: 'word' as const, label: null, stretches: [word] })),
    ...used,
  ]
  const isUsed = (word: QueryWord) => used.some(({ words }) => words.includes(word))
  const dropped = [
    ...listed.dropped.filter(word => !isUsed(word)),
    ...unused.flatMap(part => [...part.stretches]),
  ]
  return {
    ...matchNumbers(index, positions, null),
    listedNumbers: typed.length > 1 ? typed : [],
    understood: {
      parts: describeParts(text, parts),
      dropped: describeDropped(
        text,
        dropped.toSorted((a, b) => a.start - b.start),
      ),
    },
  }
}

/** Those that fit the machine and have the sizes beside the numbers, as far as there are any; `unused`: sizes that none has. */
function chooseByParts(
  index: CatalogueIndex,
  query: ParsedQuery,
  { dropped }: ListedNumbers,
  ranked: Uint32Array,
): { positions: Uint32Array; used: QueryPart[]; unused: QueryPart[] } {
  const [used, unused]: [QueryPart[], QueryPart[]] = [[], []]
  let positions = ranked
  for (const part of readQuery(index, query, dropped).parts) {
    if (part.kind !== 'machine' && part.kind !== 'size') continue
    const fitting = positions.filter(position => hasBit(part.matches.all, index.numbers.documentAt(position)))
    if (fitting.length > 0) {
      used.push(part)
      positions = fitting
    } else if (part.kind === 'size') unused.push(part)
  }
  return { positions, used, unused }
}

// The first product of each number, then the second of each.
function interleave(lists: readonly Uint32Array[]): Uint32Array {
  const longest = Math.max(...lists.map(({ length }) => length))
  const positions = Array.from({ length: longest }, (_, nth) => lists.flatMap(list => list[nth] ?? []))
  return Uint32Array.from(positions.flat())
}

const [minNearLength, maxNearLength] = [4, 24]
const maxNear = 5

/** Numbers that differ by look-alike signs or by one sign; a single one is taken, and said to be. */
function matchNear(index: CatalogueIndex, { key, isNumber }: ParsedQuery): QueryMatches | null {
  if (!isNumber || key.length < minNearLength || key.length > maxNearLength) return null
  const near = listNear(index, key)
  const [first, ...moreNumbers] = near
  if (first === undefined) return null
  if (moreNumbers.length > 0) {
    return { ...matchNothing(index), nearPositions: near }
  }
  const corrected = index.numbers.keyAt(first)
  return { ...matchNumbers(index, index.numbers.matchExact(corrected), null), corrected, nearPositions: near }
}

function listNear({ numbers }: CatalogueIndex, key: string): number[] {
  const alike = numbers.matchLookAlikes(key, maxNear)
  return alike.length > 0 ? alike : numbers.matchNear(key, maxNear)
}

function matchCorrected(
  index: CatalogueIndex,
  query: ParsedQuery,
  uncorrected: QueryMatches | null,
  cache: WordMatchesCache,
): QueryMatches | null {
  const corrected = correctQuery(index, query, uncorrected, cache)
  return corrected && { ...corrected.matches, corrected: corrected.text }
}

function matchNothing(index: CatalogueIndex): QueryMatches {
  return { ...nothingElse, ...toMatches(createBits(index.capacity)) }
}

/** By spelling: own numbers first, then what can be bought, discontinued ones last; of equal rank the more popular product. */
export function rankExact({ numbers, sellable, forSale }: CatalogueIndex, positions: Uint32Array) {
  const keys = Array.from(positions, position => numbers.keyAt(position))
  const places = new Map([...new Set(keys)].map((key, place) => [key, place]))
  const rank = (position: number) => {
    if (numbers.referenceAt(position) === 0) return 0
    const document = numbers.documentAt(position)
    if (hasBit(sellable, document)) return 1
    return hasBit(forSale, document) ? 2 : 3
  }
  const ranked = Array.from(positions, (position, at) => ({
    position,
    spelling: places.get(keys[at]!)!,
    rank: rank(position),
    document: numbers.documentAt(position),
  }))
  ranked.sort((a, b) => a.spelling - b.spelling || a.rank - b.rank || a.document - b.document)
  return Uint32Array.from(ranked, ({ position }) => position)
}

/** In `positions`: the product is there because it replaces the one before it. */
export const noNumber = 0xffffffff

/** Puts the successor of each superseded product that cannot be bought directly behind it. */
function addSuccessors(
  index: CatalogueIndex,
  { documents, positions }: NumberedDocuments,
): NumberedDocuments {
  const listed = toBits(documents, index.capacity)
  const [all, best] = [new GrowableArray(), new GrowableArray()]
  for (const [at, document] of documents.entries()) {
    all.push(document)
    best.push(positions[at]!)
    const successor = findSuccessor(index, document)
    if (successor < 0 || hasBit(listed, successor)) continue
    setBit(listed, successor)
    all.push(successor)
    best.push(noNumber)
  }
  return { documents: all.toArray(), positions: best.toArray() }
}

/** −1: there is none. */
function findSuccessor(index: CatalogueIndex, document: number): number {
  const successor = index.successors.get(document)
  return successor === undefined || hasBit(index.sellable, document) ? -1 : getDocument(index, successor)
}

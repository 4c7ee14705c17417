import { toCodeKey } from '../../../../lib/part-number.ts'
import type { Measures } from '../../query/measures.ts'
import { isNoise, isOfInStock, isQuantity } from '../../query/noise.ts'
import type { ParsedQuery } from '../../query/parse-query.ts'
import { type QueryWord, type Stretch, tokenize } from '../../query/tokens.ts'
import { countBits, hasBit } from '../bit-set.ts'
import type { CatalogueIndex } from '../catalogue-index.ts'
import { isYear } from '../machines/read-machine.ts'
import type { NumberPlaces } from '../match-parts.ts'
import { readQuery } from '../query-parts.ts'
import { matchSizes, matchThread } from '../shape-search.ts'
import { getEdits } from '../spelling.ts'
import { classifyWord, isUnknownWord, matchWord } from '../word-search.ts'

interface ListedNumber {
  words: QueryWord[]
  positions: Uint32Array
}

export interface ListedNumbers {
  numbers: ListedNumber[]
  /** Words that choose among the numbers: makers and kinds. */
  used: QueryWord[]
  dropped: QueryWord[]
}

const maxNumberWords = 6
const minLength = 3
// A shorter run of digits is rather a model, a year or a size.
const minDigits = 5

/** The known numbers anywhere in a text: 'P/N: P551712 NEW', 'LF9009 and P551712 x 4'. Null when there is none. */
export function readNumbers(
  index: CatalogueIndex,
  { allWords, text, measures }: ParsedQuery,
): ListedNumbers | null {
  const measured = listMeasured(index, measures)
  const isMeasure = ({ words }: ListedNumber) =>
    measured.some(({ start, end }) => words[0]!.start >= start && words.at(-1)!.end <= end)
  const numbers: ListedNumber[] = []
  const rest: QueryWord[] = []
  for (let from = 0; from < allWords.length; ) {
    const number = findNumber(index, allWords, from, text)
    if (!number) rest.push(allWords[from]!)
    else if (!isMeasure(number)) numbers.push(number)
    from += number?.words.length ?? 1
  }
  if (numbers.length === 0) return null
  return chooseByWords(index, numbers, rest)
}

/** The threads and lists of sizes that products have: '1 1/2-12' is not the number 11212. */
function listMeasured(index: CatalogueIndex, { threads, sizes }: Measures): Stretch[] {
  return [
    ...threads.filter(({ key }) => countBits(matchThread(index, key)) > 0),
    ...sizes.filter(list => list.sizes.length > 1 && countBits(matchSizes(index, list.sizes)) > 0),
  ]
}

// The longest number that begins at this word.
function findNumber({ numbers }: CatalogueIndex, words: readonly QueryWord[], from: number, text: string) {
  for (let count = Math.min(maxNumberWords, words.length - from); count > 0; count--) {
    const part = words.slice(from, from + count)
    const written = text.slice(part[0]!.start, part.at(-1)!.end)
    const key = toCodeKey(written)
    const isLongEnough = /^\d+$/.test(key) ? key.length >= minDigits : key.length >= minLength
    if (!isLongEnough || !/\d/.test(key)) continue
    const positions = matchWithoutDecimals(numbers, written)
    if (positions.length > 0) return { words: part, positions }
  }
  return null
}

const decimalZeros = /[.,]0+$/

// '1586.00' is 1586 in a cell of money.
function matchWithoutDecimals(numbers: CatalogueIndex['numbers'], written: string): Uint32Array {
  const positions = numbers.matchExact(toCodeKey(written))
  if (positions.length > 0 || !decimalZeros.test(written)) return positions
  return numbers.matchExact(toCodeKey(written.replace(decimalZeros, '')))
}

/** Keeps, of each number, the products or makers that the other words name, as far as there are any. */
function chooseByWords(index: CatalogueIndex, numbers: readonly ListedNumber[], rest: readonly QueryWord[]) {
  const [used, dropped]: [QueryWord[], QueryWord[]] = [[], []]
  let chosen = [...numbers]
  for (const [at, word] of rest.entries()) {
    // The '1' of the unknown 'FH-NOPE-1' is no quantity.
    const isPart = word.isJoined && /\d/.test(word.word)
    if (isQuantity(word, rest[at - 1], rest[at + 1]) || isOfInStock(rest, at)) continue
    if (!isPart && isNoise(word, true)) continue
    const { isMaker, isProduct } = createChoice(index, word.word)
    const matching = chosen.map(number => ({
      ...number,
      positions: number.positions.filter(position => isMaker(position) || isProduct(position)),
    }))
    if (matching.every(({ positions }) => positions.length === 0)) dropped.push(word)
    else {
      used.push(word)
      chosen = matching.map((number, at) => (number.positions.length > 0 ? number : chosen[at]!))
    }
  }
  return { numbers: chosen, used, dropped }
}

/** Whether a word names the maker of a number, also with a slip, or is one of its product. */
function createChoice(index: CatalogueIndex, word: string) {
  const { numbers, makers } = index
  const matches = isUnknownWord(index, word) ? null : matchWord(index, word)
  const meanings = [[word], ...(index.synonyms.get(word) ?? [])]
  const isNamed = (name: readonly string[]) =>
    meanings.some(meaning => meaning.every(one => name.some(part => part.startsWith(one)))) ||
    (matches === null && name.some(part => getEdits(word, part) !== null))
  // The 'filter' of 'oil filter' is not the maker Mann-Filter.
  const isKind = matches !== null && classifyWord(index, word) === 'kind'
  const areNamed = new Map<number, boolean>()
  return {
    isMaker: (position: number): boolean => {
      const maker = numbers.makerAt(position)
      if (!areNamed.has(maker)) areNamed.set(maker, !isKind && isNamed(tokenize(makers[maker]!)))
      return areNamed.get(maker)!
    },
    isProduct: (position: number): boolean =>
      matches !== null && hasBit(matches.all, numbers.documentAt(position)),
  }
}

interface NumberPart extends ListedNumber {
  /** What must fit it, so that it is meant as a number: nothing, its maker, or its maker, machine or another word. */
  need: 'nothing' | 'maker' | 'any'
}

const maxPartWords = 6
const maxWordInNumber = 3
const minCertainLength = 5
// What more numbers share is too short to be meant as a number, unless its maker is named.
const maxNumbers = 2000

/**
 * The parts of known numbers beside other words: 'Donaldson 551712' and 'oil filter 551712' mean the P551712, 'Mann 950/2'
 * the W 950/26. Null when there is none. Three or four signs are easily something else: they count only where their
 * maker, or another word, fits.
 */
export function readNumberParts(
  index: CatalogueIndex,
  query: ParsedQuery,
  places: NumberPlaces,
): ListedNumbers | null {
  const { parts, rest } = findParts(index, query, places)
  const certain = parts.filter(({ need }) => need === 'nothing')
  const short = parts.filter(({ need }) => need !== 'nothing')
  const numbers =
    certain.length > 0
      ? [...certain, ...short.flatMap(part => chooseByNeighbours(index, query, part))]
      : chooseShort(index, query, short, rest)
  if (numbers.length === 0) return null
  return chooseByWords(index, sortByPlace(numbers), sortWords([...rest, ...listUnused(parts, numbers)]))
}

/** Adds the parts of numbers beside whole ones: 'LF9009 and Donaldson 551712'. */
export function addNumberParts(
  index: CatalogueIndex,
  query: ParsedQuery,
  listed: ListedNumbers,
): ListedNumbers {
  const parts = findParts(index, query, {
    open: listed.dropped,
    taken: listed.numbers.flatMap(({ words }) => words),
  }).parts.filter(({ need }) => need === 'nothing')
  if (parts.length === 0) return listed
  const isOfPart = ({ start }: QueryWord) =>
    parts.some(({ words }) => words.some(word => word.start === start))
  const rest = [...listed.used, ...listed.dropped].filter(word => !isOfPart(word))
  return chooseByWords(index, sortByPlace([...listed.numbers, ...parts]), sortWords(rest))
}

const sortWords = (words: readonly QueryWord[]): QueryWord[] => words.toSorted((a, b) => a.start - b.start)

const sortByPlace = (numbers: readonly ListedNumber[]): ListedNumber[] =>
  numbers.toSorted((a, b) => a.words[0]!.start - b.words[0]!.start)

function listUnused(parts: readonly NumberPart[], numbers: readonly ListedNumber[]): QueryWord[] {
  return parts
    .filter(part => !numbers.some(number => number.words === part.words))
    .flatMap(part => part.words)
}

/** `rest`: the words of no part. */
function findParts(index: CatalogueIndex, query: ParsedQuery, { open, taken }: NumberPlaces) {
  const words = query.allWords
  const isWithin = (word: QueryWord, stretches: readonly Stretch[]) =>
    stretches.some(({ start, end }) => word.start >= start && word.end <= end)
  const canBeNumber = (part: readonly QueryWord[]) =>
    areOneNumber(part) &&
    part.every(word => !isWithin(word, taken)) &&
    part.some(word => /\d/.test(word.word) && isWithin(word, open))
  const [parts, rest]: [NumberPart[], QueryWord[]] = [[], []]
  for (let from = 0; from < words.length; ) {
    const part = findPart(index, query, from, canBeNumber)
    if (part) parts.push(part)
    else if (!isMeasured(query, words[from]!)) rest.push(words[from]!)
    from += part?.words.length ?? 1
  }
  return { parts, rest }
}

// The longest part of a number that begins at this word.
function findPart(
  { numbers }: CatalogueIndex,
  { allWords: words, text }: ParsedQuery,
  from: number,
  canBeNumber: (part: readonly QueryWord[]) => boolean,
): NumberPart | null {
  for (let count = Math.min(maxPartWords, words.length - from); count > 0; count--) {
    const part = words.slice(from, from + count)
    const key = toCodeKey(text.slice(part[0]!.start, part.at(-1)!.end))
    if (key.length < minLength || !/\d/.test(key)) continue
    if (!canBeNumber(part) || part.some((_word, at) => isPieces(words, from + at))) continue
    if (count === 1 && isNoise(part[0]!, true)) continue
    const positions = numbers.matchPart(key)
    if (positions.length === 0) continue
    const need = getNeed(key, numbers.keyAt(positions[0]!).startsWith(key))
    if (positions.length > maxNumbers && need !== 'maker') continue
    // The '600' of '600-185' is no number of its own.
    const isPiece = part[0]!.isJoined || words[from + count]?.isJoined
    if (isPiece && key.length < minCertainLength) continue
    return { words: part, positions, need }
  }
  return null
}

/** Whether the word is a number of pieces; the '446' of '446 x 2' is none, although it stands beside an 'x'. */
function isPieces(words: readonly QueryWord[], at: number): boolean {
  const isNumber = (position: number) => /^\d+$/.test(words[position]?.word ?? '')
  const isCounted = isNumber(at + 2) && words[at]!.word.length >= minLength
  return isQuantity(words[at]!, words[at - 1], isCounted ? undefined : words[at + 1])
}

/** Whether the word is of a measure, which `readQuery` reads. */
const isMeasured = ({ words }: ParsedQuery, { start }: QueryWord): boolean =>
  !words.some(word => word.start === start)

/** 'F 026 400' may be one number, 'filter 400' is none. */
function areOneNumber(words: readonly QueryWord[]): boolean {
  return words.every(
    ({ word, isJoined }, at) =>
      words.length === 1 || (isJoined && at > 0) || /\d/.test(word) || word.length <= maxWordInNumber,
  )
}

function getNeed(key: string, isBeginning: boolean): NumberPart['need'] {
  if (key.length >= minCertainLength) return 'nothing'
  if (key.length === minLength || isYear(key)) return 'maker'
  return isBeginning && /[A-Z]/.test(key) ? 'nothing' : 'any'
}

/** Of short parts those whose maker is named, or that another word or the machine fits. */
function chooseShort(
  index: CatalogueIndex,
  query: ParsedQuery,
  parts: readonly NumberPart[],
  rest: readonly QueryWord[],
): ListedNumber[] {
  if (parts.length === 0) return []
  const choices = rest.filter(word => !isNoise(word, true)).map(({ word }) => createChoice(index, word))
  const machine = readQuery(index, query, rest).parts.find(({ kind }) => kind === 'machine')
  const isFitting = (position: number) =>
    (machine !== undefined && hasBit(machine.matches.all, index.numbers.documentAt(position))) ||
    choices.some(({ isProduct }) => isProduct(position))
  return parts.flatMap(part => {
    if (isBeforeUnit(query, part)) return []
    const ofMaker = part.positions.filter(position => choices.some(({ isMaker }) => isMaker(position)))
    if (ofMaker.length > 0) return [{ ...part, positions: ofMaker }]
    return part.need === 'any' && part.positions.some(isFitting) ? [part] : []
  })
}

/** Beside other numbers a short part counts with its own maker next to it: 'Donaldson 551712, Fleetguard 9009'. */
function chooseByNeighbours(
  index: CatalogueIndex,
  { allWords: words }: ParsedQuery,
  part: NumberPart,
): ListedNumber[] {
  const neighbours = [words[words.indexOf(part.words[0]!) - 1], words[words.indexOf(part.words.at(-1)!) + 1]]
  for (const neighbour of neighbours) {
    const choice = neighbour && !isNoise(neighbour, true) ? createChoice(index, neighbour.word) : null
    const positions = part.positions.filter(position => choice?.isMaker(position))
    if (positions.length > 0) return [{ ...part, positions }]
  }
  return []
}

const unitWord =
  /^(?:h|hrs?|hours?|hp|bhp|ps|kw|v|volts?|bar|psi|rpm|cc|kg|t|tons?|tonnes?|l|lt|litres?|cyl|cylinders?|years?)$/

/** '500 hours', '24 v' */
function isBeforeUnit({ allWords: words }: ParsedQuery, part: ListedNumber): boolean {
  const after = words[words.indexOf(part.words.at(-1)!) + 1]
  return after !== undefined && unitWord.test(after.word)
}

import type { QueryWord } from '../../query/tokens.ts'
import { type BitSet, createBits, intersectBits, listBits, setBit, uniteBits } from '../bit-set.ts'
import type { MachineIndex, MachineNameEntry } from './machine-index.ts'
import { findNamed, toMachineKey } from './machine-names.ts'
import {
  findVariantsOf,
  getVariantName,
  listModels,
  type MachineReading,
  type NamedMachine,
  pickYear,
  range,
  toVariants,
} from './variants.ts'

interface NamedSpan {
  from: number
  to: number
  entries: MachineNameEntry[]
}

const maxNameWords = 5

/** The words of a query, and the machines that they may name. */
interface MachineText {
  machines: MachineIndex
  words: readonly QueryWord[]
}

/** What other words of the catalogue mean for a machine's name. */
export interface MachineWords {
  /** Names of a word that is an abbreviation: 'cat' is 'caterpillar'. */
  listMeanings: (word: string) => readonly string[][]
  /** Kinds of filter and brands, which are no engine's name. */
  isKindOrBrand: (word: string) => boolean
}

/** A make, a model in any spelling, and what tells its variants apart. `isFree`: the words that are not used otherwise. */
export function readMachine(
  machines: MachineIndex,
  words: readonly QueryWord[],
  isFree: (at: number) => boolean,
  { listMeanings, isKindOrBrand }: MachineWords,
): MachineReading | null {
  const text = { machines, words }
  const years = range(0, words.length).filter(at => isYear(words[at]!.word))
  // A year is compared with the years of a variant; both years of a range are a part of its name.
  const isText = (at: number) => isFree(at) && (years.length !== 1 || !years.includes(at))
  const spans = listSpans(text, isFree, listMeanings)
  const makes = spans
    .map(span => ({ ...span, entries: span.entries.filter(({ model }) => model < 0) }))
    .filter(({ entries }) => entries.length > 0)
    .sort((a, b) => b.to - b.from - (a.to - a.from))
  const named = readModel(text, isText, spans, makes) ?? readMake(machines, makes)
  const exact = named && pickExactVariant(text, named)
  if (exact) return exact
  const engine = readEngine(text, isText, isKindOrBrand, named !== null)
  const reading = named && engine ? combine(machines, named, engine) : (named ?? engine)
  return reading && narrowByYears(text, years, reading)
}

function narrowByYears({ machines, words }: MachineText, years: readonly number[], reading: MachineReading) {
  let narrowed = reading
  for (const at of years) {
    if (reading.words.includes(at)) continue
    const variants = pickYear(machines, narrowed.variants, Number(words[at]!.word))
    if (variants.every(bits => bits === 0)) continue
    narrowed = { ...narrowed, variants, isNarrowed: true, words: [...narrowed.words, at] }
  }
  return narrowed
}

const maxCompared = 500

/** The variant whose whole name was typed: 'JCB 3CX 2012-2018' is not '3CX Perkins 1004 2012-2018'. */
function pickExactVariant({ machines, words }: MachineText, reading: MachineReading): MachineReading | null {
  if (!reading.isNarrowed) return null
  const key = reading.words
    .toSorted((a, b) => a - b)
    .map(at => toMachineKey(words[at]!.word))
    .join('')
  for (const variant of [...listBits(reading.variants)].slice(0, maxCompared)) {
    const names = [getVariantName(machines, variant), machines.variants[variant]!.name]
    if (!names.some(name => toMachineKey(name) === key)) continue
    const variants = createBits(machines.variants.length)
    setBit(variants, variant)
    return { ...reading, variants }
  }
  return null
}

/** A name of a make, a model and an engine at once, such as 'Deutz TCD6.1', means all of them. */
function combine(machines: MachineIndex, named: MachineReading, engine: MachineReading): MachineReading {
  const isWithin = named.words.every(at => engine.words.includes(at))
  if (isWithin) {
    const variants = named.variants.slice()
    uniteBits(variants, engine.variants)
    return { ...engine, named: [...named.named, ...engine.named], variants }
  }
  const isMake = named.named.every(({ model }) => model < 0)
  const isApart = !named.words.some(at => engine.words.includes(at))
  if (!isMake || !isApart) return named
  const variants = named.variants.slice()
  intersectBits(variants, engine.variants)
  if (variants.every(bits => bits === 0)) return named
  return {
    named: listModels(machines, variants),
    variants,
    isNarrowed: true,
    words: [...named.words, ...engine.words],
  }
}

/** Of several readings the one that explains most words. */
function readModel(
  text: MachineText,
  isFree: (at: number) => boolean,
  spans: readonly NamedSpan[],
  makes: readonly NamedSpan[],
): MachineReading | null {
  const models = spans
    .map(span => ({ ...span, entries: span.entries.filter(({ model }) => model >= 0) }))
    .filter(({ entries }) => entries.length > 0)
  const byPart = models.length > 0 ? null : findModelByPart(text, isFree, makes)
  const candidates = byPart ? [byPart] : rankModels(models, makes).slice(0, maxReadings)
  const isOfMake = ({ words: used }: MachineReading) =>
    makes.length === 0 || makes.some(make => range(make.from, make.to).every(at => used.includes(at)))
  // A model of a make that was not named is another machine, unless the named make built its engine.
  const readings = candidates.map(candidate => narrow(text, isFree, candidate)).filter(isOfMake)
  const [first, ...rest] = readings
  if (!first) return null
  return rest.reduce((best, reading) => (reading.words.length > best.words.length ? reading : best), first)
}

const maxReadings = 4

function readMake(machines: MachineIndex, makes: readonly NamedSpan[]): MachineReading | null {
  const [make] = makes
  if (!make) return null
  const named = make.entries
  return { named, variants: toVariants(machines, named), isNarrowed: false, words: range(make.from, make.to) }
}

function listSpans(
  { machines, words }: MachineText,
  isFree: (at: number) => boolean,
  listMeanings: MachineWords['listMeanings'],
): NamedSpan[] {
  const spans: NamedSpan[] = []
  for (let from = 0; from < words.length; from++) {
    let key = ''
    for (let to = from; to < words.length && to < from + maxNameWords; to++) {
      key += words[to]!.word.replace('.', '')
      const meanings = to === from ? listMeanings(words[from]!.word).map(meaning => meaning.join('')) : []
      const entries = [key, ...meanings].flatMap(name => findNamed(machines, name))
      // A stop word may be a part of a name ('L 120 H'), but is no name alone.
      const isName = to > from || isFree(to)
      if (isName && entries.length > 0) spans.push({ from, to: to + 1, entries })
    }
  }
  return spans
}

interface NamedModels {
  named: NamedMachine[]
  words: number[]
}

/** The longest model name first, preferably one whose make is named too. */
function rankModels(models: readonly NamedSpan[], makes: readonly NamedSpan[]): NamedModels[] {
  const ranked = models.map(model => {
    const make = makes.find(
      span =>
        (span.to <= model.from || span.from >= model.to) &&
        model.entries.some(entry => span.entries.some(one => one.make === entry.make)),
    )
    const named = make
      ? model.entries.filter(entry => make.entries.some(one => one.make === entry.make))
      : model.entries
    const words = [...range(model.from, model.to), ...(make ? range(make.from, make.to) : [])]
    return { named, words, score: words.length * 100 + (make ? 50 : 0) + model.entries[0]!.key.length }
  })
  return ranked.sort((a, b) => b.score - a.score)
}

const minPartLength = 2

/** 'cat 320' means the 320D, 'volvo 240' the EC240: a part of a model's name with a digit, beside its make. */
function findModelByPart(
  { machines: { makes: indexedMakes, models }, words }: MachineText,
  isFree: (at: number) => boolean,
  makes: readonly NamedSpan[],
): NamedModels | null {
  for (const span of makes) {
    for (let length = 2; length >= 1; length--) {
      for (let from = 0; from + length <= words.length; from++) {
        const part = range(from, from + length)
        if (part.some(at => !isFree(at) || (at >= span.from && at < span.to))) continue
        const key = part.map(at => words[at]!.word).join('')
        if (!/\d/.test(key) || key.length < minPartLength) continue
        const named = span.entries.flatMap(({ make }) => {
          const { firstModel, endModel } = indexedMakes[make]!
          return range(firstModel, endModel)
            .filter(model => containsPart(toMachineKey(models[model]!.name), key))
            .map(model => ({ make, model }))
        })
        if (named.length > 0) return { named, words: [...part, ...range(span.from, span.to)] }
      }
    }
  }
  return null
}

// The beginning, or from where digits begin: 'EC240' contains '240', not '40'.
function containsPart(name: string, part: string): boolean {
  const at = name.indexOf(part)
  if (at < 0) return false
  return at === 0 || (/^\d/.test(part) && !/\d/.test(name[at - 1]!))
}

/** Takes the words that tell variants apart: of engine, serial break and year. */
function narrow(
  { machines, words }: MachineText,
  isFree: (at: number) => boolean,
  { named, words: nameWords }: NamedModels,
): MachineReading {
  const variants = toVariants(machines, named)
  const used = [...nameWords]
  let isNarrowed = false
  for (let at = 0; at < words.length; at++) {
    if (used.includes(at) || !isFree(at)) continue
    const matching = findVariantsOf(machines, words[at]!.word)
    if (!matching) continue
    intersectBits(matching, variants)
    if (matching.every(bits => bits === 0)) continue
    variants.set(matching)
    used.push(at)
    isNarrowed = true
  }
  return { named, variants, isNarrowed, words: used }
}

/** Variants by words of their engines alone: 'dieselmax oil filter', 'perkins 1104c'. */
function readEngine(
  { machines, words }: MachineText,
  isFree: (at: number) => boolean,
  isKindOrBrand: MachineWords['isKindOrBrand'],
  isMakeNamed: boolean,
): MachineReading | null {
  const used: number[] = []
  let variants: BitSet | null = null
  for (let at = 0; at < words.length; at++) {
    const { word } = words[at]!
    if (!isFree(at) || isKindOrBrand(word)) continue
    const matching = findVariantsOf(machines, word)
    if (!matching) continue
    if (variants) intersectBits(matching, variants)
    if (matching.every(bits => bits === 0)) continue
    variants = matching
    used.push(at)
  }
  const name = used.map(at => words[at]!.word).join('')
  // Beside its make a short code is an engine, too: 'cat c9', 'jd 4045'.
  const isCode = /\d/.test(name) && (isMakeNamed || (name.length >= minEngineCode && /\D/.test(name)))
  const isName = used.some(at => words[at]!.word.length >= minEngineName)
  if (!variants || !(isName || isCode)) return null
  return { named: listModels(machines, variants), variants, isNarrowed: true, words: used }
}

// 'C7.1', 'Isuzu'
const [minEngineCode, minEngineName] = [3, 5]

/** '1998', '2014' */
export function isYear(word: string): boolean {
  return /^(?:19[5-9]|20[0-4])\d$/.test(word)
}

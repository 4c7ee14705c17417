import { type BitSet, createBits, listBits, setBit, unitePosting } from '../bit-set.ts'
import { findWord } from '../sorting.ts'
import type { MachineIndex, MachineNameEntry } from './machine-index.ts'

/** A model, or with model −1 a make as a whole. */
export type NamedMachine = Pick<MachineNameEntry, 'make' | 'model'>

/** The machines that words of a query name. */
export interface MachineReading {
  /** Of very many models the first ones. */
  named: NamedMachine[]
  variants: BitSet
  /** Whether words chose some of the models' variants. */
  isNarrowed: boolean
  /** Positions in the list of words. */
  words: number[]
}

/** More models are not named one by one: an engine may be in thousands. */
const maxModels = 20

/** The first models of these variants. */
export function listModels({ models, variants: all }: MachineIndex, variants: BitSet): NamedMachine[] {
  const named: NamedMachine[] = []
  let last = -1
  // The variants of a model are next to one another.
  for (const at of listBits(variants)) {
    const { model } = all[at]!
    if (model === last) continue
    if (named.push({ make: models[model]!.make, model }) === maxModels) break
    last = model
  }
  return named
}

const minBeginning = 4

/** The variants of a word of their names or engines; of a code ('BF4M') also its beginning. */
export function findVariantsOf({ words, wordList, variants }: MachineIndex, word: string): BitSet | null {
  const names =
    words.has(word) || word.length < minBeginning || !/\d/.test(word) ? [word] : listBeginning(wordList, word)
  const postings = names.map(name => words.get(name)).filter(posting => posting !== undefined)
  if (postings.length === 0) return null
  const bits = createBits(variants.length)
  for (const posting of postings) unitePosting(bits, posting)
  return bits
}

export function pickYear({ variants: all }: MachineIndex, variants: BitSet, year: number): BitSet {
  const matching = createBits(all.length)
  for (const at of listBits(variants)) {
    const { yearFrom, yearTo } = all[at]!
    if (yearFrom !== null && yearFrom <= year && year <= (yearTo ?? 9999)) setBit(matching, at)
  }
  return matching
}

export function toVariants({ makes, models, variants }: MachineIndex, named: NamedMachine[]): BitSet {
  const bits = createBits(variants.length)
  const addModel = (model: number) => {
    const { firstVariant, endVariant } = models[model]!
    for (let at = firstVariant; at < endVariant; at++) setBit(bits, at)
  }
  for (const { make, model } of named) {
    const { firstModel, endModel } = makes[make]!
    for (const one of model < 0 ? range(firstModel, endModel) : [model]) addModel(one)
  }
  return bits
}

export function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, at) => from + at)
}

function listBeginning(sorted: readonly string[], beginning: string): string[] {
  const names: string[] = []
  for (let at = findWord(sorted, beginning); sorted[at]?.startsWith(beginning); at++) names.push(sorted[at]!)
  return names
}

const maxNames = 3

/** 'JCB 3CX', 'JCB 3CX 2012-2018', 'Case CE / Case IH'. Null: too many machines to name, such as all with an engine. */
export function describeMachine(machines: MachineIndex, reading: MachineReading): string | null {
  const only = reading.isNarrowed ? findOnlyBit(reading.variants) : null
  if (only !== null) return getVariantName(machines, only)
  const names = new Set<string>()
  for (const { make, model } of reading.named) {
    const name = machines.makes[make]!.name
    names.add(model < 0 ? name : `${name} ${machines.models[model]!.name}`)
    if (names.size > maxNames) return null
  }
  return [...names].join(' / ')
}

function findOnlyBit(bits: BitSet): number | null {
  const numbers = listBits(bits)
  const first = numbers.next()
  return first.done || !numbers.next().done ? null : first.value
}

/** 'JCB 3CX 2012-2018': the names of variants often begin with their model's. */
export function getVariantName({ makes, models, variants }: MachineIndex, variant: number): string {
  const { name, model } = variants[variant]!
  const { name: modelName, make } = models[model]!
  return [makes[make]!.name, ...(name.startsWith(modelName) ? [] : [modelName]), name].join(' ')
}

import { toSlug } from '../../../src/features/catalogue-import/validation/product-path.ts'
import { fixedVariants } from '../fixed-products.ts'
import { uniquePartNumber } from '../part-numbers.ts'
import { productsInBlock } from '../product-groups.ts'
import { hash, splitTotal } from '../random.ts'
import type { DemoFitment, DemoMake, DemoModel, DemoSerialRange, DemoVariant } from '../rows.ts'
import { generateFitments } from './fitments.ts'
import { createInventedMake } from './invented-makes.ts'
import { type Make, type ModelTypeKey, modelTypes, realMakes } from './makes.ts'
import { generateSerialRanges } from './serial-ranges.ts'

export interface MachineCounts {
  makes: number
  models?: number
  variants?: number
  fitments?: number
  /** The number of generated products: those that can be fitted. */
  products: number
  seed: number
}

/** All machines; each method can be iterated repeatedly. */
export interface MachineCatalogue {
  makes(): Generator<DemoMake>
  models(): Generator<DemoModel>
  variants(): Generator<DemoVariant>
  fitments(): Generator<DemoFitment>
  serialRanges(): Generator<DemoSerialRange>
  /** The makes whose machines take the filters of a block. */
  makesOfBlock(block: number): readonly Make[]
}

const variantsOfModel = 3
const fitmentsOfVariant = 12

export function generateMachines(size: MachineCounts): MachineCatalogue {
  const { seed } = size
  const makes = Array.from(
    { length: size.makes },
    (_, index) => realMakes[index] ?? createInventedMake(index - realMakes.length),
  )
  const modelCountOf = splitModels(makes, size)
  const modelCount = makes.reduce((sum, _, index) => sum + modelCountOf(index), 0)
  const listedVariants = fixedVariants.filter(listedVariant =>
    makes.some(make => make.name === listedVariant.make),
  )
  const variantCount = Math.max(
    0,
    (size.variants ?? modelCount * variantsOfModel + listedVariants.length) - listedVariants.length,
  )
  const variantCountOf = splitTotal(variantCount, modelCount, seed, 'variants')
  const blocks = Math.floor(size.products / productsInBlock)
  const fitmentCount = size.fitments ?? variantCount * fitmentsOfVariant
  const listedFitments = listedVariants.reduce((sum, listedVariant) => sum + listedVariant.fitments.length, 0)
  // Fitments need at least one whole block of products.
  const fitmentCountOf = splitTotal(
    blocks ? Math.max(0, fitmentCount - listedFitments) : 0,
    variantCount,
    seed,
    'fitments',
  )
  const blocksOfMake = (index: number) =>
    [index % Math.max(1, blocks), (index * 13 + 5) % Math.max(1, blocks)] as const
  const makesByBlock = new Map<number, Make[]>()
  for (const [index, make] of makes.entries()) {
    for (const block of new Set(blocksOfMake(index)))
      makesByBlock.set(block, [...(makesByBlock.get(block) ?? []), make].slice(0, 5))
  }

  function* generateModels() {
    let index = 0
    for (const [makeIndex, make] of makes.entries()) {
      for (let model = 0; model < modelCountOf(makeIndex); model++)
        yield { make, makeIndex, model, index: index++, ...toModel(make, model) }
    }
  }
  function* generateVariants() {
    let index = 0
    for (const model of generateModels()) {
      const count = variantCountOf(model.index)
      for (let variantIndex = 0; variantIndex < count; variantIndex++) {
        yield {
          ...model,
          variantNumber: index++,
          variantIndex,
          count,
          ...describeVariant(model.make, model.name, variantIndex, count),
        }
      }
    }
  }
  return {
    *makes() {
      for (const make of makes)
        yield { name: make.name, slug: toSlug(make.name), showMachNumber: make.plateNumber === 'mach' }
    },
    *models() {
      for (const { make, type, name } of generateModels())
        yield { make: make.name, modelType: modelTypes[type], name, slug: toSlug(name) }
    },
    *variants() {
      for (const { make, model, name, engine, yearFrom, yearTo } of listedVariants)
        yield { make, model, name, engine, yearFrom, yearTo }
      for (const { make, name, variant, engine, yearFrom, yearTo } of generateVariants())
        yield { make: make.name, model: name, name: variant, engine, yearFrom, yearTo }
    },
    *fitments() {
      for (const listedVariant of listedVariants) {
        for (const fit of listedVariant.fitments)
          yield { make: listedVariant.make, model: listedVariant.model, variant: listedVariant.name, ...fit }
      }
      for (const { make, makeIndex, type, name, variant, variantNumber } of generateVariants()) {
        const machine = { make: make.name, model: name, variant, type, blocks: blocksOfMake(makeIndex) }
        yield* generateFitments(seed, machine, fitmentCountOf(variantNumber))
      }
    },
    *serialRanges() {
      for (const listedVariant of listedVariants) {
        for (const range of listedVariant.ranges)
          yield {
            make: listedVariant.make,
            model: listedVariant.model,
            variant: listedVariant.name,
            ...range,
          }
      }
      for (const { make, model, name, variant, variantIndex, count } of generateVariants()) {
        for (const range of generateSerialRanges(make, model, variantIndex, count))
          yield { make: make.name, model: name, variant, ...range }
      }
    },
    makesOfBlock: block => makesByBlock.get(block) ?? [],
  }
}

/** Real makes have their real models; further models are split between the invented makes, or else all makes. */
function splitModels(makes: readonly Make[], size: MachineCounts): (makeIndex: number) => number {
  const real = makes.reduce((sum, make) => sum + make.models.length, 0)
  const invented = makes.length - realMakes.length
  const total = size.models ?? real + Math.max(0, invented) * 4
  const extra = Math.max(0, total - real)
  if (invented > 0) {
    const countOf = splitTotal(extra, invented, size.seed, 'models')
    return index =>
      index < realMakes.length ? makes[index]!.models.length : countOf(index - realMakes.length)
  }
  const countOf = splitTotal(extra, makes.length, size.seed, 'models')
  return index => makes[index]!.models.length + countOf(index)
}

function toModel(make: Make, variantIndex: number): { type: ModelTypeKey; name: string } {
  const real = make.models[variantIndex]
  if (real) return real
  const types = Object.keys(modelTypes) as ModelTypeKey[]
  const letters = toSlug(make.name).replace(/-/g, '').slice(0, 2).toUpperCase()
  return {
    type:
      make.models[variantIndex % Math.max(1, make.models.length)]?.type ??
      types[hash(make.name, variantIndex % 3) % types.length]!,
    name: uniquePartNumber(`${letters} 999`, variantIndex, make.name),
  }
}

const firstYear = 1998
const lastYear = 2026

/** A variant is named by its engine and years of manufacture; the last one is still in production. */
function describeVariant(make: Make, model: string, variantIndex: number, count: number) {
  const year = (index: number) => firstYear + Math.floor(((lastYear - firstYear) * index) / count)
  const engine =
    make.engines[Math.min(make.engines.length - 1, Math.floor((variantIndex * make.engines.length) / count))]!
  const yearFrom = year(variantIndex)
  const yearTo = variantIndex === count - 1 ? null : Math.max(yearFrom, year(variantIndex + 1) - 1)
  return { variant: `${model} ${engine} ${yearFrom}-${yearTo ?? ''}`, engine, yearFrom, yearTo }
}

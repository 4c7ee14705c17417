import { fitmentsOf } from './fitments.ts'
import { fixedVariants } from './fixed-products.ts'
import { inventedMake } from './invented-makes.ts'
import { type Make, type ModelTypeKey, modelTypes, realMakes } from './makes.ts'
import { numbered, slug } from './part-numbers.ts'
import { productsInBlock } from './product-groups.ts'
import { hash, shares } from './random.ts'
import type { FitmentRow, MakeRow, ModelRow, SerialRow, VariantRow } from './rows.ts'
import { rangesOf } from './serial-ranges.ts'

export interface ParkSize {
  makes: number
  models?: number
  variants?: number
  fitments?: number
  /** Drawn products: what can be fitted. */
  products: number
  seed: number
}

/** All machines, walked as often as wanted. */
export interface MachinePark {
  makes(): Generator<MakeRow>
  models(): Generator<ModelRow>
  variants(): Generator<VariantRow>
  fitments(): Generator<FitmentRow>
  serialRanges(): Generator<SerialRow>
  /** The makes whose machines take the filters of a block. */
  makesOfBlock(block: number): readonly Make[]
}

const variantsOfModel = 3
const fitmentsOfVariant = 12

export function drawMachines(size: ParkSize): MachinePark {
  const { seed } = size
  const makes = Array.from(
    { length: size.makes },
    (_, at) => realMakes[at] ?? inventedMake(at - realMakes.length),
  )
  const modelsOf = modelShares(makes, size)
  const modelCount = makes.reduce((sum, _, at) => sum + modelsOf(at), 0)
  const given = fixedVariants.filter(one => makes.some(make => make.name === one.make))
  const variantCount = Math.max(
    0,
    (size.variants ?? modelCount * variantsOfModel + given.length) - given.length,
  )
  const variantShare = shares(variantCount, modelCount, seed, 'variants')
  const blocks = Math.floor(size.products / productsInBlock)
  const fitmentCount = size.fitments ?? variantCount * fitmentsOfVariant
  const fitmentsGiven = given.reduce((sum, one) => sum + one.fitments.length, 0)
  // With less than a block of products there is nothing to choose from.
  const fitmentShare = shares(
    blocks ? Math.max(0, fitmentCount - fitmentsGiven) : 0,
    variantCount,
    seed,
    'fitments',
  )
  const blocksOfMake = (at: number) =>
    [at % Math.max(1, blocks), (at * 13 + 5) % Math.max(1, blocks)] as const
  const makesByBlock = new Map<number, Make[]>()
  for (const [at, make] of makes.entries()) {
    for (const block of new Set(blocksOfMake(at)))
      makesByBlock.set(block, [...(makesByBlock.get(block) ?? []), make].slice(0, 5))
  }

  function* eachModel() {
    let at = 0
    for (const [makeAt, make] of makes.entries()) {
      for (let model = 0; model < modelsOf(makeAt); model++)
        yield { make, makeAt, model, at: at++, ...modelOf(make, model) }
    }
  }
  function* eachVariant() {
    let at = 0
    for (const model of eachModel()) {
      const count = variantShare(model.at)
      for (let nth = 0; nth < count; nth++) {
        yield {
          ...model,
          variantAt: at++,
          nth,
          count,
          variant: variantName(model.make, model.name, nth, count),
        }
      }
    }
  }
  return {
    *makes() {
      for (const make of makes)
        yield { name: make.name, slug: slug(make.name), showMachNumber: make.plate === 'mach' }
    },
    *models() {
      for (const { make, type, name } of eachModel())
        yield { make: make.name, modelType: modelTypes[type], name, slug: slug(name) }
    },
    *variants() {
      for (const { make, model, name } of given) yield { make, model, name }
      for (const { make, name, variant } of eachVariant())
        yield { make: make.name, model: name, name: variant }
    },
    *fitments() {
      for (const one of given) {
        for (const fit of one.fitments) yield { make: one.make, model: one.model, variant: one.name, ...fit }
      }
      for (const { make, makeAt, type, name, variant, variantAt } of eachVariant()) {
        const machine = { make: make.name, model: name, variant, type, blocks: blocksOfMake(makeAt) }
        yield* fitmentsOf(seed, machine, fitmentShare(variantAt))
      }
    },
    *serialRanges() {
      for (const one of given) {
        for (const range of one.ranges)
          yield { make: one.make, model: one.model, variant: one.name, ...range }
      }
      for (const { make, model, name, variant, nth, count } of eachVariant()) {
        for (const range of rangesOf(make, model, nth, count))
          yield { make: make.name, model: name, variant, ...range }
      }
    },
    makesOfBlock: block => makesByBlock.get(block) ?? [],
  }
}

/** Real makes have their real models; what is asked for besides goes to the invented ones, or else to all. */
function modelShares(makes: readonly Make[], size: ParkSize): (makeAt: number) => number {
  const real = makes.reduce((sum, make) => sum + make.models.length, 0)
  const invented = makes.length - realMakes.length
  const wanted = size.models ?? real + Math.max(0, invented) * 4
  const more = Math.max(0, wanted - real)
  if (invented > 0) {
    const share = shares(more, invented, size.seed, 'models')
    return at => (at < realMakes.length ? makes[at]!.models.length : share(at - realMakes.length))
  }
  const share = shares(more, makes.length, size.seed, 'models')
  return at => makes[at]!.models.length + share(at)
}

function modelOf(make: Make, nth: number): { type: ModelTypeKey; name: string } {
  const real = make.models[nth]
  if (real) return real
  const types = Object.keys(modelTypes) as ModelTypeKey[]
  const letters = slug(make.name).replace(/-/g, '').slice(0, 2).toUpperCase()
  return {
    type:
      make.models[nth % Math.max(1, make.models.length)]?.type ??
      types[hash(make.name, nth % 3) % types.length]!,
    name: numbered(`${letters} 999`, nth, make.name),
  }
}

const firstYear = 1998
const lastYear = 2026

/** Named by engine and years of build; the last one is still built. */
function variantName(make: Make, model: string, nth: number, count: number): string {
  const year = (at: number) => firstYear + Math.floor(((lastYear - firstYear) * at) / count)
  const engine =
    make.engines[Math.min(make.engines.length - 1, Math.floor((nth * make.engines.length) / count))]!
  const until = nth === count - 1 ? '' : String(Math.max(year(nth), year(nth + 1) - 1))
  return `${model} ${engine} ${year(nth)}-${until}`
}

import type { Brand } from './brands.ts'
import { edgeCaseCodes } from './edge-case-products.ts'
import { type FilterType, filterTypes } from './filter-types.ts'
import { fixedCodes } from './fixed-products.ts'
import { codeOf } from './group-codes.ts'
import type { MachineCatalogue } from './machines/machines.ts'
import { type Make, makeFamilies } from './machines/makes.ts'
import { randomPartNumber } from './part-numbers.ts'
import { firstProductOf, generateGroup, groupsInBlock, type ProductGroup } from './product-groups.ts'
import { createRandom, hash, splitTotal } from './random.ts'
import type { DemoCrossReference } from './rows.ts'

export const listedCrossReferences: readonly DemoCrossReference[] = [...fixedCodes, ...edgeCaseCodes]

/** Cross-references of the generated products, exactly `count` in all. */
export function* generateCrossReferences(
  seed: number,
  count: number,
  products: number,
  machines: MachineCatalogue,
): Generator<DemoCrossReference> {
  const countOf = splitTotal(count, products, seed, 'codes')
  for (let index = 0; firstProductOf(index) < products; index++) {
    const group = generateGroup(seed, index)
    for (const [brandIndex, brand] of group.stockedBrands.entries()) {
      const product = firstProductOf(index) + brandIndex
      if (product >= products) return
      yield* takeDistinct(countOf(product), foreignCodes(seed, group, brand, machines), codeOf(brand, group))
    }
  }
}

type ForeignCode = Omit<DemoCrossReference, 'productCode'>

function* takeDistinct(
  count: number,
  numbers: Iterable<ForeignCode>,
  productCode: string,
): Generator<DemoCrossReference> {
  if (count === 0) return
  const seen = new Set<string>()
  for (const { maker, code } of numbers) {
    const key = `${maker}|${code}`
    if (seen.has(key)) continue
    seen.add(key)
    yield { productCode, maker, code }
    if (seen.size === count) return
  }
}

/** An endless sequence: codes of the group's stocked brands, then of machine makers, then of other brands. */
function* foreignCodes(
  seed: number,
  group: ProductGroup,
  ownBrandOfProduct: Brand,
  machines: MachineCatalogue,
): Generator<ForeignCode> {
  const { line } = filterTypes[group.type] as FilterType
  const makes = machines.makesOfBlock(Math.floor(group.index / groupsInBlock))
  // The shop's own code is not a cross-reference.
  for (const brand of group.stockedBrands.slice(1)) {
    if (brand !== ownBrandOfProduct)
      yield { maker: brand.name, code: withTypingVariant(codeOf(brand, group), seed) }
  }
  for (const make of makes) yield* makerCodes(seed, make, group.index, 0)
  for (const brand of group.otherBrands)
    yield { maker: brand.name, code: withTypingVariant(brandCode(seed, brand, group), seed) }
  // Makers renumber their parts: superseded codes of the same filter.
  for (let generation = 1; ; generation++) {
    for (const make of makes) yield* makerCodes(seed, make, group.index, generation)
    for (const brand of [...group.stockedBrands.slice(1), ...group.otherBrands]) {
      yield {
        maker: brand.name,
        code: randomPartNumber(brand.codePatterns[line]!, seed, brand.name, group.index, generation),
      }
    }
    if (makes.length + group.otherBrands.length === 0)
      yield { maker: 'Perkins', code: randomPartNumber('2654999', seed, group.index, generation) }
  }
}

/** One code in twenty is also the code of another maker's different filter, as in real catalogues. */
function brandCode(seed: number, brand: Brand, group: ProductGroup): string {
  const isShared = group.index >= groupsInBlock && hash(seed, 'shared', brand.name, group.index) % 20 === 0
  if (!isShared) return codeOf(brand, group)
  const otherGroup = generateGroup(seed, group.index - groupsInBlock)
  return codeOf(otherGroup.otherBrands[0] ?? brand, otherGroup.otherBrands[0] ? otherGroup : group)
}

function* makerCodes(seed: number, make: Make, group: number, generation: number): Generator<ForeignCode> {
  const code = withTypingVariant(randomPartNumber(make.codePattern, seed, make.name, group, generation), seed)
  yield { maker: make.name, code }
  const family = makeFamilies.find(names => names.includes(make.name))
  if (!family || hash(seed, 'family', make.name, group) % 3 > 0) return
  const relatedMake = family[(family.indexOf(make.name) + 1) % family.length]!
  yield { maker: relatedMake, code }
}

/** Writes one code in a hundred as people type it: with a leading zero, or with dots for spaces. */
function withTypingVariant(code: string, seed: number): string {
  const random = createRandom(seed, 'written', code)
  if (!random.chance(0.01)) return code
  return random.chance(0.5) ? `0${code}` : code.replace(/[ /-]/g, '.')
}

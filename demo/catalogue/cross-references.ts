import type { Brand } from './brands.ts'
import { edgeCodes } from './edge-case-products.ts'
import { type FilterType, filterTypes } from './filter-types.ts'
import { fixedCodes } from './fixed-products.ts'
import type { MachinePark } from './machines.ts'
import { families, type Make } from './makes.ts'
import { anyNumber } from './part-numbers.ts'
import { drawGroup, firstProduct, type Group, groupsInBlock } from './product-groups.ts'
import { codeOf } from './products.ts'
import { dice, hash, shares } from './random.ts'
import type { CodeRow } from './rows.ts'

export const givenCodes: readonly CodeRow[] = [...fixedCodes, ...edgeCodes]

/** Cross-references of the drawn products, exactly `count` in all. */
export function* drawCodes(
  seed: number,
  count: number,
  products: number,
  park: MachinePark,
): Generator<CodeRow> {
  const share = shares(count, products, seed, 'codes')
  for (let index = 0; firstProduct(index) < products; index++) {
    const group = drawGroup(seed, index)
    for (const [at, brand] of group.sold.entries()) {
      const product = firstProduct(index) + at
      if (product >= products) return
      yield* some(share(product), foreignNumbers(seed, group, brand, park), codeOf(brand, group))
    }
  }
}

type Foreign = Omit<CodeRow, 'productCode'>

function* some(count: number, numbers: Iterable<Foreign>, productCode: string): Generator<CodeRow> {
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

/** Without end: the group's own brands first, then the machine makers, then who else has such a filter. */
function* foreignNumbers(seed: number, group: Group, own: Brand, park: MachinePark): Generator<Foreign> {
  const { line } = filterTypes[group.type] as FilterType
  const makes = park.makesOfBlock(Math.floor(group.index / groupsInBlock))
  // The house's own number is no foreign number.
  for (const brand of group.sold.slice(1)) {
    if (brand !== own) yield { maker: brand.name, code: written(codeOf(brand, group), seed) }
  }
  for (const make of makes) yield* makersNumber(seed, make, group.index, 0)
  for (const brand of group.others)
    yield { maker: brand.name, code: written(brandNumber(seed, brand, group), seed) }
  // Makers renumber: older numbers of the same filter.
  for (let older = 1; ; older++) {
    for (const make of makes) yield* makersNumber(seed, make, group.index, older)
    for (const brand of [...group.sold.slice(1), ...group.others]) {
      yield { maker: brand.name, code: anyNumber(brand.shapes[line]!, seed, brand.name, group.index, older) }
    }
    if (makes.length + group.others.length === 0)
      yield { maker: 'Perkins', code: anyNumber('2654999', seed, group.index, older) }
  }
}

/** One number in twenty is also the number of another filter, of another maker (filter domain §6.3). */
function brandNumber(seed: number, brand: Brand, group: Group): string {
  const shared = group.index >= groupsInBlock && hash(seed, 'shared', brand.name, group.index) % 20 === 0
  if (!shared) return codeOf(brand, group)
  const elsewhere = drawGroup(seed, group.index - groupsInBlock)
  return codeOf(elsewhere.others[0] ?? brand, elsewhere.others[0] ? elsewhere : group)
}

function* makersNumber(seed: number, make: Make, group: number, older: number): Generator<Foreign> {
  const code = written(anyNumber(make.shape, seed, make.name, group, older), seed)
  yield { maker: make.name, code }
  const family = families.find(names => names.includes(make.name))
  if (!family || hash(seed, 'family', make.name, group) % 3 > 0) return
  const sister = family[(family.indexOf(make.name) + 1) % family.length]!
  yield { maker: sister, code }
}

/** One in a hundred as people write it: with a leading zero, with dots for spaces. */
function written(code: string, seed: number): string {
  const by = dice(seed, 'written', code)
  if (!by.chance(0.01)) return code
  return by.chance(0.5) ? `0${code}` : code.replace(/[ /-]/g, '.')
}

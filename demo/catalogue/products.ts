import { toSlug } from '../../src/features/catalogue-import/validation/product-path.ts'
import type { Recipe } from '../product-pictures/recipe.ts'
import { type Brand, ownBrand } from './brands.ts'
import { type FilterType, filterTypes } from './filter-types.ts'
import { codeOf } from './group-codes.ts'
import { listKitContents } from './kit-contents.ts'
import { firstProductOf, generateGroup, type ProductGroup } from './product-groups.ts'
import { createRandom, type Random } from './random.ts'
import type { DemoProduct } from './rows.ts'

const dueDates: readonly Pick<DemoProduct, 'availabilityNote' | 'leadTime'>[] = [
  { availabilityNote: '3-5 days', leadTime: { min: 3, max: 5 } },
  { availabilityNote: '7-10 days', leadTime: { min: 7, max: 10 } },
  { availabilityNote: '2-3 weeks', leadTime: { min: 14, max: 21 } },
  { availabilityNote: 'Early December', leadTime: null },
  { availabilityNote: 'Mid January', leadTime: null },
]

/** Generates the first `count` products of all groups, in order. */
export function* generateProducts(seed: number, count: number): Generator<DemoProduct> {
  for (let index = 0, generated = 0; generated < count; index++) {
    const group = generateGroup(seed, index)
    for (const brand of group.stockedBrands) {
      if (generated++ >= count) return
      yield toProductRow(seed, group, brand, count)
    }
  }
}

function toProductRow(
  seed: number,
  group: ProductGroup,
  brand: Brand,
  /** How many products are generated in all. */
  count: number,
): DemoProduct {
  const type: FilterType = filterTypes[group.type]
  const code = codeOf(brand, group)
  const random = createRandom(seed, 'product', code)
  const ownPrice = calculatePrice(group, brand, random)
  const price = group.type === 'kit' ? (calculateKitPrice(seed, group.index, count) ?? ownPrice) : ownPrice
  const file = toSlug(brand === ownBrand ? code : `${brand.name}-${code}`)
  return {
    code,
    path: `${toSlug(brand.name)}/${toSlug(code)}`,
    title: formatTitle(group, type),
    description: formatDescription(group, type),
    brand: brand.name,
    type: type.name,
    ...generateSupply(random, price, brand === ownBrand ? null : codeOf(ownBrand, group)),
    weightG: Math.max(15, Math.round(calculateLitres(group) * type.density * (0.9 + 0.2 * random.next()))),
    image: `${file}.jpg`,
    recipe: toRecipe(group, type, brand, code),
    // A few products are very popular, most are hardly ever bought.
    popularity: Math.floor(5000 * random.next() ** 6),
    attributes: attributesOf(group, type, firstProductOf(group.index + 1) < count),
  }
}

/** Pence ex VAT. `random`: the product's own, of which this takes the first number. */
function calculatePrice(group: ProductGroup, brand: Brand, random: Random): number {
  const price = group.basePrice * brand.priceFactor * (0.94 + 0.12 * random.next())
  return Math.max(5, Math.round(price / 5) * 5)
}

// A kit costs less than its filters separately.
const kitShare = 0.88

/** Null when the catalogue is too small for its filters. */
function calculateKitPrice(seed: number, kit: number, count: number): number | null {
  const contents = listKitContents(seed, kit, count)
  if (contents.length === 0) return null
  const singly = contents.reduce((sum, { group: index, quantity }) => {
    const group = generateGroup(seed, index)
    const random = createRandom(seed, 'product', codeOf(ownBrand, group))
    return sum + quantity * calculatePrice(group, ownBrand, random)
  }, 0)
  return Math.max(5, Math.floor((singly * kitShare) / 5) * 5)
}

type Supply = Pick<
  DemoProduct,
  'price' | 'forSale' | 'stock' | 'backOrder' | 'availabilityNote' | 'leadTime' | 'supersededBy'
>

/** 55 % have some stock, 10 % much, 20 % none, 10 % one or two pieces; 5 % cannot be bought. */
function generateSupply(random: Random, price: number, successor: string | null): Supply {
  const value = random.next()
  const common: Supply = {
    price,
    forSale: true,
    stock: 0,
    backOrder: false,
    availabilityNote: null,
    leadTime: null,
    supersededBy: null,
  }
  if (value < 0.55) return { ...common, stock: random.between(3, 40) }
  if (value < 0.65) return { ...common, stock: random.between(101, 600) }
  if (value < 0.85) return { ...common, backOrder: random.chance(0.25), ...random.pick(dueDates) }
  if (value < 0.95) return { ...common, stock: random.between(1, 2) }
  if (value < 0.97) return { ...common, price: null, stock: random.between(0, 5) }
  return { ...common, forSale: false, supersededBy: successor }
}

function formatTitle(group: ProductGroup, type: FilterType): string {
  if (group.type === 'kit')
    return `${type.name} ${group.choices['Service interval']} h, ${group.choices.Filters} filters`
  const measures = group.width
    ? `${group.od} × ${group.width} × ${group.height} mm`
    : `${group.od} × ${group.height} mm`
  const detail = titleDetail(group)
  return `${type.name} ${measures}${detail && `, ${detail}`}`
}

function titleDetail({ type, thread, choices }: ProductGroup): string {
  if (type === 'inLine') return `${thread} mm hose`
  if (type === 'airHousing') return `${thread} mm outlet`
  if (type === 'cabin') return String(choices.Media).toLowerCase()
  return thread
}

/** Typical service intervals in operating hours; 500 for all other types. */
const changeIntervals: Partial<Record<ProductGroup['type'], string>> = {
  airInner: '2,000',
  strainer: '2,000',
  airOuter: '1,000',
  hydReturn: '1,000',
  hydPilot: '1,000',
  hydSpin: '1,000',
  tankBreather: '1,000',
  coolant: '1,000',
}

function formatDescription(group: ProductGroup, type: FilterType): string {
  const { Media: media, 'Micron rating': micron } = group.choices
  const medium = [media && `${String(media).toLowerCase()} media`, micron && `${micron} µm`]
    .filter(Boolean)
    .join(', ')
  const summary = medium ? `${type.summary}: ${medium}.` : `${type.summary}.`
  if (group.type === 'kit') return `${summary} Choose it by machine; the filters are also sold separately.`
  if (group.type === 'airHousing') return `${summary} Clamps and rain cap are sold separately.`
  return `${summary} Change every ${changeIntervals[group.type] ?? '500'} hours or once a year, whichever comes first.`
}

function attributesOf(
  group: ProductGroup,
  type: FilterType,
  hasInnerElement: boolean,
): DemoProduct['attributes'] {
  return { ...dimensionAttributes(group, type), ...group.choices, ...matchingElement(group, hasInnerElement) }
}

function dimensionAttributes(
  { type: key, od, height, width, innerDiameter: inner, thread }: ProductGroup,
  type: FilterType,
): DemoProduct['attributes'] {
  if (key === 'kit') return {}
  if (width !== undefined) return { Length: od, Width: width, Height: height }
  if (key === 'inLine') return { 'Outer diameter': od, Length: height, 'Hose connection': Number(thread) }
  if (key === 'airHousing') return { 'Outer diameter': od, Length: height, 'Outlet diameter': Number(thread) }
  return {
    'Outer diameter': od,
    ...(inner === undefined ? {} : { 'Inner diameter': inner }),
    Height: height,
    ...(thread ? { Thread: thread } : {}),
    ...(type.shape === 'spin-on' ? { 'Gasket outer diameter': getGasketDiameter({ od }) } : {}),
  }
}

function getGasketDiameter({ od }: Pick<ProductGroup, 'od'>): number {
  return Math.round(od * 0.92)
}

function matchingElement({ type, index }: ProductGroup, hasInnerElement: boolean): DemoProduct['attributes'] {
  if (type === 'airInner')
    return { 'Matching outer element': codeOf(ownBrand, { index: index - 1, type: 'airOuter' }) }
  if (type !== 'airOuter' || !hasInnerElement) return {}
  return { 'Matching inner element': codeOf(ownBrand, { index: index + 1, type: 'airInner' }) }
}

const cabinMedia: Record<string, string> = {
  Particle: '#e8e4d8',
  'Activated carbon': '#5d666e',
  'Class P3': '#cfdbe3',
}

function toRecipe(group: ProductGroup, type: FilterType, brand: Brand, code: string): Recipe {
  return {
    shape: shapeOf(group, type),
    od: group.od,
    height: group.height,
    ...(group.width === undefined ? {} : { width: group.width }),
    ...(group.thread === '' ? {} : { thread: group.thread }),
    ...(type.shape === 'spin-on' ? { gasket: getGasketDiameter(group) } : {}),
    ...(group.innerDiameter === undefined ? {} : { inner: group.innerDiameter }),
    colour: brand === ownBrand ? type.colour : brand.colour,
    accent: cabinMedia[String(group.choices.Media)] ?? '#17212b',
    label: brand.name,
    code,
  }
}

function shapeOf({ choices }: ProductGroup, type: FilterType): Recipe['shape'] {
  if (type.shape === 'air-round' && choices.Shape === 'Conical') return 'air-conical'
  // A separator with a metal bowl looks like a spin-on canister.
  if (type.shape === 'separator' && choices.Bowl === 'Metal') return 'spin-on'
  return type.shape
}

/** Outer volume in litres. */
function calculateLitres({ od, height, width }: ProductGroup): number {
  return (width === undefined ? (Math.PI / 4) * od * od * height : od * width * height) / 1e6
}

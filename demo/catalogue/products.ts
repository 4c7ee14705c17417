import type { Recipe } from '../product-pictures/recipe.ts'
import { type Brand, house } from './brands.ts'
import { type FilterType, filterTypes } from './filter-types.ts'
import { numbered, slug } from './part-numbers.ts'
import {
  drawGroup,
  firstProduct,
  type Group,
  groupsInBlock,
  productsInBlock,
  soldIn,
} from './product-groups.ts'
import { dice } from './random.ts'
import type { ProductRow } from './rows.ts'

const notes = ['3-5 days', '7-10 days', '2-3 weeks', 'Early December', 'Mid January']

/** The first `count` products of all groups, in order. */
export function* drawProducts(seed: number, count: number): Generator<ProductRow> {
  for (let index = 0, drawn = 0; drawn < count; index++) {
    const group = drawGroup(seed, index)
    for (const brand of group.sold) {
      if (drawn++ >= count) return
      yield product(seed, group, brand, firstProduct(index + 1) < count)
    }
  }
}

/** Which group the n-th drawn product belongs to. */
export function groupOfProduct(at: number): number {
  const blockIndex = Math.floor(at / productsInBlock)
  let group = blockIndex * groupsInBlock
  while (firstProduct(group) + soldIn(group) <= at) group++
  return group
}

/** A brand's number for a group: the same wherever it is mentioned. */
export function codeOf(brand: Brand, group: Pick<Group, 'index' | 'type'>): string {
  return numbered(brand.shapes[filterTypes[group.type].line]!, group.index, brand.name)
}

function product(seed: number, group: Group, brand: Brand, innerIsSold: boolean): ProductRow {
  const type: FilterType = filterTypes[group.type]
  const code = codeOf(brand, group)
  const by = dice(seed, 'product', code)
  const price = Math.max(5, Math.round((group.usualPrice * brand.factor * (0.94 + 0.12 * by.next())) / 5) * 5)
  const file = slug(brand === house ? code : `${brand.name}-${code}`)
  return {
    code,
    path: `${slug(brand.name)}/${slug(code)}`,
    title: titleOf(group, type),
    description: describe(group, type),
    brand: brand.name,
    type: type.name,
    ...supply(by, price, brand === house ? null : codeOf(house, group)),
    weightG: Math.max(15, Math.round(volumeLitres(group) * type.density * (0.9 + 0.2 * by.next()))),
    image: `${file}.jpg`,
    recipe: recipeOf(group, type, brand, code),
    // A few are asked for all day, most hardly ever.
    popularity: Math.floor(5000 * by.next() ** 6),
    attributes: attributesOf(group, type, innerIsSold),
  }
}

type Supply = Pick<
  ProductRow,
  'price' | 'forSale' | 'stock' | 'backOrder' | 'availabilityNote' | 'supersededBy'
>

/** Filter domain §6.6: 55 % some, 10 % many, 20 % none, 10 % one or two, 5 % cannot be bought. */
function supply(by: ReturnType<typeof dice>, price: number, successor: string | null): Supply {
  const roll = by.next()
  const usual: Supply = {
    price,
    forSale: true,
    stock: 0,
    backOrder: false,
    availabilityNote: null,
    supersededBy: null,
  }
  if (roll < 0.55) return { ...usual, stock: by.between(3, 40) }
  if (roll < 0.65) return { ...usual, stock: by.between(101, 600) }
  if (roll < 0.85) return { ...usual, backOrder: by.chance(0.25), availabilityNote: by.pick(notes) }
  if (roll < 0.95) return { ...usual, stock: by.between(1, 2) }
  if (roll < 0.97) return { ...usual, price: null, stock: by.between(0, 5) }
  return { ...usual, forSale: false, supersededBy: successor }
}

function titleOf(group: Group, type: FilterType): string {
  if (group.type === 'kit')
    return `${type.name} ${group.choices['Service interval']} h, ${group.choices.Filters} filters`
  const measures = group.width
    ? `${group.od} × ${group.width} × ${group.height} mm`
    : `${group.od} × ${group.height} mm`
  const detail = detailOf(group)
  return `${type.name} ${measures}${detail && `, ${detail}`}`
}

function detailOf({ type, thread, choices }: Group): string {
  if (type === 'inLine') return `${thread} mm hose`
  if (type === 'airHousing') return `${thread} mm outlet`
  if (type === 'cabin') return String(choices.Media).toLowerCase()
  return thread
}

/** Intervals: filter domain §2, the handbooks' 500, 1,000 and 2,000 hours. */
const hours: Partial<Record<Group['type'], string>> = {
  airInner: '2,000',
  strainer: '2,000',
  airOuter: '1,000',
  hydReturn: '1,000',
  hydPilot: '1,000',
  hydSpin: '1,000',
  tankBreather: '1,000',
  coolant: '1,000',
}

function describe(group: Group, type: FilterType): string {
  const { Media: media, 'Micron rating': micron } = group.choices
  const made = [media && `${String(media).toLowerCase()} media`, micron && `${micron} µm`]
    .filter(Boolean)
    .join(', ')
  const first = made ? `${type.what}: ${made}.` : `${type.what}.`
  if (group.type === 'kit') return `${first} Choose it by machine; the filters are also sold singly.`
  if (group.type === 'airHousing') return `${first} Clamps and rain cap are sold separately.`
  return `${first} Change every ${hours[group.type] ?? '500'} hours or once a year, whichever comes first.`
}

function attributesOf(group: Group, type: FilterType, innerIsSold: boolean): ProductRow['attributes'] {
  return { ...measuresOf(group, type), ...group.choices, ...matching(group, innerIsSold) }
}

function measuresOf(
  { type: key, od, height, width, inner, thread }: Group,
  type: FilterType,
): ProductRow['attributes'] {
  if (key === 'kit') return {}
  if (width !== undefined) return { Length: od, Width: width, Height: height }
  if (key === 'inLine') return { 'Outer diameter': od, Length: height, 'Hose connection': Number(thread) }
  if (key === 'airHousing') return { 'Outer diameter': od, Length: height, 'Outlet diameter': Number(thread) }
  return {
    'Outer diameter': od,
    ...(inner === undefined ? {} : { 'Inner diameter': inner }),
    Height: height,
    ...(thread ? { Thread: thread } : {}),
    ...(type.shape === 'spin-on' ? { 'Gasket outer diameter': Math.round(od * 0.92) } : {}),
  }
}

function matching({ type, index }: Group, innerIsSold: boolean): ProductRow['attributes'] {
  if (type === 'airInner')
    return { 'Matching outer element': codeOf(house, { index: index - 1, type: 'airOuter' }) }
  if (type !== 'airOuter' || !innerIsSold) return {}
  return { 'Matching inner element': codeOf(house, { index: index + 1, type: 'airInner' }) }
}

const cabinMedia: Record<string, string> = {
  Particle: '#e8e4d8',
  'Activated carbon': '#5d666e',
  'Class P3': '#cfdbe3',
}

function recipeOf(group: Group, type: FilterType, brand: Brand, code: string): Recipe {
  return {
    shape: shapeOf(group, type),
    od: group.od,
    height: group.height,
    ...(group.width === undefined ? {} : { width: group.width }),
    colour: brand === house ? type.colour : brand.colour,
    accent: cabinMedia[String(group.choices.Media)] ?? '#17212b',
    label: brand.name,
    code,
  }
}

function shapeOf({ choices }: Group, type: FilterType): Recipe['shape'] {
  if (type.shape === 'air-round' && choices.Shape === 'Conical') return 'air-conical'
  // With a metal bowl a separator looks like any other canister.
  if (type.shape === 'separator' && choices.Bowl === 'Metal') return 'spin-on'
  return type.shape
}

/** Outer measures, in litres (1,000 cm³ = 1 l). */
function volumeLitres({ od, height, width }: Group): number {
  return (width === undefined ? (Math.PI / 4) * od * od * height : od * width * height) / 1e6
}

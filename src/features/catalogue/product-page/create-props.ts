import { formatArrival, type LeadTime, unknownArrivalMessage } from '../../../lib/availability.ts'
import { addVat, type Pence, pence, standardVat } from '../../../lib/money.ts'
import { toCodeKey } from '../../../lib/part-number.ts'
import {
  type EquivalentProduct,
  getSaleState,
  type ListingRow,
  orderAdvice,
  toEquivalentRow,
  toStockView,
  toTypeUrl,
} from '../listing.ts'
import { type ComparablePart, findEvidence, type MakerNumber } from './evidence.ts'
import type {
  Alternative,
  KitPart,
  KitSaving,
  MakeFits,
  NamedProduct,
  ProductPageProps,
  ProductPicture,
  ReplacedNumbers,
  SearchMatch,
} from './props.ts'

export interface ProductPageOptions {
  /** The number that the customer searched for, or ''. */
  searched: string
  /** The slug of the make whose machines are listed; null: machines of all makes. */
  make: string | null
  /** True when the list of numbers is not limited to its usual length. */
  allNumbers: boolean
  deliveryPromise: string | null
  deliveryDay: string | null
}

/** Builds the props of the product page from its database row. */
export function createProductPageProps(row: ProductPageRow, options: ProductPageOptions): ProductPageProps {
  const price = row.price === null ? null : pence(row.price)
  const saleState = getSaleState(row)
  const canBuy = saleState === 'for_sale' && (row.available > 0 || row.backOrder)
  const replaces = (row.replaces ?? []).map(toReplacedNumbers)
  const listedNumbers = replaces.reduce((sum, { codes }) => sum + codes.length, 0)
  const url = `/${row.path}`
  const components = (row.components ?? []).map(part => ({
    ...toLinkedProduct(part),
    quantity: part.quantity,
    price: part.price === null ? null : pence(part.price),
  }))
  return {
    id: row.id,
    code: row.code,
    title: row.title,
    brand: row.brand,
    type: row.type,
    description: row.description,
    price,
    priceIncVat: price === null ? null : addVat(price, standardVat),
    priceBreaks: (row.priceBreaks ?? []).map(({ from, price: each }) => ({ from, price: each as Pence })),
    stock: toStockView(row),
    saleState,
    canBuy,
    deliveryPromise: canBuy ? formatDeliveryPromise(row, options.deliveryPromise) : null,
    pictures: toPictures(row),
    facts: (row.attributes ?? []).map(({ name, value, unit }) => ({
      name,
      value: unit ? `${value} ${unit}` : value,
    })),
    replaces,
    numberCount: row.numberCount,
    allNumbersUrl:
      listedNumbers < row.numberCount && !options.allNumbers ? `${url}?numbers=all#replaces` : null,
    makes: toMakeFits(row, options.make),
    allMakesUrl: options.make === null ? null : `${url}#fits`,
    searchMatch: findSearchMatch(row, options.searched),
    successor: row.successor && toLinkedProduct(row.successor),
    predecessors: (row.predecessors ?? []).map(old => toLinkedProduct(old)),
    components,
    kitSaving: calculateKitSaving(price, components),
    kits: (row.kits ?? []).map(kit => toLinkedProduct(kit)),
    equivalents: toEquivalentRows(row),
    deliveryDay: options.deliveryDay,
    alternatives: toAlternatives(row),
    breadcrumbs: [
      { name: 'Home', url: '/' },
      { name: row.type, url: toTypeUrl(row.type) },
    ],
    demo: row.demo,
  }
}

// No day is promised for what is not in stock (R-DELIVERY-10).
function formatDeliveryPromise(
  { available, leadTime }: ProductPageRow,
  promise: string | null,
): string | null {
  if (available > 0 || promise === null) return promise
  if (leadTime === null) return `${orderAdvice.backOrder}. ${unknownArrivalMessage}.`
  return `${orderAdvice.backOrder}: ${formatArrival(leadTime)}`
}

/** What a kit costs less than its parts; null when it does not, and when a price is on request. */
function calculateKitSaving(price: Pence | null, components: readonly KitPart[]): KitSaving | null {
  if (price === null || components.length === 0) return null
  if (components.some(part => part.price === null)) return null
  const singly = pence(components.reduce((sum, part) => sum + part.quantity * part.price!, 0))
  return singly > price ? { singly, saved: pence(singly - price) } : null
}

/** Why the product matches the searched number; null when it does not, or when the number is its part. */
export function findSearchMatch(row: ProductPageRow, searched: string): SearchMatch | null {
  if (toCodeKey(searched) === '' || toCodeKey(searched) === toCodeKey(row.code)) return null
  if (row.directMatch)
    return { searchedNumber: row.directMatch, evidence: { kind: 'direct', number: row.directMatch } }
  const part = toComparablePart(row)
  for (const product of row.searchedProducts ?? []) {
    const evidence = findEvidence(product, part)
    if (evidence) return { searchedNumber: { maker: product.brand, code: product.code }, evidence }
  }
  return null
}

function toReplacedNumbers({ maker, codes, paths }: ReplacedNumbersRow): ReplacedNumbers {
  const urls = Object.entries(paths ?? {}).map(([code, path]) => [code, `/${path}`] as const)
  return { maker, codes, urls: Object.fromEntries(urls) }
}

// ?for= makes their pages say what connects them with this part.
function toEquivalentRows({ equivalents, code }: ProductPageRow): ListingRow[] {
  return (equivalents ?? []).map(product => {
    const equivalent = toEquivalentRow(product)
    return { ...equivalent, url: `${equivalent.url}?for=${encodeURIComponent(code)}` }
  })
}

function toAlternatives(row: ProductPageRow): Alternative[] {
  const part = toComparablePart(row)
  const equivalentIds = new Set(row.equivalents?.map(({ id }) => id))
  return (row.alternatives ?? []).flatMap(alternative => {
    if (equivalentIds.has(alternative.id)) return []
    const evidence = findEvidence(part, alternative)
    if (!evidence) return []
    const price = pence(alternative.price)
    return {
      ...toLinkedProduct(alternative, row.code),
      price,
      priceIncVat: addVat(price, standardVat),
      stock: toStockView({ ...alternative, backOrder: false, note: null, forSale: true }),
      evidence,
    }
  })
}

function toComparablePart({ brand, code, type, details, replaces }: ProductPageRow): ComparablePart {
  const numbers = (replaces ?? []).flatMap(({ maker, codes }): MakerNumber[] =>
    codes.map(each => ({ maker, code: each })),
  )
  return { brand, code, type, details, numbers }
}

function toLinkedProduct(
  { code, title, brand, path }: LinkedProductRow | ComparableProductRow,
  searched?: string,
): NamedProduct {
  return {
    code,
    title,
    brand,
    url: searched === undefined ? `/${path}` : `/${path}?for=${encodeURIComponent(searched)}`,
  }
}

function toPictures({ image, moreImages, title, code }: ProductPageRow): ProductPicture[] {
  const files = image ? [image, ...moreImages] : []
  return files.map((filename, at) => ({
    filename,
    alt: at === 0 ? `${title} ${code}` : `${title} ${code}, picture ${at + 1}`,
  }))
}

function toMakeFits({ machines, path }: ProductPageRow, only: string | null): MakeFits[] {
  return machines.makes
    .filter(make => only === null || make.slug === only)
    .map(({ name, slug, count }) => {
      const fits = machines.fits.filter(fit => fit.makeSlug === slug)
      const isComplete = fits.length === count
      return {
        make: name,
        url: `/filters/${slug}`,
        count,
        fits: fits.map(toMachineFit),
        // A list that is too long for a page of its part is on the make's pages.
        allUrl: isComplete ? null : only === null ? `/${path}?make=${slug}#fits` : `/filters/${slug}`,
      }
    })
}

function toMachineFit({ makeSlug, model, modelSlug, variant, variantId, position, quantity }: FitRow) {
  return { model, variant, url: `/filters/${makeSlug}/${modelSlug}/${variantId}`, position, quantity }
}

// The row that queries.ts reads for a product page. Money is in pence ex VAT.

/** What a link to another product needs. */
interface LinkedProductRow {
  code: string
  title: string
  brand: string
  path: string
}

/** Another product with what decides whether it can replace this one. */
interface ComparableProductRow extends LinkedProductRow {
  type: string
  details: string
  /** The numbers that both products list, and this product's own where the other one lists it. */
  numbers: MakerNumber[]
}

export interface AlternativeProductRow extends ComparableProductRow {
  id: number
  price: number
  available: number
}

interface FitRow {
  make: string
  makeSlug: string
  model: string
  modelSlug: string
  variant: string
  variantId: number
  position: string
  quantity: number
}

interface ReplacedNumbersRow {
  maker: string
  codes: string[]
  /** Of the products of these numbers, by code, where they are sold here. */
  paths: Record<string, string> | null
}

export interface ProductPageRow {
  id: number
  code: string
  path: string
  title: string
  description: string
  details: string
  brand: string
  type: string
  price: number | null
  forSale: boolean
  note: string | null
  leadTime: LeadTime | null
  image: string | null
  moreImages: string[]
  demo: boolean
  available: number
  backOrder: boolean
  attributes: { name: string; value: string; unit: string }[] | null
  replaces: ReplacedNumbersRow[] | null
  numberCount: number
  machines: { makes: { name: string; slug: string; count: number }[]; fits: FitRow[] }
  priceBreaks: { from: number; price: number }[] | null
  successor: LinkedProductRow | null
  predecessors: LinkedProductRow[] | null
  components: (LinkedProductRow & { quantity: number; price: number | null })[] | null
  kits: LinkedProductRow[] | null
  /** The searched number, if this product lists it. */
  directMatch: MakerNumber | null
  /** Products with the searched number as their own code. */
  searchedProducts: ComparableProductRow[] | null
  /** The same part of other brands: those that can be bought first, then by price. */
  equivalents: EquivalentProduct[] | null
  /** Products in stock that can replace this one; null when this one can be bought from stock. */
  alternatives: AlternativeProductRow[] | null
}

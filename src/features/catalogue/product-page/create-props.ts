import { formatArrival, type LeadTime, unknownArrivalMessage } from '../../../lib/availability.ts'
import { addVat, type Pence, pence, standardVat } from '../../../lib/money.ts'
import { toCodeKey } from '../../../lib/part-number.ts'
import {
  type EquivalentProduct,
  getSaleState,
  type ListingRow,
  orderAdvice,
  type PriceBreak,
  toEquivalentRow,
  toStockView,
  toTypeUrl,
} from '../listing.ts'
import { type ComparablePart, findEvidence, type MakerNumber } from './evidence.ts'
import type {
  Alternative,
  KitPart,
  KitSaving,
  MachineFit,
  MakeFits,
  NamedProduct,
  ProductPageProps,
  ProductPicture,
  ReplacedNumbers,
  SearchMatch,
} from './props.ts'

type CopiedColumn =
  | 'id'
  | 'code'
  | 'title'
  | 'brand'
  | 'type'
  | 'description'
  | 'numberCount'
  | 'successor'
  | 'demo'

/** The row that queries.ts reads for a product page. Money is in pence ex VAT. */
export interface ProductPageRow extends Pick<ProductPageProps, CopiedColumn> {
  path: string
  details: string
  price: number | null
  /** Null for visitors without a company, who pay it. */
  listPrice: Pence | null
  forSale: boolean
  note: string | null
  leadTime: LeadTime | null
  image: string | null
  moreImages: string[]
  available: number
  backOrder: boolean
  facts: ProductPageProps['facts'] | null
  replaces: ReplacedNumbers[] | null
  machines: {
    makes: { name: string; slug: string; count: number }[]
    fits: (MachineFit & { makeSlug: string })[]
  }
  priceBreaks: PriceBreak[] | null
  predecessors: NamedProduct[]
  components: KitPart[]
  kits: NamedProduct[]
  related: NamedProduct[]
  /** The searched number, if this product lists it. */
  directMatch: MakerNumber | null
  /** Products with the searched number as their own code; of their numbers those that connect them with this product. */
  searchedProducts: ComparablePart[] | null
  /** The same part of other brands: those that can be bought first, then by price. */
  equivalents: EquivalentProduct[] | null
  /** Products in stock that can replace this one; null when this one can be bought from stock. */
  alternatives:
    | (ComparablePart & { id: number; title: string; path: string; price: number; available: number })[]
    | null
}

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

export function createProductPageProps(row: ProductPageRow, options: ProductPageOptions): ProductPageProps {
  const price = row.price === null ? null : pence(row.price)
  const saleState = getSaleState(row)
  const canBuy = saleState === 'for_sale' && (row.available > 0 || row.backOrder)
  const { id, code, title, brand, type, description, numberCount, successor, demo } = row
  const replaces = row.replaces ?? []
  const listedNumbers = replaces.reduce((sum, { codes }) => sum + codes.length, 0)
  const url = `/${row.path}`
  const { components } = row
  return {
    ...{ id, code, title, brand, type, description, numberCount, successor, demo },
    ...{ replaces, components, saleState, canBuy, deliveryDay: options.deliveryDay },
    price,
    priceIncVat: price === null ? null : addVat(price, standardVat),
    listPrice: price !== null && row.listPrice !== null && price < row.listPrice ? row.listPrice : null,
    priceBreaks: row.priceBreaks ?? [],
    stock: toStockView(row),
    deliveryPromise: canBuy ? formatDeliveryPromise(row, options.deliveryPromise) : null,
    pictures: toPictures(row),
    facts: row.facts ?? [],
    allNumbersUrl: listedNumbers < numberCount && !options.allNumbers ? `${url}?numbers=all#replaces` : null,
    makes: toMakeFits(row, options.make),
    allMakesUrl: options.make === null ? null : `${url}#fits`,
    searchMatch: findSearchMatch(row, options.searched),
    predecessors: row.predecessors,
    kitSaving: calculateKitSaving(price, components),
    kits: row.kits,
    related: row.related,
    equivalents: toEquivalentRows(row),
    alternatives: toAlternatives(row),
    breadcrumbs: [
      { name: 'Home', url: '/' },
      { name: type, url: toTypeUrl(type) },
    ],
  }
}

// No day is promised for what is not in stock (R-DELIVERY-10).
function formatDeliveryPromise({ available, leadTime }: ProductPageRow, promise: string | null) {
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
    const { code, title, brand, path } = alternative
    return {
      ...{ code, title, brand, url: `/${path}?for=${encodeURIComponent(row.code)}` },
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
        fits: fits.map(({ makeSlug: _, ...fit }) => fit),
        // A list that is too long for a page of its part is on the make's pages.
        allUrl: isComplete ? null : only === null ? `/${path}?make=${slug}#fits` : `/filters/${slug}`,
      }
    })
}

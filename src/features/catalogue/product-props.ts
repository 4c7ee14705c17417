import { addVat, type Pence, pence, standardVat } from '../../lib/money.ts'
import { toCodeKey } from '../../lib/part-number.ts'
import { evidenceFor, type Listed, type Part } from './evidence.ts'
import { stockView } from './listing.ts'
import type { FitRow, NamedRow, PartRow, ProductRow } from './product-row.ts'
import type { Alternative, Found, MakeFits, NamedProduct, Picture, ProductPageProps } from './product-view.ts'
import { typeUrl } from './type-url.ts'

export interface Asked {
  /** The number by which the buyer came; '' when he did not. */
  searched: string
  /** Only the machines of this make (its slug); null: of all. */
  make: string | null
  /** All numbers that one page may hold were asked for. */
  allNumbers: boolean
  deliveryPromise: string
  phone: string
}

/** What the product page shows, from what the tables hold. */
export function productProps(row: ProductRow, asked: Asked): ProductPageProps {
  const price = row.price === null ? null : pence(row.price)
  const buyable = row.forSale && price !== null
  const canBuy = buyable && (row.available > 0 || row.backOrder)
  const replaces = row.replaces ?? []
  const listed = replaces.reduce((sum, { codes }) => sum + codes.length, 0)
  const url = `/${row.path}`
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
    stock: stockView({ ...row, forSale: buyable }),
    canBuy,
    deliveryPromise: canBuy && row.available > 0 ? asked.deliveryPromise : null,
    pictures: picturesOf(row),
    facts: (row.attributes ?? []).map(({ name, value, unit }) => ({
      name,
      value: unit ? `${value} ${unit}` : value,
    })),
    replaces,
    numberCount: row.numberCount,
    allNumbersUrl: listed < row.numberCount && !asked.allNumbers ? `${url}?numbers=all#replaces` : null,
    makes: makesOf(row, asked.make),
    allMakesUrl: asked.make === null ? null : `${url}#fits`,
    found: foundBy(row, asked.searched),
    successor: row.successor && linkTo(row.successor),
    predecessors: (row.predecessors ?? []).map(old => linkTo(old)),
    components: (row.components ?? []).map(part => ({
      ...linkTo(part),
      quantity: part.quantity,
      price: part.price === null ? null : pence(part.price),
    })),
    kits: (row.kits ?? []).map(kit => linkTo(kit)),
    alternatives: alternativesOf(row),
    breadcrumbs: [
      { name: 'Home', url: '/' },
      { name: row.type, url: typeUrl(row.type) },
    ],
    phone: asked.phone,
    demo: row.demo,
  }
}

/** What speaks for this part against the number that was searched. Nothing is said of its own number. */
export function foundBy(row: ProductRow, searched: string): Found | null {
  if (toCodeKey(searched) === '' || toCodeKey(searched) === toCodeKey(row.code)) return null
  if (row.listed) return { sought: row.listed, evidence: { kind: 'direct', number: row.listed } }
  const own = partOf(row)
  for (const sought of row.sought ?? []) {
    const evidence = evidenceFor(sought, own)
    if (evidence) return { sought: { maker: sought.brand, code: sought.code }, evidence }
  }
  return null
}

function alternativesOf(row: ProductRow): Alternative[] {
  const own = partOf(row)
  return (row.alternatives ?? []).flatMap(offered => {
    const evidence = evidenceFor(own, offered)
    if (!evidence) return []
    const price = pence(offered.price)
    return {
      ...linkTo(offered, row.code),
      price,
      priceIncVat: addVat(price, standardVat),
      stock: stockView({ ...offered, backOrder: false, note: null, forSale: true }),
      evidence,
    }
  })
}

function partOf({ brand, code, type, details, replaces }: ProductRow): Part {
  const numbers = (replaces ?? []).flatMap(({ maker, codes }): Listed[] =>
    codes.map(each => ({ maker, code: each })),
  )
  return { brand, code, type, details, numbers }
}

function linkTo({ code, title, brand, path }: NamedRow | PartRow, searched?: string): NamedProduct {
  return {
    code,
    title,
    brand,
    url: searched === undefined ? `/${path}` : `/${path}?for=${encodeURIComponent(searched)}`,
  }
}

function picturesOf({ image, moreImages, title, code }: ProductRow): Picture[] {
  const files = image ? [image, ...moreImages] : []
  return files.map((filename, at) => ({
    filename,
    alt: at === 0 ? `${title} ${code}` : `${title} ${code}, picture ${at + 1}`,
  }))
}

function makesOf({ machines, path }: ProductRow, only: string | null): MakeFits[] {
  return machines.makes
    .filter(make => only === null || make.slug === only)
    .map(({ name, slug, count }) => {
      const fits = machines.fits.filter(fit => fit.makeSlug === slug)
      const isWhole = fits.length === count
      return {
        make: name,
        url: `/filters/${slug}`,
        count,
        fits: fits.map(fitOf),
        // What one page cannot hold either is listed by the make's own pages.
        allUrl: isWhole ? null : only === null ? `/${path}?make=${slug}#fits` : `/filters/${slug}`,
      }
    })
}

function fitOf({ makeSlug, model, modelSlug, variant, variantId, position, quantity }: FitRow) {
  return { model, variant, url: `/filters/${makeSlug}/${modelSlug}/${variantId}`, position, quantity }
}

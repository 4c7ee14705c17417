import type { ReplyOf } from '../../../lib/calls/call.ts'
import { addVat, type Pence, pence, standardVat } from '../../../lib/money.ts'
import { splitDetails } from '../../catalogue/details.ts'
import { type ListingGroup, type ListingRow, toStockView } from '../../catalogue/listing.ts'
import type { ListedProduct, PlateLink, search } from '../../search/schemas.ts'
import { toPositionHint } from '../machine-pages/machine-view.ts'
import type { AddAllOffer } from '../positions/position-groups.ts'
import type { Attribute, finderSearch, ListedFilter } from '../schemas.ts'

/** The results of either call (by machine, or by words and attributes), as the screen shows them. */
export interface FinderAnswer {
  /** Of a machine: in the order of `groups`. */
  rows: ListingRow[]
  /** By position on the machine; null without a machine. */
  groups: ListingGroup[] | null
  /** Null without a machine, and when nothing can be bought. */
  addAll: AddAllOffer | null
  total: number
  page: number
  pages: number
  /** How many placeholders replace results that the visitor may not see; usually 0. */
  locked: number
  image: string | null
  model: string | null
  variantName: string | null
  /** The number was entered as a serial number, but is a mach number. */
  isMachNumber: boolean
  candidates: readonly PlateLink[]
  /** The groups with their counts under the other filters; null when the call has none. */
  attributes: Attribute[] | null
  /** The corrected query that was searched because the typed one matched nothing. */
  corrected: string | null
}

const nothingElse = {
  groups: null,
  addAll: null,
  locked: 0,
  image: null,
  model: null,
  variantName: null,
  isMachNumber: false,
  candidates: [],
  attributes: null,
  corrected: null,
}

export function toMachineAnswer(reply: ReplyOf<typeof finderSearch>): FinderAnswer {
  const { list, total, page, size, image, model, variant_name: variantName } = reply
  const filters = list.filter((one): one is ListedFilter => !('locked' in one))
  return {
    ...nothingElse,
    ...{ page, image, model, variantName },
    rows: filters.map(one => parseListedRow(one)),
    groups: toListingGroups(reply, filters),
    addAll: reply.add_all && { ...reply.add_all, total: pence(Math.round(reply.add_all.total * 100)) },
    total: filters.length === list.length ? total : 0,
    pages: Math.ceil(total / size),
    locked: list.length - filters.length,
    isMachNumber: reply.number_kind === 'mach',
    candidates: reply.candidates ?? [],
  }
}

function toListingGroups(
  { groups }: Pick<ReplyOf<typeof finderSearch>, 'groups'>,
  list: readonly ListedFilter[],
): ListingGroup[] {
  const byId = new Map(list.map(filter => [filter.id, filter]))
  return groups.map(({ heading, filters, equivalents }) => ({
    heading,
    rows: filters.flatMap(({ product, quantity }) => {
      const filter = byId.get(product)
      return filter ? [parseListedRow(filter, toPositionHint(heading, quantity))] : []
    }),
    equivalents: equivalents.map(product => parseListedRow(product, product.hint)),
  }))
}

/** There are results, but the requested page is beyond the last one. */
export function isBeyondEnd({ rows, total, pages, page }: FinderAnswer): boolean {
  return rows.length === 0 && total > 0 && page > pages
}

export function toSearchAnswer({ products, attributes }: ReplyOf<typeof search>): FinderAnswer {
  const { list = [], total = 0, page = 1, size = 10, corrected } = products ?? {}
  return {
    ...nothingElse,
    ...{ total, page },
    rows: list.map(one => parseListedRow(one)),
    pages: Math.ceil(total / size),
    attributes: attributes ?? null,
    corrected: corrected ?? null,
  }
}

/** A product of a call's reply (prices in pounds) as a row of the listing table (pence), with `hint` instead of its own. */
export function parseListedRow(product: ListedProduct, hint = getRowHint(product)): ListingRow {
  const { id, title, code, brand, stock: available, can_be_purchased: canBuy, primary_image: image } = product
  const price = toPence(product.customer_price.standard)
  return {
    ...{ id, title, code, brand, hint, price, canBuy },
    url: product.value.url + toNumberQuery(product),
    facts: splitDetails(product.details),
    brandLogo: product.brand_image.thumbnail,
    priceIncVat: price === null ? null : addVat(price, standardVat),
    stock: toStockView({
      available,
      backOrder: canBuy && available <= 0,
      note: product.availability_note,
      forSale: product.sale_state !== 'discontinued',
    }),
    saleState: product.sale_state,
    image: image && { filename: image.filename, alt: image.alt },
  }
}

// The row shows the product's own number and measures anyway.
function getRowHint({ hint }: ListedProduct): ListedProduct['hint'] {
  return hint && /^(?:replaces |fits)/.test(hint.name) ? hint : null
}

// ?for= makes the product page say that the product replaces the searched number.
function toNumberQuery({ hint }: ListedProduct): string {
  return hint?.name.startsWith('replaces ') ? `?for=${encodeURIComponent(hint.value)}` : ''
}

function toPence(pounds: number | null): Pence | null {
  return pounds === null ? null : pence(Math.round(pounds * 100))
}

export type Outcome =
  | { kind: 'idle' }
  /** `before` stays visible, dimmed, until the new answer arrives. */
  | { kind: 'loading'; before: FinderAnswer | null }
  | { kind: 'failed'; text: string }
  | { kind: 'found'; answer: FinderAnswer }

/** The answer to show: the current one, or while loading the one before. */
export function getAnswer(outcome: Outcome): FinderAnswer | null {
  if (outcome.kind === 'found') return outcome.answer
  return outcome.kind === 'loading' ? outcome.before : null
}

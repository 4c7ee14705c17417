import type { Db } from '../../infra/app-context.ts'
import { filtersOf } from '../finder/service.ts'
import { canBuy, type ProductSummary, serializeListedProduct } from '../search/listed-product.ts'
import { getProducts } from '../search/service.ts'
import { kitsOf, oneForEachPlace, serviceHours } from './intervals.ts'
import type { List } from './list.ts'
import { placesOn, toldIntervals } from './queries.ts'
import type { ListProduct, MachineFilters, ProductList } from './schemas.ts'

/** A line of a list with what the catalogue says of its product now. */
export interface WholeLine {
  product: ProductSummary
  quantity: number
  /** Where it sits on the list's machine; '' when the catalogue does not say. */
  place: string
  hours: number | null
}

export interface WholeList extends List {
  whole: WholeLine[]
}

/** Lists with their products at this company's prices (null: the list's), in few round trips however many they are. */
export async function wholeLists(
  db: Db,
  lists: readonly List[],
  companyId: number | null,
): Promise<WholeList[]> {
  const ids = [...new Set(lists.flatMap(({ lines }) => lines.map(line => line.productId)))]
  const variants = [...new Set(lists.flatMap(({ variant }) => variant?.id ?? []))]
  const [products, told, places] = await Promise.all([
    getProducts(db, ids, companyId),
    toldIntervals(db, ids),
    placesOn(db, variants, ids),
  ])
  const byId = new Map(products.map(product => [product.id, product]))
  return lists.map(list => ({
    ...list,
    whole: list.lines.flatMap(({ productId, quantity }) => {
      const product = byId.get(productId)
      if (!product) return []
      const place = places.get(`${list.variant?.id}:${productId}`) ?? ''
      const hours = serviceHours(product.type, place, told.get(productId) ?? null)
      return [{ product, quantity, place, hours }]
    }),
  }))
}

export function listOnTheWire(list: WholeList): ProductList {
  return {
    id: list.id,
    name: list.name,
    manufacturer: list.make,
    machine_model: list.model,
    model_variant: list.variant,
    references: list.fleetNumbers.map(reference => ({ reference })),
    products: list.whole.map(lineOnTheWire),
    version: list.version,
  }
}

function lineOnTheWire({ product, quantity, hours }: WholeLine): ListProduct {
  return { ...serializeListedProduct(product, null), pivot: { quantity }, service_hours: hours }
}

const mostFilters = 300

/** What a machine takes: one filter for each place, and its service kits. */
export async function filtersOfMachine(
  db: Db,
  variantId: number,
  companyId: number | null,
): Promise<MachineFilters & { lines: WholeLine[] }> {
  const question = { kind: 'machine' as const, make: '', model: '', variantId }
  const { list } = await filtersOf(db, question, { size: mostFilters, page: 1, companyId })
  const filters = oneForEachPlace(list, canBuy)
  const lines = filters.map(filter => ({
    product: filter,
    quantity: filter.quantity,
    place: filter.position,
    hours: serviceHours(filter.type, filter.position),
  }))
  return {
    lines,
    filters: lines.map(line => ({ ...lineOnTheWire(line), position: line.place })),
    kits: kitsOf(filters).map(({ hours, productIds }) => ({ hours, product_ids: productIds })),
  }
}

import type { Db } from '../../infra/app-context.ts'
import type { Person } from '../accounts/visitor.ts'
import { serializeLineEntry } from '../basket/lines/line-entry.ts'
import { chooseOnePerPosition } from '../finder/positions/position-groups.ts'
import { getMachineFilters } from '../finder/service.ts'
import { canBuy, serializeListedProduct } from '../search/listed-product.ts'
import { getProducts } from '../search/service.ts'
import { getPricingCompanyId, type ListDetails, type ListPart, type SavedList } from './list.ts'
import { getFitmentPositions, getStatedServiceHours } from './queries.ts'
import type { ListProduct, MachineFilters, ProductList } from './schemas.ts'
import { getServiceHours, listServiceKits } from './service-intervals.ts'

/** Lists with their products at a company's prices (null: list prices), with a few queries for any number of lists. */
export async function loadListDetails(
  db: Db,
  lists: readonly SavedList[],
  companyId: number | null,
): Promise<ListDetails[]> {
  const ids = [...new Set(lists.flatMap(({ lines }) => lines.map(line => line.productId)))]
  const variants = [...new Set(lists.flatMap(({ variant }) => variant?.id ?? []))]
  const [products, statedIntervals, positions] = await Promise.all([
    getProducts(db, ids, companyId),
    getStatedServiceHours(db, ids),
    getFitmentPositions(db, variants, ids),
  ])
  const byId = new Map(products.map(product => [product.id, product]))
  return lists.map(list => ({
    ...list,
    parts: list.lines.flatMap(({ productId, ...line }) => {
      const product = byId.get(productId)
      if (!product) return []
      const position = positions.get(`${list.variant?.id}:${productId}`) ?? ''
      const hours = getServiceHours(product.type, position, statedIntervals.get(productId) ?? null)
      return [{ line, product, position, hours }]
    }),
  }))
}

export async function getListDetails(db: Db, person: Person, list: SavedList): Promise<ListDetails> {
  const [details] = await loadListDetails(db, [list], getPricingCompanyId(person))
  return details!
}

export function serializeList(list: ListDetails): ProductList {
  return {
    id: list.id,
    name: list.name,
    manufacturer: list.make,
    machine_model: list.model,
    model_variant: list.variant,
    references: list.fleetNumbers.map(reference => ({ reference })),
    products: list.parts.map(serializePart),
    version: list.version,
  }
}

function serializePart({ line, product, hours }: Omit<ListPart, 'position'>): ListProduct {
  const pivot = { quantity: line.quantity, ...serializeLineEntry(line.entry) }
  return { ...serializeListedProduct(product, null), pivot, service_hours: hours }
}

const maxFilters = 300

/** The filters of a machine, one for each position, and its service kits. */
export async function findMachineFilters(
  db: Db,
  variantId: number,
  companyId: number | null,
): Promise<MachineFilters> {
  const question = { kind: 'machine' as const, make: '', model: '', variantId }
  const { list } = await getMachineFilters(db, question, { size: maxFilters, page: 1, companyId })
  const filters = chooseOnePerPosition(list, canBuy)
  return {
    filters: filters.map(product => {
      const { quantity, position } = product
      const hours = getServiceHours(product.type, position)
      return { ...serializePart({ line: { quantity, entry: {} }, product, hours }), position }
    }),
    kits: listServiceKits(filters).map(({ hours, productIds }) => ({ hours, product_ids: productIds })),
  }
}

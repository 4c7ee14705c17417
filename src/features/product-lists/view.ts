import type { ListingRow } from '../catalogue/listing.ts'
import { formatMachineName } from '../finder/machine.ts'
import { type ProductSummary, toListingRow } from '../search/listed-product.ts'
import { hoursText } from '../wallpaper/chart.ts'
import type { ListHead } from './list.ts'
import { listUrl, orderUrl } from './list.ts'

/** A list among the others. */
export interface ListRow {
  id: number
  name: string
  /** '' where the catalogue has lost it. */
  machine: string
  fleetNumbers: string[]
  products: number
  url: string
  orderUrl: string
}

export function rowOf(list: ListHead & { products: number }): ListRow {
  const { id, name, fleetNumbers, products } = list
  return {
    id,
    name,
    machine: machineOf(list),
    fleetNumbers,
    products,
    url: listUrl(id),
    orderUrl: orderUrl(id),
  }
}

/** 'JCB 3CX 2012-2018', or as much of it as there is. */
export function machineOf({ make, model, variant }: Pick<ListHead, 'make' | 'model' | 'variant'>): string {
  if (!make) return ''
  if (!model) return make.name
  return variant
    ? formatMachineName({ make: make.name, model: model.name, variant: variant.name })
    : `${make.name} ${model.name}`
}

/** A line as it is ordered and printed. */
export interface OrderableLine {
  row: ListingRow
  quantity: number
  place: string
  /** 'every 500 h' */
  often: string
}

export function orderLine(line: {
  product: ProductSummary
  quantity: number
  place: string
  hours: number | null
}): OrderableLine {
  const { product, quantity, place, hours } = line
  return { row: toListingRow(product, null), quantity, place, often: hoursText(hours) }
}

import type { ListingRow } from '../catalogue/listing.ts'
import { formatMachineName } from '../finder/machines/machine.ts'
import { type ProductSummary, toListingRow } from '../search/listed-product.ts'
import { formatInterval } from '../wallpaper/chart.ts'
import { type ListHead, type ListLine, listOrderUrl, listUrl, withFleetNumbers } from './list.ts'

/** A row of the table of lists. */
export interface ListRow {
  id: number
  name: string
  /** '' when the catalogue no longer has it. */
  machine: string
  fleetNumbers: string[]
  products: number
  url: string
  orderUrl: string
}

export function toListRow(list: ListHead & { products: number }): ListRow {
  const { id, name, fleetNumbers, products } = list
  return {
    id,
    name,
    machine: formatListMachine(list),
    fleetNumbers,
    products,
    url: listUrl(id),
    orderUrl: listOrderUrl(id),
  }
}

/** 'JCB 3CX 2012-2018', or as much of it as the catalogue has. */
export function formatListMachine({
  make,
  model,
  variant,
}: Pick<ListHead, 'make' | 'model' | 'variant'>): string {
  if (!make) return ''
  if (!model) return make.name
  return variant
    ? formatMachineName({ make: make.name, model: model.name, variant: variant.name })
    : `${make.name} ${model.name}`
}

interface ListLineDetails extends Omit<ListLine, 'productId'> {
  product: ProductSummary
  position: string
  hours: number | null
}

/** A line on the page to order or print a list. */
export interface OrderableLine extends Omit<ListLine, 'productId'> {
  row: ListingRow
  position: string
  /** 'every 500 h' */
  interval: string
}

export function toOrderableLine(
  { product, hours, position, ...line }: ListLineDetails,
  fleetNumbers: readonly string[],
): OrderableLine {
  return {
    row: toListingRow(product, null),
    quantity: line.quantity,
    entry: withFleetNumbers(line.entry, fleetNumbers),
    position,
    interval: formatInterval(hours),
  }
}

import { formatMachineName } from '../finder/machines/machine.ts'
import { toListingRow } from '../search/listed-product.ts'
import { formatInterval } from '../wallpaper/chart.ts'
import { type ListHead, type ListPart, listOrderUrl, listUrl, withFleetNumbers } from './list.ts'

export type ListRow = ReturnType<typeof toListRow>

export function toListRow(list: ListHead & { products: number }) {
  const { id, name, fleetNumbers, products } = list
  return {
    id,
    name,
    /** '' when the catalogue no longer has it. */
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

/** A part on the page to order or print a list. */
export function toOrderPart({ line, product, position, hours }: ListPart, fleetNumbers: readonly string[]) {
  return {
    line: { ...line, entry: withFleetNumbers(line.entry, fleetNumbers) },
    row: toListingRow(product, null),
    position,
    /** 'every 500 h' */
    interval: formatInterval(hours),
  }
}
export type OrderPart = ReturnType<typeof toOrderPart>

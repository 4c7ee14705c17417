import { send } from '../../ui/send.ts'
import type { bodyOf } from './form.ts'
import type {
  addList,
  changeList,
  deleteList,
  MachineFilters,
  machineFilters,
  ProductList,
} from './schemas.ts'

/** Saves a list, a new one without an id. Throws like send(). */
export async function saveList(id: number | null, body: ReturnType<typeof bodyOf>): Promise<ProductList> {
  const whole = { body: { ...body, _token: token() } }
  if (id === null) return (await send<typeof addList>('POST /account/productlists', whole)).product_list
  const route = `PUT /account/productlists/${id}` as 'PUT /account/productlists/:id'
  return (await send<typeof changeList>(route, whole)).product_list
}

/** Deletes a list; where to go on. Throws like send(). */
export async function removeList(id: number): Promise<string> {
  const route = `DELETE /account/productlists/${id}` as 'DELETE /account/productlists/:id'
  return (await send<typeof deleteList>(route, { body: { _token: token() } })).next_url
}

/** What a machine takes. Throws like send(). */
export function filtersOf(variant: string, signal: AbortSignal): Promise<MachineFilters> {
  return send<typeof machineFilters>('GET /account/productlists/filters', {
    query: { variant: Number(variant) },
    signal,
  })
}

/** The product-list calls always need it (contract §2). Read when it is sent: another tab may have signed in anew. */
function token(): string {
  const cookie = document.cookie.split('; ').find(pair => pair.startsWith('csrf_token='))
  return decodeURIComponent(cookie?.slice('csrf_token='.length) ?? '')
}

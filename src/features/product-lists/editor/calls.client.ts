import { send } from '../../../ui/browser/send.ts'
import type {
  addList,
  changeList,
  deleteList,
  MachineFilters,
  machineFilters,
  ProductList,
} from '../schemas.ts'
import type { toRequestBody } from './form-state.ts'

/** Saves a list; `id` null creates a new one. Throws like send(). */
export async function sendSaveList(
  id: number | null,
  body: ReturnType<typeof toRequestBody>,
): Promise<ProductList> {
  const options = { body: { ...body, _token: readCsrfCookie() } }
  if (id === null) return (await send<typeof addList>('POST /account/productlists', options)).product_list
  const route = `PUT /account/productlists/${id}` as 'PUT /account/productlists/:id'
  return (await send<typeof changeList>(route, options)).product_list
}

/** Deletes a list and returns the URL of the next page. Throws like send(). */
export async function sendDeleteList(id: number): Promise<string> {
  const route = `DELETE /account/productlists/${id}` as 'DELETE /account/productlists/:id'
  return (await send<typeof deleteList>(route, { body: { _token: readCsrfCookie() } })).next_url
}

/** The filters and service kits of a machine. Throws like send(). */
export function fetchMachineFilters(variant: string, signal: AbortSignal): Promise<MachineFilters> {
  return send<typeof machineFilters>('GET /account/productlists/filters', {
    query: { variant: Number(variant) },
    signal,
  })
}

/** The CSRF token, which the calls always need (R-CALL-8). Read for each request, because a login in another tab renews it. */
function readCsrfCookie(): string {
  const cookie = document.cookie.split('; ').find(pair => pair.startsWith('csrf_token='))
  return decodeURIComponent(cookie?.slice('csrf_token='.length) ?? '')
}

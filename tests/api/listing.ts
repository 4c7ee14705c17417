import type { ProductList } from '../../src/features/product-lists/schemas.ts'
import type { Answer, Visitor } from '../support/client.ts'
import type { Shop } from '../support/shop.ts'

/** What calls of product lists need, as the shop's own pages send it. */

export const path = '/account/productlists'

export interface Saved {
  success: boolean
  product_list: ProductList
  next_url?: string
}

/** The CSRF token that the login gave (contract §2). */
export function tokenOf({ cookies }: Visitor): string {
  return decodeURIComponent(cookies.get('csrf_token') ?? '')
}

export function sendList(
  visitor: Visitor,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  at: string,
  fields: object = {},
): Promise<Answer<Saved>> {
  const headers = { 'x-requested-with': 'XMLHttpRequest', 'content-type': 'application/json' }
  if (method === 'GET') return visitor.ask(method, at, { headers })
  const body = JSON.stringify({ ...fields, _token: tokenOf(visitor) })
  return visitor.ask(method, at, { headers, body })
}

/** The form of the one machine that is always there (contract §7), with these products. */
export async function jcbForm(shop: Shop, goods: Record<string, number>) {
  const [machine] = await shop.sql<{ make: number; model: number; variant: number }>(
    `select mk.id as make, mo.id as model, v.id as variant from make mk join model mo on mo.make_id = mk.id
     join variant v on v.model_id = mo.id where mk.slug = 'jcb' and v.name = '3CX 2012-2018'`,
  )
  const products = []
  for (const [code, quantity] of Object.entries(goods))
    products.push({ product_id: await shop.productId(code), quantity })
  return {
    manufacturer_id: machine!.make,
    machine_model_id: machine!.model,
    model_variant_id: machine!.variant,
    name: 'JCB 3CX 2012-2018',
    fleet_numbers: ' Digger 4, 12-07,, Digger 4 ',
    products,
  }
}

export async function newList(
  shop: Shop,
  visitor: Visitor,
  goods: Record<string, number>,
  changes: object = {},
): Promise<ProductList> {
  const form = { ...(await jcbForm(shop, goods)), ...changes }
  const { status, body } = await sendList(visitor, 'POST', path, form)
  if (status !== 200) throw new Error(`the list was not saved: ${status} ${JSON.stringify(body)}`)
  return body.product_list
}

export async function listsOf(visitor: Visitor): Promise<ProductList[]> {
  return (await visitor.get<ProductList[]>(path)).body
}

/** Fields as a form nests them: products[0][product_id]=7. */
export function nested(fields: Record<string, unknown>): string {
  const pairs = new URLSearchParams()
  const put = (name: string, value: unknown): void => {
    if (typeof value !== 'object' || value === null) pairs.append(name, String(value))
    else for (const [key, inner] of Object.entries(value)) put(`${name}[${key}]`, inner)
  }
  for (const [name, value] of Object.entries(fields)) put(name, value)
  return pairs.toString()
}

import type { ProductList } from '../../src/features/product-lists/schemas.ts'
import type { TestShop } from '../support/shop.ts'
import type { TestResponse, TestVisitor } from '../support/test-visitor.ts'

/** The calls of product lists, as the shop's own pages send them. */

export const listsPath = '/account/productlists'

export interface ListReply {
  success: boolean
  product_list: ProductList
  next_url?: string
}

/** The CSRF token of the visitor's cookie (R-CALL-8). */
export function getCsrfToken({ cookies }: TestVisitor): string {
  return decodeURIComponent(cookies.get('csrf_token') ?? '')
}

export function sendList(
  visitor: TestVisitor,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  listPath: string,
  fields: object = {},
): Promise<TestResponse<ListReply>> {
  const headers = { 'x-requested-with': 'XMLHttpRequest', 'content-type': 'application/json' }
  if (method === 'GET') return visitor.request(method, listPath, { headers })
  const body = JSON.stringify({ ...fields, _token: getCsrfToken(visitor) })
  return visitor.request(method, listPath, { headers, body })
}

/** The form of a list for the machine of the demo data (R-DEMO-3), with these products. */
export async function createListForm(
  shop: Pick<TestShop, 'sql' | 'productId'>,
  goods: Record<string, number>,
) {
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

export async function createList(
  shop: TestShop,
  visitor: TestVisitor,
  goods: Record<string, number>,
  changes: object = {},
): Promise<ProductList> {
  const form = { ...(await createListForm(shop, goods)), ...changes }
  const { status, body } = await sendList(visitor, 'POST', listsPath, form)
  if (status !== 200) throw new Error(`the list was not saved: ${status} ${JSON.stringify(body)}`)
  return body.product_list
}

export async function getLists(visitor: TestVisitor): Promise<ProductList[]> {
  return (await visitor.get<ProductList[]>(listsPath)).body
}

/** Fields as a form nests them: products[0][product_id]=7. */
export function encodeNested(fields: Record<string, unknown>): string {
  const pairs = new URLSearchParams()
  const put = (name: string, value: unknown): void => {
    if (typeof value !== 'object' || value === null) pairs.append(name, String(value))
    else for (const [key, inner] of Object.entries(value)) put(`${name}[${key}]`, inner)
  }
  for (const [name, value] of Object.entries(fields)) put(name, value)
  return pairs.toString()
}

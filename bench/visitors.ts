import type { LoadRequest } from './loader.ts'

// The people of the benchmark: what they have in their baskets and how far they are at the checkout, all of it
// brought about by the shop's own calls.

export const marker = { 'x-requested-with': 'XMLHttpRequest' }
const json = { ...marker, 'content-type': 'application/json' }

interface Listed {
  id: number
  code: string
  stock: number
  can_be_purchased: boolean
  customer_price: { standard: number | null }
}

/** A browser with nothing but its cookies. */
export class Visitor {
  readonly #url: string
  readonly #cookies = new Map<string, string>()

  constructor(url: string) {
    this.#url = url
  }

  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  /** Asks a call and returns its reply. Throws unless the answer is 200. */
  async ask<Reply>(method: 'GET' | 'POST', path: string, body?: object): Promise<Reply> {
    const response = await fetch(this.#url + path, {
      method,
      headers: { ...json, cookie: this.cookie },
      ...(body && { body: JSON.stringify(body) }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (name && value !== undefined) this.#cookies.set(name, value)
    }
    if (response.status !== 200) throw new Error(`${method} ${path} answered ${response.status}`)
    return (await response.json()) as Reply
  }

  async add(product: number, quantity: number): Promise<void> {
    const { success, messages } = await this.ask<{ success: boolean; messages: string[] }>(
      'POST',
      '/basket/add/single',
      { product, quantity },
    )
    if (!success) throw new Error(`product ${product} cannot be added: ${messages[0]}`)
  }
}

/** Products that can be bought however often: on back order, for £10 or more (contract §7: the least order). */
export async function endlessProducts(url: string, count: number): Promise<number[]> {
  const visitor = new Visitor(url)
  const found: number[] = []
  for (let page = 1; page < 100 && found.length < count; page++) {
    const { products } = await visitor.ask<{ products: { list: Listed[] } }>(
      'GET',
      `/search?query=filter&buyable=1&size=100&page=${page}`,
    )
    const endless = products.list.filter(
      one => one.stock <= 0 && one.can_be_purchased && (one.customer_price.standard ?? 0) >= 10,
    )
    found.push(...endless.map(one => one.id))
  }
  return found.slice(0, count)
}

const address = {
  firstname: 'Robin',
  surname: 'Fitter',
  company: '',
  address1: '1 Mill Lane',
  address2: '',
  town: 'Leeds',
  county: 'West Yorkshire',
  postcode: 'LS1 4AP',
  country: 'GB',
  telephone: '0113 496 0123',
}

/** A guest with a basket, contact, delivery address and delivery saved: all but the last send. */
export async function readyGuest(url: string, nth: number, products: number[]): Promise<Visitor> {
  const guest = new Visitor(url)
  for (const product of products) await guest.add(product, 1)
  const { options } = await guest.ask<{ options: { code: string; arg: string | null }[] }>(
    'POST',
    '/checkout/delivery',
    { country: address.country, postcode: address.postcode },
  )
  const option = options.find(({ code }) => code === 'ND') ?? options[0]
  const { error, errors } = await guest.ask<{ error: false | string; errors: object }>(
    'POST',
    '/checkout/save',
    {
      contact: {
        name: 'Robin Fitter',
        email: `bench-${nth}@example.net`,
        password: 'bench-filters-2026',
        telephone: address.telephone,
        vat: '',
      },
      delivery: address,
      delivery_method: option?.code,
      delivery_arg: option?.arg,
    },
  )
  if (error !== false) throw new Error(`A guest could not get to the last stage: ${JSON.stringify(errors)}`)
  return guest
}

/** The send that makes the order: stock, lines, outbox, and the registration with the card provider. */
export function finalSend(guest: Visitor): LoadRequest {
  return {
    method: 'POST',
    path: '/checkout/save',
    headers: { ...json, cookie: guest.cookie },
    body: JSON.stringify({ payment_method: 'sagepay', billing: address }),
  }
}

/** The click 'add to basket'. */
export function addSend(visitor: Visitor, product: number): LoadRequest {
  return {
    method: 'POST',
    path: '/basket/add/single',
    headers: { ...json, cookie: visitor.cookie },
    body: JSON.stringify({ product, quantity: 1 }),
  }
}

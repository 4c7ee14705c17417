import type { LoadRequest } from './loader.ts'

// The benchmark's visitors. Their baskets and checkouts are created by the shop's own calls.

export const marker = { 'x-requested-with': 'XMLHttpRequest' }
const json = { ...marker, 'content-type': 'application/json' }

/** An HTTP client with cookies. */
export class BenchVisitor {
  readonly #url: string
  readonly #cookies = new Map<string, string>()

  constructor(url: string) {
    this.#url = url
  }

  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  /** Sends a call and returns its reply. Throws unless the status is 200. */
  async send<Reply>(method: 'GET' | 'POST', path: string, body?: object): Promise<Reply> {
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
    const { success, messages } = await this.send<{ success: boolean; messages: string[] }>(
      'POST',
      '/basket/add/single',
      { product, quantity },
    )
    if (!success) throw new Error(`product ${product} cannot be added: ${messages[0]}`)
  }
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

/** A guest with a basket, contact, delivery address and delivery saved, who has only to place the order. */
export async function createGuest(url: string, index: number, products: number[]): Promise<BenchVisitor> {
  const guest = new BenchVisitor(url)
  for (const product of products) await guest.add(product, 1)
  const { options } = await guest.send<{ options: { code: string; arg: string | null }[] }>(
    'POST',
    '/checkout/delivery',
    { country: address.country, postcode: address.postcode },
  )
  const option = options.find(({ code }) => code === 'ND') ?? options[0]
  const { error, errors } = await guest.send<{ error: false | string; errors: object }>(
    'POST',
    '/checkout/save',
    {
      contact: {
        name: 'Robin Fitter',
        email: `bench-${index}@example.net`,
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

/** Places what is in the basket of a customer with an account on it; returns the order's reference. */
export async function placeOnAccount(customer: BenchVisitor): Promise<string> {
  const { reference } = await customer.send<{ reference: string }>('POST', '/checkout/save', {
    delivery: address,
    delivery_method: 'ND',
    payment_method: 'account',
    billing: address,
  })
  const { error } = await customer.send<{ error: false | string }>('POST', '/checkout/complete')
  if (error !== false) throw new Error(`An order on account was refused: ${error}`)
  return reference
}

/** Places the order: stock, lines, outbox, and the registration with the card provider. */
export function toPlaceOrder(guest: BenchVisitor): LoadRequest {
  return {
    method: 'POST',
    path: '/checkout/save',
    headers: { ...json, cookie: guest.cookie },
    body: JSON.stringify({ payment_method: 'sagepay', billing: address }),
  }
}

/** Adds a product to the basket. */
export function toAddProduct(visitor: BenchVisitor, product: number): LoadRequest {
  return {
    method: 'POST',
    path: '/basket/add/single',
    headers: { ...json, cookie: visitor.cookie },
    body: JSON.stringify({ product, quantity: 1 }),
  }
}

import { demoPassword } from '../demo/people/people.ts'
import type { TimedRequest } from './timed-load.ts'

// The benchmark's visitors. Their baskets and checkouts are created by the shop's own calls.

export const marker = { 'x-requested-with': 'XMLHttpRequest' }
const json = { ...marker, 'content-type': 'application/json' }

/** A page, as a browser asks for it. */
export const page = (path: string, cookie = ''): TimedRequest => ({
  path,
  headers: { accept: 'text/html', 'accept-encoding': 'gzip, deflate, br, zstd', ...(cookie && { cookie }) },
})

/** A call that somebody's page sends; `expected` in the reply means that it was not refused. */
export const toCall = (
  visitor: BenchVisitor,
  path: string,
  body: object,
  expected: string,
): TimedRequest => ({
  method: 'POST',
  path,
  headers: { ...json, cookie: visitor.cookie },
  body: JSON.stringify(body),
  expected,
})

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

/** A copy of one of the demo's people who has just signed in. */
export async function signIn(url: string, email: string): Promise<BenchVisitor> {
  const visitor = new BenchVisitor(url)
  await visitor.send('POST', '/login', { email, password: demoPassword })
  return visitor
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
export const toPlaceOrder = (guest: BenchVisitor): TimedRequest =>
  toCall(guest, '/checkout/save', { payment_method: 'sagepay', billing: address }, '"error":false')

/** The stages of the checkout before, saved again, and what the page asks for meanwhile. */
export const toSaveStages = (guest: BenchVisitor): TimedRequest[] => [
  toCall(guest, '/checkout/save', { delivery: address }, '"error":false'),
  toCall(guest, '/checkout/delivery', { country: 'GB', postcode: address.postcode }, '"error":false'),
]

export const toAddProduct = (visitor: BenchVisitor, product: number): TimedRequest =>
  toCall(visitor, '/basket/add/single', { product, quantity: 1 }, '"success":true')

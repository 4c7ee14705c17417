import { setTimeout as sleep } from 'node:timers/promises'
import { demoPassword } from '../../demo/people/people.ts'
import { fillBasket, openGuestPayment } from '../api/checkout-calls.ts'
import { placeAccountOrder } from '../api/shoppers.ts'
import { createTestVisitor, payByCard, type TestVisitor } from './test-visitor.ts'

/** One request of a buyer. `isError`: no answer, or a 5xx. */
export interface BuyerAnswer {
  endMs: number
  ms: number
  isError: boolean
}

export interface BuyersLoad {
  answers: BuyerAnswer[]
  /** References of orders that a buyer was answered as saved, and of those as placed or paid. */
  saved: Set<string>
  placed: Set<string>
  /** Why journeys ended early. */
  failures: string[]
  stop(): Promise<void>
}

const goods = { 'FH-SEAL-1': 2, 'FH-OIL-1': 1 }
const pauseMs = 60
/** A buyer who saw an error reads it first. */
const pauseAfterErrorMs = 300

/** What the journeys need of a shop. */
export function createBuyersShop(url: string, productIds: Map<string, number>, load?: BuyersLoad) {
  const createVisitor = () => createTestVisitor(url, '127.0.0.1', load && createRecorder(load))
  return {
    createVisitor,
    productId: async (code: string) => productIds.get(code)!,
    async signIn(email: string) {
      const visitor = createVisitor()
      const { status } = await visitor.post('/login', { email, password: demoPassword })
      if (status !== 200) throw new Error(`${email} could not sign in: ${status}`)
      return visitor
    },
  }
}

type BuyersShop = ReturnType<typeof createBuyersShop>

/** Buyers who browse, fill baskets, sign in and order, until it is stopped. */
export function startBuyers(url: string, productIds: Map<string, number>): BuyersLoad {
  let isRunning = true
  const load: BuyersLoad = {
    answers: [],
    saved: new Set(),
    placed: new Set(),
    failures: [],
    async stop() {
      isRunning = false
      await Promise.all(running)
    },
  }
  const shop = createBuyersShop(url, productIds, load)
  const repeat = async (act: () => Promise<unknown>) => {
    while (isRunning) {
      const isDone = await act().then(
        () => true,
        (error: Error) => {
          load.failures.push(error.message)
          return false
        },
      )
      await sleep(isDone ? pauseMs : pauseAfterErrorMs)
    }
  }
  const order = (act: (shop: BuyersShop) => Promise<string>) => async () => load.placed.add(await act(shop))
  const running = [
    ...Array.from({ length: 4 }, () => repeat(() => browse(shop))),
    ...Array.from({ length: 2 }, () => repeat(order(orderByCard))),
    repeat(order(orderOnAccount('trade@example.com'))),
    repeat(order(orderOnAccount('head@example.com'))),
  ]
  return load
}

function createRecorder(load: BuyersLoad) {
  return async (url: URL, init: RequestInit & { method: string }): Promise<Response> => {
    const startMs = performance.now()
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(60_000) }).catch(() => null)
    const text = response ? await response.text().catch(() => null) : null
    const endMs = performance.now()
    const isError = !response || text === null || response.status >= 500
    load.answers.push({ endMs, ms: endMs - startMs, isError })
    if (isError) throw new Error(`${init.method} ${url.pathname}: ${response?.status ?? 'no answer'}`)
    if (url.pathname === '/checkout/save') {
      const { error, reference } = JSON.parse(text) as { error: unknown; reference?: string }
      if (error === false && reference) load.saved.add(reference)
    }
    // A redirect may have no body.
    return new Response(response.status === 304 || text === '' ? null : text, response)
  }
}

export async function openPage(visitor: TestVisitor, path: string): Promise<string> {
  const { status, text } = await visitor.getPage(path)
  if (status !== 200 || !text.includes('</html>')) throw new Error(`GET ${path}: ${status}`)
  return text
}

let words = 0

/** With a basket, so that no page comes from the cache. */
export async function browse(shop: BuyersShop): Promise<void> {
  const visitor = shop.createVisitor()
  await fillBasket(shop, visitor, { 'FH-OIL-1': 1 })
  for (const path of [
    '/',
    `/search?query=air+${++words}`,
    '/filterhouse/fh-oil-1',
    '/find-replacement-filters',
    '/basket',
  ]) {
    await openPage(visitor, path)
    await sleep(pauseMs)
  }
}

export const orderOnAccount = (email: string) => async (shop: BuyersShop) =>
  (await placeAccountOrder(shop, email, goods)).reference

export async function orderByCard(shop: BuyersShop): Promise<string> {
  const { nextUrl, reference, visitor } = await openGuestPayment(shop, goods)
  const { status } = await payByCard(nextUrl)
  const { body } = await visitor.get(`/checkout/payment/${reference}`)
  if (status >= 400 || body.state !== 'paid') throw new Error(`Card: ${status} ${JSON.stringify(body)}`)
  return reference
}

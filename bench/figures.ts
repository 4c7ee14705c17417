import type { LoadRequest } from './loader.ts'
import { createGuest, marker, toAddProduct, toPlaceOrder, Visitor } from './visitors.ts'
import type { Workload } from './workload.ts'
import { createRandom, createZipf } from './zipf.ts'

export type Floor = 'fixed' | 'select' | 'render'

export interface Aim {
  floor: Floor
  share: number
  /** Reached by so many answers a second too, whatever their share. */
  perSecond?: number
}

/** What is measured in answers a second. */
export interface Figure {
  key: string
  name: string
  /** What each connection asks for in a round, drawn anew for each round. */
  createRequests: (round: number) => LoadRequest[][]
  /** The same with one single page or question: what a cache makes of it. */
  hotRequest?: LoadRequest
  /** Each request can be sent once only: all are sent and counted, instead of asking for a time. */
  isOnce?: boolean
  aim?: Aim
}

export const connections = 10
export const ordersPerRound = 150
/** More than a connection sends in a round. */
const requestsPerConnection = 5_000
const visitorsWithBasket = 200
const linesPerBasket = 5
const guestsAtOnce = 8

/** Prepares visitors and guests. `rounds` counts the warm-up, which is round 0. */
export async function prepareFigures(url: string, workload: Workload, rounds: number): Promise<Figure[]> {
  const buyers = await createBuyers(url, workload.purchasable)
  const guests = await createGuests(url, workload.purchasable, rounds * ordersPerRound)
  const basketCookies = buyers.map(({ visitor }) => visitor.cookie)

  const call = (path: string, cookie: string | null): LoadRequest => ({
    path,
    headers: { ...marker, ...(cookie && { cookie }) },
  })
  const page = (path: string, cookie: string | null): LoadRequest => ({
    path,
    headers: { accept: 'text/html', ...(cookie && { cookie }) },
  })
  // Every other visitor has a basket.
  const mixed = [...basketCookies, ...basketCookies.map(() => null)]
  const search = (parameters: string) => (query: string) =>
    `/search?query=${encodeURIComponent(query)}&${parameters}`
  const listing = search('size=10')
  const detail = search('size=1')
  const codeSearch = search('scope=products,codes')
  const suggestions = search('scope=products,codes&size=8&with-hint=1')

  const drawn = (
    paths: string[],
    cookies: (string | null)[],
    create: (path: string, cookie: string | null) => LoadRequest,
  ) => ({
    createRequests: (round: number) =>
      drawRequests(round, random => {
        const drawPath = createZipf(paths, random)
        return () => create(drawPath(), cookies[Math.floor(random() * cookies.length)]!)
      }),
    hotRequest: create(paths[0]!, cookies[0]!),
  })
  return [
    {
      key: 'listing',
      name: 'Listing: words, 10 rows',
      ...drawn(workload.questions.map(listing), mixed, call),
      aim: { floor: 'select', share: 0.45 },
    },
    {
      key: 'detail',
      name: 'Product by its number',
      ...drawn(workload.codes.map(detail), mixed, call),
      aim: { floor: 'select', share: 0.45 },
    },
    {
      key: 'codes',
      name: 'Code search: products and codes',
      ...drawn(workload.codes.map(codeSearch), mixed, call),
      aim: { floor: 'select', share: 0.45 },
    },
    {
      key: 'suggest',
      name: 'Suggestions: the first 4 characters of a number',
      ...drawn(
        workload.codes.map(code => suggestions(code.slice(0, 4))),
        mixed,
        call,
      ),
    },
    {
      key: 'add',
      name: `Add to basket, ${linesPerBasket} lines each`,
      createRequests: round =>
        drawRequests(round, random => () => {
          const { visitor, products } = pickOne(buyers, random)
          return toAddProduct(visitor, pickOne(products, random))
        }),
      aim: { floor: 'select', share: 0.25 },
    },
    {
      key: 'orders',
      name: 'Card orders saved',
      isOnce: true,
      createRequests: round =>
        deal(guests.slice(round * ordersPerRound, (round + 1) * ordersPerRound).map(toPlaceOrder)),
      aim: { floor: 'select', share: 0.02, perSecond: 300 },
    },
    {
      key: 'anonymous',
      name: 'Product page, visitors without a basket',
      ...drawn(workload.pages, [null], page),
      aim: { floor: 'render', share: 0.6 },
    },
    {
      key: 'basket',
      name: 'Product page, visitors with a basket',
      ...drawn(workload.pages, basketCookies, page),
      aim: { floor: 'render', share: 0.4 },
    },
  ]
}

interface Buyer {
  visitor: Visitor
  products: number[]
}

/** Visitors with a basket; its products are drawn from all that can be bought. */
async function createBuyers(url: string, purchasable: number[]): Promise<Buyer[]> {
  const draw = createZipf(purchasable, createRandom(1))
  const baskets = Array.from({ length: visitorsWithBasket }, () =>
    Array.from({ length: linesPerBasket }, draw),
  )
  return mapInParallel(baskets, async products => {
    const visitor = new Visitor(url)
    for (const product of products) await visitor.add(product, 1)
    return { visitor, products }
  })
}

/** Guests with two products who have only to place the order. */
function createGuests(url: string, purchasable: number[], count: number): Promise<Visitor[]> {
  const draw = createZipf(purchasable, createRandom(2))
  const baskets = Array.from({ length: count }, () => [draw(), draw()])
  return mapInParallel(baskets, (products, index) => createGuest(url, index, products))
}

async function mapInParallel<Item, Result>(
  items: Item[],
  map: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  let next = 0
  const work = async () => {
    for (let index = next++; index < items.length; index = next++)
      results[index] = await map(items[index]!, index)
  }
  await Promise.all(Array.from({ length: guestsAtOnce }, work))
  return results
}

/** A list of its own for each connection and round. */
function drawRequests(
  round: number,
  createDraw: (random: () => number) => () => LoadRequest,
): LoadRequest[][] {
  return Array.from({ length: connections }, (_, connection) =>
    Array.from(
      { length: requestsPerConnection },
      createDraw(createRandom(round * connections + connection + 1)),
    ),
  )
}

const pickOne = <Item>(items: Item[], random: () => number): Item =>
  items[Math.floor(random() * items.length)]!

/** Every request to one connection only. */
function deal(requests: LoadRequest[]): LoadRequest[][] {
  return Array.from({ length: connections }, (_, connection) =>
    requests.filter((_request, index) => index % connections === connection),
  )
}

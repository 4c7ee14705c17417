import type { LoadRequest } from './loader.ts'
import { BenchVisitor, createGuest, marker, toAddProduct, toPlaceOrder } from './visitors.ts'
import type { Workload } from './workload.ts'
import { createSeededRandom, createZipf } from './zipf.ts'

export type Floor = 'fixed' | 'select' | 'render'

export interface Aim {
  floor: Floor
  share: number
  /** Also reached by this number of answers a second, whatever the share. */
  perSecond?: number
}

/** A benchmark that is measured in answers a second. */
export interface Figure {
  key: string
  name: string
  /** The requests of each connection in a round, drawn anew for each round. */
  createRequests: (round: number) => LoadRequest[][]
  /** The same with a single page or query: shows what a cache gains. */
  hotRequest?: LoadRequest
  /** Each request can be sent only once: all are sent and counted, instead of measuring for a time. */
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
  const visitorsWithBaskets = await createVisitorsWithBaskets(url, workload.purchasable)
  const guests = await createGuests(url, workload.purchasable, rounds * ordersPerRound)
  const basketCookies = visitorsWithBaskets.map(({ visitor }) => visitor.cookie)

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

  const createDrawnRequests = (
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
      ...createDrawnRequests(workload.queries.map(listing), mixed, call),
      aim: { floor: 'select', share: 0.45 },
    },
    {
      key: 'detail',
      name: 'Product by its number',
      ...createDrawnRequests(workload.codes.map(detail), mixed, call),
      aim: { floor: 'select', share: 0.45 },
    },
    {
      key: 'codes',
      name: 'Code search: products and codes',
      ...createDrawnRequests(workload.codes.map(codeSearch), mixed, call),
      aim: { floor: 'select', share: 0.45 },
    },
    {
      key: 'suggest',
      name: 'Suggestions: the first 4 characters of a number',
      ...createDrawnRequests(
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
          const { visitor, products } = pickOne(visitorsWithBaskets, random)
          return toAddProduct(visitor, pickOne(products, random))
        }),
      aim: { floor: 'select', share: 0.25 },
    },
    {
      key: 'orders',
      name: 'Card orders saved',
      isOnce: true,
      createRequests: round =>
        distribute(guests.slice(round * ordersPerRound, (round + 1) * ordersPerRound).map(toPlaceOrder)),
      aim: { floor: 'select', share: 0.02, perSecond: 300 },
    },
    {
      key: 'anonymous',
      name: 'Product page, visitors without a basket',
      ...createDrawnRequests(workload.pages, [null], page),
      aim: { floor: 'render', share: 0.6 },
    },
    {
      key: 'basket',
      name: 'Product page, visitors with a basket',
      ...createDrawnRequests(workload.pages, basketCookies, page),
      aim: { floor: 'render', share: 0.4 },
    },
  ]
}

interface VisitorWithBasket {
  visitor: BenchVisitor
  products: number[]
}

/** Visitors with a basket of random purchasable products. */
async function createVisitorsWithBaskets(url: string, purchasable: number[]): Promise<VisitorWithBasket[]> {
  const draw = createZipf(purchasable, createSeededRandom(1))
  const baskets = Array.from({ length: visitorsWithBasket }, () =>
    Array.from({ length: linesPerBasket }, draw),
  )
  return mapInParallel(baskets, async products => {
    const visitor = new BenchVisitor(url)
    for (const product of products) await visitor.add(product, 1)
    return { visitor, products }
  })
}

/** Guests with two products who have only to place their order. */
function createGuests(url: string, purchasable: number[], count: number): Promise<BenchVisitor[]> {
  const draw = createZipf(purchasable, createSeededRandom(2))
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

/** A separate list for each connection and round. */
function drawRequests(
  round: number,
  createDraw: (random: () => number) => () => LoadRequest,
): LoadRequest[][] {
  return Array.from({ length: connections }, (_, connection) =>
    Array.from(
      { length: requestsPerConnection },
      createDraw(createSeededRandom(round * connections + connection + 1)),
    ),
  )
}

const pickOne = <Item>(items: Item[], random: () => number): Item =>
  items[Math.floor(random() * items.length)]!

/** Distributes the requests over the connections, each to one only. */
function distribute(requests: LoadRequest[]): LoadRequest[][] {
  return Array.from({ length: connections }, (_, connection) =>
    requests.filter((_request, index) => index % connections === connection),
  )
}

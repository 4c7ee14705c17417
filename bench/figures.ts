import type pg from 'pg'
import type { LoadRequest } from './loader.ts'
import { addSend, endlessProducts, finalSend, marker, readyGuest, Visitor } from './visitors.ts'

export type Floor = 'fixed' | 'select' | 'render'

/** Something that is measured in answers a second. */
export interface Figure {
  key: string
  name: string
  /** What the connections ask for in a round; each has a list of its own. */
  requests: (round: number) => LoadRequest[][]
  /** Each request of a round can be sent once only: they are counted, not timed. */
  once?: boolean
  /** In rounds of its own behind all others: each page once is a crawler's load, not a buyer's. */
  afterwards?: boolean
  /** The floor and the share of it that is aimed at; none: only told. */
  aim?: { floor: Floor; share: number }
}

export const connections = 10
export const productPath = '/filterhouse/fh-oil-1'
export const ordersInARound = 150
const linesInABasket = 5
const commonWords = ['filter', 'oil filter', 'air', 'hydraulic', 'fuel filter', 'spin-on', 'cabin', 'element']

/** Prepares the people and says what is asked for. `rounds` counts the warm-up, which is round 0. */
export async function prepareFigures(url: string, pool: pg.Pool, rounds: number): Promise<Figure[]> {
  const codes = await anyCodes(pool)
  const addresses = await allAddresses(pool)
  const endless = await endlessProducts(url, 100)
  const fillers = await Promise.all(
    Array.from({ length: connections }, async (_, nth) => {
      const visitor = new Visitor(url)
      await visitor.add(endless[nth]!, 1)
      return visitor
    }),
  )
  const guests = await readyGuests(url, endless, rounds * ordersInARound)
  const looker = new Visitor(url)
  for (const product of endless.slice(0, 2)) await looker.add(product, 1)

  const call = (path: string): LoadRequest => ({ path, headers: marker })
  const page = (headers: Record<string, string>) => () => [
    [{ path: productPath, headers: { accept: 'text/html', ...headers } }],
  ]
  const halfOfSelect = { floor: 'select', share: 0.5 } as const
  return [
    {
      key: 'listing',
      name: 'Listing call: common words, 10 rows',
      requests: () =>
        turns(commonWords.map(words => call(`/search?query=${encodeURIComponent(words)}&size=10`))),
      aim: halfOfSelect,
    },
    {
      key: 'detail',
      name: 'One product by its exact number',
      requests: () => turns(codes.map(code => call(`/search?query=${encodeURIComponent(code)}&size=1`))),
      aim: halfOfSelect,
    },
    {
      key: 'codes',
      name: 'Code search: products and codes',
      requests: () =>
        turns(codes.map(code => call(`/search?query=${encodeURIComponent(code)}&scope=products,codes`))),
      aim: halfOfSelect,
    },
    {
      key: 'suggest',
      name: 'Suggestions while typing: 4 characters',
      requests: () =>
        turns(
          codes.map(code =>
            call(
              `/search?query=${encodeURIComponent(code.slice(0, 4))}&scope=products,codes&size=8&with-hint=1`,
            ),
          ),
        ),
    },
    {
      key: 'add',
      name: 'Add to basket',
      requests: () =>
        fillers.map((visitor, nth) =>
          endless
            .slice(nth * linesInABasket, (nth + 1) * linesInABasket)
            .map(product => addSend(visitor, product)),
        ),
      aim: { floor: 'select', share: 0.25 },
    },
    {
      key: 'orders',
      name: 'Card orders: the final save',
      once: true,
      requests: round =>
        dealt(guests.slice(round * ordersInARound, (round + 1) * ordersInARound).map(finalSend)),
    },
    { key: 'kept', name: 'Product page, anonymous (kept)', requests: page({}) },
    {
      key: 'fresh',
      name: 'Product page, anonymous: content kept, put together and rendered fresh',
      // A cookie that says nothing keeps the finished page from him.
      requests: page({ cookie: 'flash=none' }),
      aim: { floor: 'render', share: 0.8 },
    },
    {
      key: 'basket',
      name: 'Product page with a basket: the same, and one question',
      requests: page({ cookie: looker.cookie }),
    },
    {
      key: 'found',
      name: 'Product pages that nobody asked for lately: found and rendered whole',
      afterwards: true,
      requests: () => turns(addresses.map(path => ({ path, headers: { accept: 'text/html' } }))),
    },
  ]
}

/** Own numbers and other makers', mixed, each another product's. */
async function anyCodes(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ code: string }>(`
    select code from (
      (select code from product order by md5(code) limit 1000)
      union all
      (select code from cross_reference order by md5(code) limit 4000)
    ) c order by md5(code)`)
  return rows.map(row => row.code)
}

/** More than are asked for in a round. */
async function allAddresses(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ address: string }>(
    `select '/' || path as address from product order by md5(code)`,
  )
  return rows.map(row => row.address)
}

const guestsAtOnce = 8

async function readyGuests(url: string, endless: number[], count: number): Promise<Visitor[]> {
  const guests: Visitor[] = []
  let next = 0
  const work = async () => {
    for (let nth = next++; nth < count; nth = next++) {
      const product = (at: number) => endless[(nth * 7 + at) % endless.length]!
      guests[nth] = await readyGuest(url, nth, [product(0), product(1)])
    }
  }
  await Promise.all(Array.from({ length: guestsAtOnce }, work))
  return guests
}

/** The same list for all connections, each beginning at another place. */
function turns(list: LoadRequest[]): LoadRequest[][] {
  return Array.from({ length: connections }, (_, nth) => {
    const from = Math.floor((nth * list.length) / connections)
    return [...list.slice(from), ...list.slice(0, from)]
  })
}

/** Every request to one connection only. */
function dealt(list: LoadRequest[]): LoadRequest[][] {
  return Array.from({ length: connections }, (_, nth) => list.filter((_one, at) => at % connections === nth))
}

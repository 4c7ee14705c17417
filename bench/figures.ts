import { createDayRequests } from './day.ts'
import type { TimedRequest } from './timed-load.ts'
import { BenchVisitor, createGuest, marker, page, signIn, toAddProduct, toPlaceOrder } from './visitors.ts'
import type { Workload } from './workload.ts'

/** Answers whose processor time is measured. */
export interface Figure {
  name: string
  /**
   * The requests of a round. Two of them that follow one another within the time of a cached page are for different pages,
   * so that the cache answers none.
   */
  createRequests: (round: number) => Promise<TimedRequest[]>
  isOnce?: boolean
  /** At most so many times the floor's processor time. */
  aimFloors?: number
}

const ordersPerRound = 60
const hundredsOfADay = 10
const visitorsWithBasket = 200
const linesPerBasket = 5
const signedInPeople = [
  'retail@example.com',
  'trade@example.com',
  'head@example.com',
  'apprentice@example.com',
]
const questions = 2_400
const preparedAtOnce = 8

const call = (path: string, cookie?: string): TimedRequest => ({
  path,
  headers: { ...marker, ...(cookie && { cookie }) },
})

export function createFigures(url: string, workload: Workload): Figure[] {
  const { purchasable } = workload
  let guests = 0
  const createGuests = (count: number) =>
    inParallel(count, () => {
      const products = [2 * guests, 2 * guests + 1].map(nth => purchasable[nth % purchasable.length]!)
      return createGuest(url, guests++, products)
    })
  const getBaskets = once(() =>
    inParallel(visitorsWithBasket, async nth => {
      const visitor = new BenchVisitor(url)
      for (const product of pickProducts(purchasable, nth)) await visitor.add(product, 1)
      return visitor
    }),
  )
  const getSignedIn = once(async () => {
    const people = await Promise.all(signedInPeople.map(email => signIn(url, email)))
    for (const [nth, person] of people.entries())
      for (const product of pickProducts(purchasable, nth)) await person.add(product, 1)
    return people
  })
  const search = (query: string, parameters: string) =>
    call(`/search?query=${encodeURIComponent(query)}&${parameters}`)
  const results = workload.queries.map(query => page(`/search?query=${encodeURIComponent(query)}`))
  const products = workload.pages.map(path => page(path))
  const starts = [...new Set(workload.codes.map(code => code.slice(0, 4)))]
  const withBaskets = async (requests: TimedRequest[]) => {
    const visitors = await getBaskets()
    return requests.map(({ path, headers }, nth) => ({
      path,
      headers: { ...headers, cookie: visitors[nth % visitors.length]!.cookie },
    }))
  }
  const forEachBasket = (request: TimedRequest) =>
    withBaskets(Array.from({ length: visitorsWithBasket }, () => request))
  const compressedAndPlain = (
    name: string,
    aimFloors: number,
    createRequests: () => Promise<TimedRequest[]>,
  ): Figure[] => [
    { name: `${name}, compressed`, aimFloors, createRequests },
    { name: `${name}, plain`, createRequests: async () => (await createRequests()).map(toPlain) },
  ]
  return [
    {
      name: `Listing JSON, ${questions} different questions`,
      aimFloors: 4,
      createRequests: async () => workload.queries.slice(0, questions).map(query => search(query, 'size=10')),
    },
    {
      name: 'By exact number',
      aimFloors: 2.5,
      createRequests: async () => workload.codes.map(code => search(code, 'size=1')),
    },
    {
      name: 'Suggestions, four signs',
      aimFloors: 3,
      createRequests: async () =>
        starts.map(start => search(start, 'scope=products,codes&size=8&with-hint=1')),
    },
    ...compressedAndPlain('Results page, not cached', 10, async () => results),
    ...compressedAndPlain('Product page, not cached', 8, async () => products),
    ...compressedAndPlain('Product page with a basket', 8, () => withBaskets(products)),
    {
      name: 'Home page with a basket, plain',
      aimFloors: 6,
      createRequests: () => forEachBasket(toPlain(page('/'))),
    },
    { name: 'Basket JSON', aimFloors: 2.5, createRequests: () => forEachBasket(call('/basket')) },
    {
      name: `Add to basket, ${linesPerBasket} lines each`,
      createRequests: async () =>
        (await getBaskets()).flatMap((visitor, nth) =>
          pickProducts(purchasable, nth).map(product => toAddProduct(visitor, product)),
        ),
    },
    {
      name: 'Card orders saved',
      isOnce: true,
      createRequests: async () => (await createGuests(ordersPerRound)).map(toPlaceOrder),
    },
    { name: 'Product page, from the cache, compressed', createRequests: async () => products.slice(0, 1) },
    {
      name: 'A day: 70 % strangers, 20 % with a basket, 10 % signed in',
      isOnce: true,
      createRequests: async round =>
        createDayRequests(round, {
          results,
          products,
          purchasable,
          baskets: await getBaskets(),
          signedIn: await getSignedIn(),
          guests: await createGuests(hundredsOfADay),
        }),
    },
  ]
}

const toPlain = ({ path, headers }: TimedRequest): TimedRequest => ({
  path,
  headers: { ...headers, 'accept-encoding': 'identity' },
})

/** Each visitor has other goods in the basket. */
const pickProducts = (purchasable: readonly number[], visitor: number): number[] =>
  Array.from(
    { length: linesPerBasket },
    (_, nth) => purchasable[(visitor * linesPerBasket + nth) % purchasable.length]!,
  )

function once<Value>(create: () => Promise<Value>): () => Promise<Value> {
  let created: Promise<Value> | undefined
  return () => (created ??= create())
}

/** Some at a time, as the shop would get them. */
async function inParallel<Result>(
  count: number,
  create: (nth: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  let next = 0
  const work = async () => {
    for (let nth = next++; nth < count; nth = next++) results[nth] = await create(nth)
  }
  await Promise.all(Array.from({ length: preparedAtOnce }, work))
  return results
}

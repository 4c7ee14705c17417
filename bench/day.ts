import type { TimedRequest } from './timed-load.ts'
import { type BenchVisitor, page, toAddProduct, toPlaceOrder, toSaveStages } from './visitors.ts'

interface DayParts {
  results: readonly TimedRequest[]
  products: readonly TimedRequest[]
  /** Any quantity can be bought of them. */
  purchasable: readonly number[]
  baskets: readonly BenchVisitor[]
  signedIn: readonly BenchVisitor[]
  /** Who have only to place their order: one for each hundred requests. */
  guests: readonly BenchVisitor[]
}

/** Coprime with a hundred: spreads the requests of one kind over the hundred. */
const step = 37

/** A day of the shop: of each hundred requests 70 come from strangers, 20 with a basket, 10 signed in. */
export function createDayRequests(round: number, parts: DayParts): TimedRequest[] {
  const { guests, purchasable } = parts
  const count = guests.length * 100
  const [results, products] = [parts.results, parts.products].map(list => turns(list, round * count))
  const baskets = turns(parts.baskets)
  const signedIn = turns(parts.signedIn)
  const orders = turns(guests)
  const stages = turns(parts.baskets.flatMap(toSaveStages))
  const as = ({ cookie }: BenchVisitor, request: TimedRequest) => page(request.path, cookie)
  const [home, basket, checkout] = ['/', '/basket', '/checkout'].map(path => page(path))
  const hundred: (() => TimedRequest)[] = [
    ...times(8, () => home!),
    ...times(24, () => results!()),
    ...times(38, () => products!()),
    ...times(2, () => as(baskets(), home!)),
    ...times(4, () => as(baskets(), results!())),
    ...times(5, () => as(baskets(), products!())),
    ...times(3, () => as(baskets(), basket!)),
    () => toAddProduct(baskets(), purchasable[0]!),
    ...times(2, () => as(baskets(), checkout!)),
    ...times(2, () => stages()),
    () => toPlaceOrder(orders()),
    () => as(signedIn(), home!),
    ...times(3, () => as(signedIn(), results!())),
    ...times(3, () => as(signedIn(), products!())),
    ...times(2, () => as(signedIn(), basket!)),
    () => as(signedIn(), checkout!),
  ]
  return Array.from({ length: count }, (_, nth) => hundred[(nth * step) % hundred.length]!())
}

const times = (count: number, create: () => TimedRequest) => Array.from({ length: count }, () => create)

/** One after the other, from the first again after the last. */
function turns<Item>(items: readonly Item[], start = 0): () => Item {
  let next = start
  return () => items[next++ % items.length]!
}

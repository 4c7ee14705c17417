import type pg from 'pg'
import { frequentBuyer } from './order-data.ts'
import { placeOnAccount, signIn } from './visitors.ts'
import { readWorkload } from './workload.ts'

const orders = 100
const warmUp = 10

/** Places orders on account one after the other; what the search needs to know of them is written with each. */
export async function timePlacing(
  url: string,
  pool: pg.Pool,
): Promise<{ p50Ms: number; p99Ms: number; orders: number }> {
  const { purchasable } = await readWorkload(pool)
  const buyer = await signIn(url, frequentBuyer)
  const times: number[] = []
  for (let nth = 0; nth < orders + warmUp; nth++) {
    await buyer.add(purchasable[nth * 2]!, 1)
    await buyer.add(purchasable[nth * 2 + 1]!, 1)
    const startMs = performance.now()
    await placeOnAccount(buyer)
    if (nth >= warmUp) times.push(performance.now() - startMs)
  }
  times.sort((a, b) => a - b)
  return { orders, p50Ms: times[orders / 2]!, p99Ms: times[Math.floor(orders * 0.99) - 1]! }
}

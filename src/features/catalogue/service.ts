import type { Db } from '../../infra/app-context.ts'
import { makeCounts, typeCounts } from './queries.ts'
import { typeUrl } from './type-url.ts'

export interface Way {
  name: string
  url: string
  count: number
}

const mostMakes = 30

/** The kinds of filter and the busiest makes, with where each leads: for those who come without a number. */
export async function waysIn(db: Db): Promise<{ types: Way[]; makes: Way[] }> {
  const [types, makes] = await Promise.all([typeCounts(db), makeCounts(db, mostMakes)])
  return {
    types: types.map(({ name, count }) => ({ name, count, url: typeUrl(name) })),
    makes: makes.map(({ name, slug, count }) => ({
      name,
      count,
      url: `/filters/${slug}`,
    })),
  }
}

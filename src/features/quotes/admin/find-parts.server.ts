import type { Db } from '../../../infra/app-context.ts'
import type { ThreadPool } from '../../../infra/worker-threads/thread-pool.ts'
import {
  lookUpRows,
  type Pad,
  type PadLine,
  padRefusalMessages,
  readList,
  splitLines,
} from '../../order-pad/service.ts'
import type { SearchService } from '../../search/service.ts'
import { lineMessages } from './offer-form.ts'

export interface PartFinderDeps {
  db: Db
  search: SearchService
  threads: ThreadPool
  /** Whom the limits of reading count. */
  owner: string
  /** The customer's; null: list prices. */
  companyId: number | null
}

export interface FoundPart {
  productId: number
  /** As typed with the number; '1' without one. */
  quantity: string
}

/**
 * The parts of a text with a part number on each line, in any spelling, ours or other makers', as the order pad reads
 * them. A line that has none, or several, is a problem, and so is a part that is no longer sold.
 */
export async function findParts(
  { db, search, threads, owner, companyId }: PartFinderDeps,
  text: string,
): Promise<{ parts: FoundPart[]; problems: string[] }> {
  const list = await readList(threads, owner, { text })
  const split = 'refused' in list ? list : await splitLines(search, list.rows)
  if ('refused' in split)
    return {
      parts: [],
      problems: [
        split.refused === 'nothing' ? lineMessages.noPart : padRefusalMessages[split.refused](split.lines),
      ],
    }
  const pad = await lookUpRows({ db, search, companyId }, split.rows)
  const read = pad.lines.filter(({ text: typed, isPart }) => isPart || typed.trim() !== '')
  const problems = read.flatMap(line => findProblem(line, pad) ?? [])
  const parts = read.flatMap(({ chosen, quantity }) =>
    chosen === null ? [] : [{ productId: chosen, quantity }],
  )
  return { parts, problems }
}

const maxNamed = 5

function findProblem(line: PadLine, { products }: Pad): string | null {
  const typed = line.code || line.text
  if (line.chosen === null && line.matches.length > 0) {
    const named = line.matches.slice(0, maxNamed).map(({ product, as }) => {
      const { code } = products.find(({ id }) => id === product)!
      return as === '' ? code : `${code} for ${as}`
    })
    return lineMessages.ambiguous(typed, named)
  }
  if (line.chosen === null)
    return line.near.length > 0 ? lineMessages.nearby(typed, line.near) : lineMessages.unknown(typed)
  const product = products.find(({ id }) => id === line.chosen)!
  return product.forSale ? null : lineMessages.notSoldPart(product.code)
}

import type { Db } from '../../../../infra/app-context.ts'
import type { ThreadPool } from '../../../../infra/worker-threads/thread-pool.ts'
import { parseQuantity } from '../../../../lib/quantity.ts'
import {
  lookUpNewLines,
  type Pad,
  type PadLine,
  padRefusalMessages,
  readLines,
  readList,
} from '../../../order-pad/service.ts'
import type { SearchService } from '../../../search/service.ts'
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
 * them. A line that has none, or several, is a problem, and so is a quantity that cannot be read or a part that is no
 * longer sold. `quantity`: of all of them; '': as typed with the number.
 */
export async function findParts(
  { db, search, threads, owner, companyId }: PartFinderDeps,
  { text, quantity: typedQuantity = '' }: { text: string; quantity?: string },
): Promise<{ parts: FoundPart[]; problems: string[] }> {
  const list = await readList(threads, owner, { text })
  const lines = list.ok ? await readLines(search, list, 'order') : list
  if (!lines.ok)
    return {
      parts: [],
      problems: [
        lines.reason === 'nothing' ? lineMessages.noPart : padRefusalMessages[lines.reason](lines.lines),
      ],
    }
  const pad = await lookUpNewLines({ db, search, companyId }, lines.lines)
  const read = pad.lines
    .filter(({ text: typed, isPart }) => isPart || typed.trim() !== '')
    .map(line => ({ ...line, quantity: typedQuantity || line.quantity }))
  const problems = read.flatMap(line => findProblem(line, pad) ?? [])
  const parts = read.flatMap(({ chosen, quantity }) =>
    chosen === null ? [] : [{ productId: chosen, quantity }],
  )
  return { parts, problems }
}

const maxNamed = 5

function findProblem(line: PadLine, { products }: Pad): string | null {
  const typed = line.code || line.text
  const [match, second] = line.matches
  if (line.chosen === null && match && !second)
    return lineMessages.unclear(line.text, products.find(({ id }) => id === match.product)!.code)
  if (line.chosen === null && match) {
    const named = line.matches.slice(0, maxNamed).map(({ product, as }) => {
      const { code } = products.find(({ id }) => id === product)!
      return as === '' ? code : `${code} for ${as}`
    })
    return lineMessages.ambiguous(typed, named)
  }
  if (line.chosen === null)
    return line.near.length > 0 ? lineMessages.nearby(typed, line.near) : lineMessages.unknown(typed)
  const product = products.find(({ id }) => id === line.chosen)!
  if (!product.forSale) return lineMessages.notSoldPart(product.code)
  if (parseQuantity(line.quantity) !== null) return null
  const unread = line.quantity || line.seen
  return unread === '' ? lineMessages.howMany(product.code) : lineMessages.unread(unread, product.code)
}

import type { Db } from '../../../../infra/app-context.ts'
import type { ThreadPool } from '../../../../infra/worker-threads/thread-pool.ts'
import type { FieldErrors } from '../../../../lib/calls/field-checks.ts'
import { parseQuantity } from '../../../../lib/quantity.ts'
import { maxLines } from '../../../basket/limits.ts'
import { listPricedProducts, listProductIdsByCode } from '../../../order-entry/service.ts'
import {
  lookUpNewLines,
  type Pad,
  type PadLine,
  padRefusalMessages,
  readLines,
  readList,
} from '../../../order-pad/service.ts'
import type { Order } from '../../../orders/order.ts'
import type { SearchService } from '../../../search/service.ts'
import { addTypedRow, lineMessages, type OfferForm, type TypedRow, typedAmount } from './offer-form.ts'

/** What a press of a button changes of the form's lines before it is shown again. */
export interface LineEdit {
  /** A part to add: its number and quantity as typed; '' and '': none. */
  add: { code: string; quantity: string }
  isAdding: boolean
  /** The index of the line to remove. */
  remove: number | null
}

export const noEdit: LineEdit = { add: { code: '', quantity: '' }, isAdding: false, remove: null }

interface ReadForm {
  rows: TypedRow[]
  /** The part that is still to be added. */
  add: LineEdit['add']
  errors: FieldErrors
}

/**
 * The lines of an offer's form with their products. A form without part numbers has the lines of the quote as they are,
 * with a price for each.
 */
export async function readOfferForm(
  deps: PartFinderDeps,
  order: Pick<Order, 'lines'>,
  form: OfferForm,
  edit: LineEdit,
): Promise<ReadForm> {
  const { rows, unknown } = await loadTypedRows(deps, order, form)
  const { add, isAdding, remove } = edit
  if (unknown) return { rows, add, errors: { add_code: lineMessages.unknown(unknown) } }
  if (remove !== null) {
    const rest = rows.filter((_row, index) => index !== remove)
    if (rest.length === 0) return { rows, add, errors: { 'line-0': lineMessages.lastLine } }
    return { rows: rest, add, errors: {} }
  }
  if (isAdding) return addPart(deps, rows, add)
  return { rows, add, errors: add.code === '' ? {} : { add_code: lineMessages.addFirst } }
}

async function addPart(deps: PartFinderDeps, rows: TypedRow[], add: LineEdit['add']): Promise<ReadForm> {
  const refuse = (errors: FieldErrors): ReadForm => ({ rows, add, errors })
  if (add.code === '') return refuse({ add_code: lineMessages.noPart })
  if (add.quantity !== '' && parseQuantity(add.quantity) === null)
    return refuse({ add_quantity: lineMessages.quantity(add.code) })
  const { parts, problems } = await findParts(deps, { text: add.code, quantity: add.quantity })
  if (problems[0]) return refuse({ add_code: problems[0] })
  const added = await toTypedRows(deps, parts)
  const all = added.reduce(addTypedRow, rows)
  if (all.length > maxLines) return refuse({ add_code: lineMessages.tooMany(maxLines) })
  return { rows: all, add: noEdit.add, errors: {} }
}

/** At the customer's prices of today. */
async function toTypedRows(
  { db, companyId }: Pick<PartFinderDeps, 'db' | 'companyId'>,
  parts: readonly { productId: number; quantity: string }[],
): Promise<TypedRow[]> {
  const products = await listPricedProducts(
    db,
    companyId,
    parts.map(({ productId, quantity }) => ({ productId, quantity: parseQuantity(quantity) ?? 1 })),
  )
  return products.map((product, index) => ({
    product,
    quantity: parts[index]!.quantity,
    price: product.unitPrice === null ? '' : typedAmount(product.unitPrice),
  }))
}

/** `unknown`: a part number of the call that the catalogue does not have. */
async function loadTypedRows(
  { db, companyId }: PartFinderDeps,
  { lines }: Pick<Order, 'lines'>,
  form: OfferForm,
): Promise<{ rows: TypedRow[]; unknown: string | null }> {
  const codes = form.codes.length > 0 ? form.codes : lines.map(({ code }) => code)
  const quoted = new Map(lines.map(line => [line.code, line]))
  const ids = await listProductIdsByCode(
    db,
    codes.filter(code => !quoted.has(code)),
  )
  const typed = codes.flatMap((code, index) => {
    const line = quoted.get(code)
    const productId = line?.productId ?? ids.get(code)
    const quantity = form.quantities[index] ?? String(line?.quantity ?? 1)
    return productId === undefined ? [] : [{ productId, quantity, price: form.prices[index] ?? '' }]
  })
  const products = await toTypedRows({ db, companyId }, typed)
  const named = new Map(lines.map(({ productId, code, title }) => [productId, { code, title }]))
  return {
    rows: products
      .map(({ product, quantity }, index) => ({
        product: { ...product, ...named.get(product.productId) },
        quantity,
        price: typed[index]!.price,
      }))
      .reduce<TypedRow[]>(addTypedRow, []),
    unknown: codes.find(code => !quoted.has(code) && !ids.has(code)) ?? null,
  }
}

interface PartFinderDeps {
  db: Db
  search: SearchService
  threads: ThreadPool
  /** Whom the limits of reading count. */
  owner: string
  /** The customer's; null: list prices. */
  companyId: number | null
}

interface FoundPart {
  productId: number
  /** As typed with the number; '1' without one. */
  quantity: string
}

/**
 * The parts of a text with a part number on each line, in any spelling, ours or other makers', as the order pad reads
 * them. A line that has none, or several, is a problem, and so is a quantity that cannot be read or a part that is no
 * longer sold. `quantity`: of all of them; '': as typed with the number.
 */
async function findParts(
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

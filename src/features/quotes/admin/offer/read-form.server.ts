import type { FieldErrors } from '../../../../lib/calls/field-checks.ts'
import { parseQuantity } from '../../../../lib/quantity.ts'
import { maxLines } from '../../../basket/limits.ts'
import type { Order } from '../../../orders/order.ts'
import { findParts, type PartFinderDeps } from './find-parts.server.ts'
import { addTypedLine, lineMessages, type OfferForm, type TypedLine, typedAmount } from './offer-form.ts'
import { listProductIdsByCode, listQuotableLines } from './quotable-lines.server.ts'

/** What a press of a button changes of the form's lines before it is shown again. */
export interface LineEdit {
  /** A part to add: its number and quantity as typed; '' and '': none. */
  add: { code: string; quantity: string }
  isAdding: boolean
  /** The index of the line to remove. */
  remove: number | null
}

export const noEdit: LineEdit = { add: { code: '', quantity: '' }, isAdding: false, remove: null }

export interface ReadForm {
  lines: TypedLine[]
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
  const { lines, unknown } = await loadTypedLines(deps, order, form)
  if (unknown) return { lines, add: edit.add, errors: { add_code: lineMessages.unknown(unknown) } }
  if (edit.remove !== null) return removeLine(lines, edit)
  if (edit.isAdding) return addPart(deps, lines, edit.add)
  return { lines, add: edit.add, errors: edit.add.code === '' ? {} : { add_code: lineMessages.addFirst } }
}

function removeLine(lines: TypedLine[], { add, remove }: LineEdit): ReadForm {
  const rest = lines.filter((_line, index) => index !== remove)
  return rest.length === 0
    ? { lines, add, errors: { 'line-0': lineMessages.lastLine } }
    : { lines: rest, add, errors: {} }
}

async function addPart(deps: PartFinderDeps, lines: TypedLine[], add: LineEdit['add']): Promise<ReadForm> {
  if (add.code === '') return { lines, add, errors: { add_code: lineMessages.noPart } }
  if (add.quantity !== '' && parseQuantity(add.quantity) === null)
    return { lines, add, errors: { add_quantity: lineMessages.quantity(add.code) } }
  const { parts, problems } = await findParts(deps, { text: add.code, quantity: add.quantity })
  if (problems[0]) return { lines, add, errors: { add_code: problems[0] } }
  const added = await toTypedLines(deps, parts)
  const all = added.reduce(addTypedLine, lines)
  return all.length > maxLines
    ? { lines, add, errors: { add_code: lineMessages.tooMany(maxLines) } }
    : { lines: all, add: noEdit.add, errors: {} }
}

/** At the customer's prices of today. */
async function toTypedLines(
  { db, companyId }: Pick<PartFinderDeps, 'db' | 'companyId'>,
  parts: readonly { productId: number; quantity: string }[],
): Promise<TypedLine[]> {
  const products = await listQuotableLines(
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
async function loadTypedLines(
  { db, companyId }: PartFinderDeps,
  { lines }: Pick<Order, 'lines'>,
  form: OfferForm,
): Promise<{ lines: TypedLine[]; unknown: string | null }> {
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
  const products = await toTypedLines({ db, companyId }, typed)
  const named = new Map(lines.map(({ productId, code, title }) => [productId, { code, title }]))
  return {
    lines: products
      .map(({ product, quantity }, index) => ({
        product: { ...product, ...named.get(product.productId) },
        quantity,
        price: typed[index]!.price,
      }))
      .reduce<TypedLine[]>(addTypedLine, []),
    unknown: codes.find(code => !quoted.has(code) && !ids.has(code)) ?? null,
  }
}

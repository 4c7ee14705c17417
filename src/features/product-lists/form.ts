import type { SentBody } from '../../lib/call.ts'
import { quantityOf } from './fields.ts'
import type { addList, ListProduct } from './schemas.ts'

/** A row of the products table as it is being edited. */
export interface FormLine {
  /** Names the row while rows come and go. */
  key: number
  productId: number
  code: string
  title: string
  picture: string | null
  /** As typed. */
  quantity: string
}

/** Everything that can be typed or chosen in the form. */
export interface Form {
  name: string
  fleetNumbers: string
  /** Slugs, and the variant's id as text; '' where nothing is chosen. */
  make: string
  model: string
  variant: string
  lines: readonly FormLine[]
}

export type NewLine = Omit<FormLine, 'key'>

/** Choosing a make clears what hangs on it (as in the finder, specification §4). */
export function chooseMake(form: Form, make: string): Form {
  return { ...form, make, model: '', variant: '' }
}

/** The variant of a model that has just one is chosen with it. */
export function chooseModel(form: Form, model: string, variants: readonly { id: number }[]): Form {
  const [only, another] = variants
  return { ...form, model, variant: only && !another ? String(only.id) : '' }
}

/** Adds a product, or more of one that is there already. */
export function addLine(form: Form, line: NewLine): Form {
  const before = form.lines.find(({ productId }) => productId === line.productId)
  if (!before) return { ...form, lines: [...form.lines, { ...line, key: nextKey(form) }] }
  const quantity = (quantityOf(before.quantity) ?? 0) + (quantityOf(line.quantity) ?? 0)
  return setQuantity(form, before.key, String(Math.min(quantity, 9999)))
}

/** Adds what is not there yet; what is keeps its quantity. */
export function addMissing(form: Form, lines: readonly NewLine[]): Form {
  const missing = missingOf(form, lines)
  const from = nextKey(form)
  return { ...form, lines: [...form.lines, ...missing.map((line, at) => ({ ...line, key: from + at }))] }
}

export function missingOf<Line extends Pick<NewLine, 'productId'>>(
  form: Form,
  lines: readonly Line[],
): Line[] {
  const there = new Set(form.lines.map(({ productId }) => productId))
  return lines.filter(({ productId }) => !there.has(productId))
}

export function setQuantity(form: Form, key: number, quantity: string): Form {
  return { ...form, lines: form.lines.map(line => (line.key === key ? { ...line, quantity } : line)) }
}

export function removeLine(form: Form, key: number): Form {
  return { ...form, lines: form.lines.filter(line => line.key !== key) }
}

export function lineOf(product: ListProduct): NewLine {
  const { id, code, title, primary_image, pivot } = product
  return {
    productId: id,
    code,
    title,
    picture: primary_image?.filename ?? null,
    quantity: String(pivot.quantity),
  }
}

/** The machine by its numbers, as the tree of its make tells them; '' where nothing is chosen. */
export interface MachineIds {
  makeId: string
  modelId: string
  variantId: string
}

/** The form as the call takes it (specification §5, §7). */
export function bodyOf(
  form: Form,
  { makeId, modelId, variantId }: MachineIds,
  version: number | null,
): SentBody<typeof addList> {
  return {
    manufacturer_id: makeId,
    machine_model_id: modelId,
    model_variant_id: variantId,
    name: form.name,
    fleet_numbers: form.fleetNumbers,
    products: form.lines.map(({ productId, quantity }) => ({ product_id: productId, quantity })),
    version: version ?? '',
  }
}

/** Whether two forms would save the same. */
export function isSame(one: Form, other: Form): boolean {
  const plain = ({ lines, ...rest }: Form) =>
    JSON.stringify([
      Object.entries(rest).sort(),
      lines.map(({ productId, quantity }) => [productId, quantity]),
    ])
  return plain(one) === plain(other)
}

/** What was kept of an unsaved form, if it can be read. */
export function readForm(kept: unknown): Form | null {
  if (typeof kept !== 'object' || kept === null) return null
  const { lines, ...texts } = kept as Partial<Form>
  const fields = ['name', 'fleetNumbers', 'make', 'model', 'variant'] as const
  if (fields.some(field => typeof texts[field] !== 'string') || !Array.isArray(lines)) return null
  const isLine = (line: FormLine) =>
    typeof line === 'object' &&
    line !== null &&
    Number.isInteger(line.key) &&
    Number.isInteger(line.productId) &&
    [line.code, line.title, line.quantity].every(text => typeof text === 'string') &&
    (line.picture === null || typeof line.picture === 'string')
  return lines.every(isLine) ? (kept as Form) : null
}

function nextKey({ lines }: Form): number {
  return lines.reduce((largest, { key }) => Math.max(largest, key), 0) + 1
}

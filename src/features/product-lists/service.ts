import type { AppContext } from '../../infra/app-context.ts'
import { inTransaction } from '../../infra/database/db.ts'
import { toErrorLists } from '../../lib/calls/field-checks.ts'
import { Problem } from '../../lib/calls/problem.ts'
import type { Person } from '../accounts/visitor.ts'
import { type NewList, type SavedList, toListOwner } from './list.ts'
import { type SaveRefusal, saveRefusalMessages } from './messages.ts'
import {
  countListsAndLines,
  deleteListWithLines,
  findMakeAndModelIds,
  insertListWithLines,
  listExistingProductIds,
  listProductLists,
  lockList,
  updateListWithLines,
} from './queries.ts'
import { type ListInput, listInputRows, maxRows, parseId, validateList } from './validate-list.ts'

export { latestListsJson } from './queries.ts'

/** A list that the person may see, else a 404: other owners' lists and missing ones look the same (R-CALL-6). */
export async function getProductList(context: AppContext, person: Person, id: number): Promise<SavedList> {
  const [list] = await listProductLists(context.db, toListOwner(person), [id])
  if (!list) throw new Problem(404)
  return list
}

// Far more than customers need, and few enough to return all lists in one response.
const maxLists = 500
const maxTotalLines = 20_000

/** Saves a new list and returns its id. Throws a 422 that names each invalid field. */
export async function createProductList(
  context: AppContext,
  person: Person,
  input: ListInput,
): Promise<number> {
  const list = await validateInput(context, input, true)
  const owner = toListOwner(person)
  return inTransaction(context.db, async tx => {
    const { lists, lines } = await countListsAndLines(tx, owner)
    if (lists >= maxLists) throwRefusal('too_many_lists')
    if (lines + list.lines.length > maxTotalLines) throwRefusal('too_many_lines')
    return insertListWithLines(tx, owner, list, person.id)
  })
}

/** Replaces a list. `version`: the version that was edited; a 409 when there is a later one. Null: always replaces. */
export async function updateProductList(
  context: AppContext,
  person: Person,
  id: number,
  { input, version }: { input: ListInput; version: number | null },
): Promise<void> {
  const owner = toListOwner(person)
  // Checked before the fields, so that field errors reveal nothing about other owners' lists.
  await getProductList(context, person, id)
  const list = await validateInput(context, input, false)
  await inTransaction(context.db, async tx => {
    const currentVersion = await lockList(tx, owner, id)
    if (currentVersion === null) throw new Problem(404)
    if (version !== null && version !== currentVersion) throwRefusal('changed_meanwhile')
    const { lines } = await countListsAndLines(tx, owner)
    if (lines > maxTotalLines) throwRefusal('too_many_lines')
    await updateListWithLines(tx, id, list, person.id)
  })
}

export async function deleteProductList(context: AppContext, person: Person, id: number): Promise<SavedList> {
  const list = await getProductList(context, person, id)
  await inTransaction(context.db, async tx => {
    if ((await lockList(tx, toListOwner(person), id)) === null) throw new Problem(404)
    await deleteListWithLines(tx, id)
  })
  return list
}

async function validateInput({ db }: AppContext, input: ListInput, isNew: boolean): Promise<NewList> {
  const rows = listInputRows(input)
  if (rows.length > maxRows) throwRefusal('too_many_rows')
  const variantId = parseId(input.model_variant_id)
  const [variant, products] = await Promise.all([
    variantId === null ? null : findMakeAndModelIds(db, variantId),
    listExistingProductIds(
      db,
      rows.flatMap(row => parseId(row.product_id) ?? []),
    ),
  ])
  const validation = validateList(input, { variant, products: new Set(products) }, isNew)
  if (validation.ok) return validation.list
  throw new Problem(422, undefined, { errors: toErrorLists(validation.reason) })
}

const refusalStatuses: Record<SaveRefusal, 409 | 413 | 422> = {
  changed_meanwhile: 409,
  too_many_rows: 413,
  too_many_lists: 422,
  too_many_lines: 422,
}

function throwRefusal(refusal: SaveRefusal): never {
  throw new Problem(refusalStatuses[refusal], saveRefusalMessages[refusal])
}

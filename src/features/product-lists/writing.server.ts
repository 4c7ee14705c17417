import type { AppContext } from '../../infra/app-context.ts'
import { inTransaction } from '../../infra/database/db.ts'
import { Problem } from '../../lib/problem.ts'
import type { Person } from '../accounts/visitor.ts'
import { idOf, judgeList, mostRows, rowsOf, type Sent } from './fields.ts'
import { type List, type NewList, ownerOf } from './list.ts'
import { type SaveRefusal, saveRefusalWords } from './messages.ts'
import {
  countLists,
  insertList,
  knownProducts,
  listsOf,
  lockList,
  removeList,
  updateList,
  variantPlace,
} from './queries.ts'

/** One list of this person's, or a 404: another's is not told from one that never was. */
export async function ownList(context: AppContext, person: Person, id: number): Promise<List> {
  const [list] = await listsOf(context.db, ownerOf(person), [id])
  if (!list) throw new Problem(404)
  return list
}

// Far more than anybody keeps, and little enough to be answered in one piece.
const mostLists = 500
const mostLines = 20_000

/** Saves a new list; its id. Throws a 422 that names each field. */
export async function addNew(context: AppContext, person: Person, sent: Sent): Promise<number> {
  const list = await judged(context, sent, true)
  const owner = ownerOf(person)
  return inTransaction(context.db, async tx => {
    const { lists, lines } = await countLists(tx, owner)
    if (lists >= mostLists) refuse('too_many_lists')
    if (lines + list.lines.length > mostLines) refuse('too_many_lines')
    return insertList(tx, owner, list, person.id)
  })
}

/** Writes a list anew. `version`: the one that was changed; a 409 when there is a later one. Null: whatever there is. */
export async function change(
  context: AppContext,
  person: Person,
  id: number,
  { sent, version }: { sent: Sent; version: number | null },
): Promise<void> {
  const owner = ownerOf(person)
  // Before the fields: nothing is told of a list that is not his.
  await ownList(context, person, id)
  const list = await judged(context, sent, false)
  await inTransaction(context.db, async tx => {
    const now = await lockList(tx, owner, id)
    if (now === null) throw new Problem(404)
    if (version !== null && version !== now) refuse('changed_meanwhile')
    const { lines } = await countLists(tx, owner)
    if (lines > mostLines) refuse('too_many_lines')
    await updateList(tx, id, list, person.id)
  })
}

/** Deletes a list; what it was. */
export async function remove(context: AppContext, person: Person, id: number): Promise<List> {
  const list = await ownList(context, person, id)
  await inTransaction(context.db, async tx => {
    if ((await lockList(tx, ownerOf(person), id)) === null) throw new Problem(404)
    await removeList(tx, id)
  })
  return list
}

async function judged({ db }: AppContext, sent: Sent, isNew: boolean): Promise<NewList> {
  const rows = rowsOf(sent)
  if (rows.length > mostRows) refuse('too_many_rows')
  const variantId = idOf(sent.model_variant_id)
  const [variant, products] = await Promise.all([
    variantId === null ? null : variantPlace(db, variantId),
    knownProducts(
      db,
      rows.flatMap(row => idOf(row.product_id) ?? []),
    ),
  ])
  const verdict = judgeList(sent, { variant, products: new Set(products) }, isNew)
  if (verdict.accepted) return verdict.list
  const errors = Object.entries(verdict.errors).map(
    ([field, words]) => [field, [words]] as [string, string[]],
  )
  throw new Problem(422, undefined, { errors: Object.fromEntries(errors) })
}

const statuses: Record<SaveRefusal, 409 | 413 | 422> = {
  changed_meanwhile: 409,
  too_many_rows: 413,
  too_many_lists: 422,
  too_many_lines: 422,
}

function refuse(why: SaveRefusal): never {
  throw new Problem(statuses[why], saveRefusalWords[why])
}

import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Db, Tx } from '../../infra/app-context.ts'
import { inTransaction } from '../../infra/database/db.ts'
import { execute } from '../../infra/database/query.ts'
import { type PageResult, toPageResult } from '../../infra/pages/render.ts'
import type { FieldErrors } from '../../lib/calls/field-checks.ts'
import { or404 } from '../../lib/calls/problem.ts'
import { formatCount } from '../../lib/count.ts'
import { toActor } from '../accounts/actor.ts'
import { addAuditEntry } from '../accounts/service.ts'
import { type AdminDeps, addAdminPage, noRejection, type Rejection } from '../back-office/service.ts'
import {
  createStaffAction,
  done,
  invalid,
  refuse,
  type StaffResult,
} from '../back-office/staff-action.server.ts'
import { describeSubjectChanges, listSubjectHistory } from '../back-office/subject-history.server.ts'
import { positionOrder as positions } from '../catalogue/positions.ts'
import type { SearchService } from '../search/service.ts'
import { newPartPage } from './NewPartPage.tsx'
import { partPage } from './PartPage.tsx'
import type { PartSectionsProps } from './PartSections.tsx'
import {
  describeDifference,
  findPriceMove,
  formatMachine,
  formatNumber,
  type Part,
  type PartDetails,
  productsUrl,
  toPartUrl,
} from './part.ts'
import { emptyPartForm, type PartForm, parsePartForm, toPartForm } from './part-form.ts'
import {
  deletePart,
  findPart,
  findPartByCode,
  findPathOwner,
  findVariants,
  insertPart,
  isReferenced,
  listSuggestions,
  listTypeMeasures,
  lockPart,
  type StoredPart,
  writePart,
} from './queries.ts'
import { changePart, createPart, deletePart as deletePartCall, undoPart } from './schemas.ts'

export interface PartDeps extends AdminDeps {
  search: SearchService
}

/** What was typed into one of the forms of a part. */
interface PartFormState {
  details?: PartForm
  numbers?: PartSectionsProps['numberForm']
  machines?: PartSectionsProps['machineForm']
  links?: PartSectionsProps['links']
}

const params = z.object({ id: z.coerce.number().int().min(1).max(2_147_483_647) })
const right = 'catalogue'

const toSubject = (id: number) => `part ${id}`

/** The page of a part and its forms: each is one transaction under the lock of its row. */
export function createPartAction(app: FastifyInstance, deps: PartDeps) {
  const { db } = deps.context
  const query = z.object({ find: z.string().max(1000).catch('') })
  addAdminPage(
    deps,
    `${productsUrl}/:id`,
    { right, params, query },
    async ({ params: { id }, query: { find } }) =>
      renderPart(db, await getPart(db, id), { machines: { ...emptyMachineForm, find } }, noRejection),
  )
  return createStaffAction(app, deps, {
    right,
    load: ({ id }: { id: number }) => getPart(db, id),
    lock: async (tx, { id }) => or404(await lockPart(tx, id)),
    describeChanges: ({ id, part }, expectedVersion) =>
      describeSubjectChanges(db, { subject: toSubject(id), name: part.code }, expectedVersion.split('.')[0]!),
    toUrl: ({ params: { id } }) => toPartUrl(id),
    render: (stored, typed: PartFormState | undefined, rejection) => renderPart(db, stored, typed, rejection),
  })
}

const getPart = async (db: Db, id: number): Promise<StoredPart> => or404(await findPart(db, id))

/** Writes what a form makes of a part. */
export async function savePart(
  tx: Tx,
  { id, part }: StoredPart,
  { after, now, action = 'product changed' }: { after: Part; now: Date; action?: string },
): Promise<StaffResult> {
  const detail = describeDifference(part, after)
  if (detail === '') return done(`${part.code} is as it was.`)
  await writePart(tx, id, { before: part, after, now })
  return done(`${part.code} saved.`, { action, subject: toSubject(id), detail })
}

/** Parts: added, changed, undone, deleted (R-PRODUCT-2 to 5). */
export function partRoutes(
  app: FastifyInstance,
  deps: PartDeps,
  partAction: ReturnType<typeof createPartAction>,
): void {
  const { db } = deps.context

  partAction(changePart, {
    typed: ({ body: { seen: _, confirm_price: __, ...details } }) => ({ details: { code: '', ...details } }),
    validate: ({ body, target: { part } }) => parsePartForm({ ...body, code: part.code }),
    findEarlier: async (_tx, _form, { part }, { details }) =>
      describeDifference(part, { ...part, ...details }) === '' ? done(`${part.code} saved.`) : null,
    change: async (tx, { body, now }, stored, { details }) => {
      const { id, part, available } = stored
      const errors = {
        ...(await findConflicts(tx, details, id)),
        ...findPriceError(part.price, details, body.confirm_price),
        ...(available < 0 && !details.backOrder && { back_order: formatPromised(available) }),
      }
      if (Object.keys(errors).length > 0) return invalid(errors)
      return savePart(tx, stored, { after: { ...part, ...details }, now })
    },
  })

  partAction(undoPart, {
    typed: () => ({}),
    change: async (tx, { now }, stored) => {
      const { part, before } = stored
      if (!before) return refuse('The last change cannot be undone: the part was changed elsewhere since.')
      const errors = await findConflicts(tx, before, stored.id)
      if (errors.path) return refuse(errors.path)
      return savePart(tx, stored, { after: { ...before, code: part.code }, now, action: 'change undone' })
    },
  })

  const deletion = createStaffAction(app, deps, {
    right,
    load: ({ id }: { id: number }) => getPart(db, id),
    lock: async (tx, { id }) => or404(await lockPart(tx, id)),
    describeChanges: ({ part }) => `${part.code} was changed meanwhile. Check it, then delete it again.`,
    toUrl: ({ params: { id } }, { success }) => (success ? productsUrl : toPartUrl(id)),
  })

  deletion(deletePartCall, {
    change: async (tx, _form, { id, part }) => {
      if (await isReferenced(tx, id)) return refuse(formatReferenced(part))
      await deletePart(tx, id)
      const detail = `${part.code} ${part.title}`
      return done(`${part.code} is deleted.`, { action: 'product deleted', subject: toSubject(id), detail })
    },
  })

  const newPart = createStaffAction(app, deps, {
    right,
    page: { url: `${productsUrl}/new` },
    load: async () => ({ version: null }),
    toUrl: (_form, { id }) => (typeof id === 'number' ? toPartUrl(id) : productsUrl),
    render: (_target, form: PartForm = emptyPartForm, rejection) => renderNew(db, form, rejection),
  })

  newPart(createPart, {
    typed: ({ body }) => body,
    reply: { id: null },
    validate: ({ body }) => parsePartForm(body),
    run: ({ body, staff, now }, { details }) =>
      inTransaction(db, async tx => {
        // Two new parts of one number or address are added one after the other.
        await execute(tx)`select pg_advisory_xact_lock(hashtext('product added'))`
        const owner = await findPartByCode(tx, details.code)
        const stored = owner && (await findPart(tx, owner.id))
        // The same form again changes nothing.
        if (stored && describeDifference(stored.part, { ...stored.part, ...details }) === '')
          return { ...done(formatAdded(details)), reply: { id: stored.id } }
        const errors = {
          ...(owner && { code: formatCodeTaken(owner) }),
          ...(await findConflicts(tx, details, null)),
          ...findPriceError(null, details, body.confirm_price),
        }
        if (Object.keys(errors).length > 0) return invalid(errors)
        const id = await insertPart(tx, details)
        if (id === null)
          return refuse(
            'An import has just added a part with this number or address. Check it, then add it again.',
          )
        const { part } = await getPart(tx, id)
        await writePart(tx, id, { before: part, after: { ...part, ...details }, now })
        const audit = {
          action: 'product added',
          subject: toSubject(id),
          detail: `${details.code} ${details.title}`,
        }
        await addAuditEntry(tx, { ...audit, actor: toActor(staff.id), now })
        return { ...done(formatAdded(details)), reply: { id } }
      }),
  })
}

async function findConflicts(tx: Tx, { path }: PartDetails, id: number | null): Promise<FieldErrors> {
  const owner = await findPathOwner(tx, path, id)
  return owner ? { path: `/${path} is the address of ${owner.code}, ${owner.title}. Choose another.` } : {}
}

function findPriceError(before: Part['price'], { price }: PartDetails, confirmed: string): FieldErrors {
  const move = findPriceMove(before, price)
  return move && confirmed !== move.value
    ? { confirm_price: `${move.label}. Tick that this is right, or correct the price.` }
    : {}
}

const formatPromised = (available: number): string =>
  `${formatCount(-available)} more are promised than there are: until they are in, back orders stay on.`
const formatReferenced = ({ code }: Part): string =>
  `${code} was ordered, booked in or put into a basket, so it stays in the books. Take it off sale instead.`
const formatAdded = ({ code }: PartDetails): string =>
  `${code} is added. Next, its numbers, machines and pictures.`
const formatCodeTaken = ({ code, title }: { code: string; title: string }): string =>
  `${code} is the part number of ${title}. Choose another.`

const emptyRows = 3

/** The measures of the type first, then the part's further ones, and empty rows for more. */
function toMeasureRows(measures: Part['measures'], typeNames: readonly string[]): Part['measures'] {
  const further = measures.filter(({ name }) => !typeNames.includes(name))
  const getValue = (name: string) => measures.find(each => each.name === name)?.value ?? ''
  const empty = Array.from({ length: emptyRows }, () => ({ name: '', value: '' }))
  return [...typeNames.map(name => ({ name, value: getValue(name) })), ...further, ...empty]
}

const maxWords = 8
const maxMachines = 300
const maxVariants = 60
const emptyMachineForm = { find: '', position: '', quantity: '1', copy_from: '' }

async function renderPart(
  db: Db,
  { id, part, version, withdrawn, available, onHand, before }: StoredPart,
  typed: PartFormState = {},
  { notice, errors }: Rejection,
): Promise<PageResult> {
  const [suggestions, typeNames, history] = await Promise.all([
    listSuggestions(db),
    listTypeMeasures(db, part.type),
    listSubjectHistory(db, [toSubject(id), `product ${part.code}`]),
  ])
  const stored = toPartForm(part)
  const machineForm = typed.machines ?? emptyMachineForm
  const words = machineForm.find.split(/\s+/).filter(Boolean).slice(0, maxWords)
  const isSearched = ({ name }: { name: string }) =>
    words.every(word => name.toLowerCase().includes(word.toLowerCase()))
  const machines = part.machines.filter(isSearched).slice(0, maxMachines).map(formatMachine)
  const form = typed.details ?? { ...stored, measures: toMeasureRows(stored.measures, typeNames) }
  const parsed = errors.confirm_price ? parsePartForm({ ...form, code: part.code }) : null
  const props = {
    ...{ url: toPartUrl(id), version, code: part.code, title: part.title, path: part.path },
    ...{ forSale: part.forSale, withdrawn, available, onHand, form, suggestions, history },
    confirm: parsed && 'details' in parsed ? findPriceMove(part.price, parsed.details.price) : null,
    prices: history.flatMap(({ when, text }) => {
      const price = /(?:^|; )price: ([^;]+)/.exec(text)?.[1]
      return price === undefined ? [] : [{ when, price }]
    }),
    undo: before && describeDifference(part, before),
    sections: {
      ...{ url: toPartUrl(id), version, code: part.code, errors, machines, machineForm, positions },
      numbers: part.numbers.map(formatNumber),
      furtherMachines: part.machines.length - machines.length,
      variants: words.length === 0 ? [] : await findVariants(db, words, maxVariants),
      numberForm: typed.numbers ?? { add: '', elsewhere: '' },
      links: typed.links ?? {
        successor: part.successor?.code ?? '',
        related: part.related.map(({ code }) => code).join('\n'),
        kit: part.kit.map(({ code, quantity }) => `${quantity} x ${code}`).join('\n'),
      },
    },
    notice,
    errors,
  }
  return toPageResult(partPage, props, { title: part.code, errors })
}

async function renderNew(db: Db, form: PartForm, { notice, errors }: Rejection): Promise<PageResult> {
  const suggestions = await listSuggestions(db)
  const typeNames = form.type === '' ? [] : await listTypeMeasures(db, form.type)
  const rows = form.measures.length > 0 ? form.measures : toMeasureRows([], typeNames)
  const parsed = errors.confirm_price ? parsePartForm(form) : null
  const confirm = parsed && 'details' in parsed ? findPriceMove(null, parsed.details.price) : null
  const props = { form: { ...form, measures: rows }, suggestions, confirm, notice, errors }
  return toPageResult(newPartPage, props, { title: 'New product', errors })
}

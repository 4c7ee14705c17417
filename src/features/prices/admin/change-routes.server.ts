import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import { type PageResult, toPageResult } from '../../../infra/pages/render.ts'
import type { FieldErrors } from '../../../lib/calls/field-checks.ts'
import { Problem } from '../../../lib/calls/problem.ts'
import { pluralize } from '../../../lib/count.ts'
import { formatDate, toLondonTime } from '../../../lib/dates.ts'
import { toActor } from '../../accounts/actor.ts'
import { addAuditEntry } from '../../accounts/service.ts'
import { hasGodmode } from '../../accounts/visitor.ts'
import { type AdminDeps, addAdminPage, type Rejection } from '../../back-office/service.ts'
import { createStaffAction, done, invalid, refuse } from '../../back-office/staff-action.server.ts'
import { listSubjectHistory } from '../../back-office/subject-history.server.ts'
import {
  type ChangeForm,
  changesUrl,
  formatChangeTitle,
  newChangeUrl,
  parseChange,
  type TypedChange,
  toChangeSubject,
  toChangeUrl,
} from './change-form.ts'
import {
  type ChangedPrice,
  findPriceChange,
  getChangeBase,
  insertPriceChange,
  isChanged,
  listChangedPrices,
  listPreviewedPrices,
  lockPriceChange,
  lockPriceChanges,
  type PriceChange,
  setChangeCancelled,
} from './change-queries.server.ts'
import { type PriceChangePageProps, priceChangePage } from './PriceChangePage.tsx'
import { findTarget, measureEffect } from './queries.ts'
import { getEffectErrors, largeMove, noTarget } from './rule-form.ts'
import { cancelPriceChange, changeFields, idParams, schedulePriceChange } from './schemas.ts'

const right = 'catalogue'
const maxListed = 200
const noReply = { confirm: '', url: '' }
const noRejection: Rejection = { notice: null, errors: {} }

/** List prices that change on a day: previewed, scheduled, taken back (R-PRICE-6). */
export function priceChangeFormRoutes(app: FastifyInstance, deps: AdminDeps): void {
  const { db, now } = deps.context
  const load = async ({ id }: { id: number }): Promise<PriceChange> => {
    const change = await findPriceChange(db, { id })
    if (!change) throw new Problem(404)
    return change
  }

  addAdminPage(deps, newChangeUrl, { right, query: z.object(changeFields) }, async ({ query }) =>
    renderNewChange(deps, query),
  )
  addAdminPage(deps, `${changesUrl}/:id`, { right, params: idParams }, async ({ params }) =>
    renderChange(deps, await load(params)),
  )

  const newChange = createStaffAction(app, deps, {
    load: async () => ({ version: null }),
    lock: async (tx, target) => {
      await lockPriceChanges(tx)
      return target
    },
    toUrl: (_form, { url }) => (url as string) || newChangeUrl,
    render: (_target, typed: ChangeForm, rejection) => renderNewChange(deps, typed, rejection),
  })
  newChange(schedulePriceChange, {
    right,
    reply: noReply,
    typed: ({ body: { checked: _, confirm: __, ...form } }) => form,
    validate: async ({ body, now }) => {
      const parsed = parseChange(body, toLondonTime(now).date)
      if ('errors' in parsed) return parsed
      const target = await findTarget(db, parsed.change.scope, parsed.change.target)
      return target ? { ...parsed, target } : { errors: { target: noTarget[parsed.change.scope] } }
    },
    findEarlier: async (tx, { requestKey }) => {
      const earlier = await findPriceChange(tx, { requestKey })
      return earlier ? toScheduled(earlier) : null
    },
    change: async (tx, { body, staff, now, requestKey }, _current, { change, target }) => {
      const base = await getChangeBase(tx, change, target.id)
      if (base.scheduled > 0) return invalid({ target: formatScheduledAlready(base) })
      const effect = await measureChange(tx, change, target.id)
      const errors = getEffectErrors(effect, { confirm: body.confirm, isManager: hasGodmode(staff) })
      if (errors)
        return {
          ...invalid(errors),
          reply: { confirm: errors.confirm ? String(effect.largestMove) : '', url: '' },
        }
      if (body.checked !== base.checked)
        return refuse('Prices have changed since this preview. Look at the new one, then schedule again.')
      const title = formatChangeTitle(change, target.name)
      const entry = { title, staffId: staff.id, now, requestKey }
      const id = await insertPriceChange(tx, change, target.id, entry)
      const detail = `${title}, ${pluralize(effect.products, 'part', 'parts')}, from ${formatDate(change.starts)}`
      const audit = { action: 'price change scheduled', subject: toChangeSubject(id), detail }
      await addAuditEntry(tx, { ...audit, actor: toActor(staff.id), now })
      return toScheduled({ id, title, starts: change.starts, products: effect.products })
    },
  })

  const changeAction = createStaffAction(app, deps, {
    load,
    lock: async (tx, { id }) => {
      await lockPriceChange(tx, id)
      return (await findPriceChange(tx, { id }))!
    },
    toSubject: ({ id, title }) => ({ subject: toChangeSubject(id), name: `The change ${title}` }),
    toUrl: ({ params: { id } }) => toChangeUrl(id),
    render: (change, _typed: undefined, rejection) => renderChange(deps, change, rejection),
  })
  changeAction(cancelPriceChange, {
    right,
    reply: noReply,
    findEarlier: async (_tx, _form, { state, title }) =>
      state === 'cancelled' ? done(formatCancelled(title)) : null,
    change: async (tx, { staff, now: time }, { id, title, state, starts }) => {
      if (state !== 'scheduled' || starts <= toLondonTime(now()).date)
        return refuse('Its day has come, so it is taken back no longer. Schedule another change instead.')
      await setChangeCancelled(tx, id, staff.id, time)
      return done(formatCancelled(title), { action: 'price change taken back', detail: title })
    },
  })
}

const measureChange = async (
  db: Parameters<typeof measureEffect>[0],
  change: TypedChange,
  targetId: number | null,
) => ({
  ...(await measureEffect(
    db,
    sql`apply_price_rule(${change.kind}, ${change.value}::int, p.price)`,
    isChanged(change, targetId),
  )),
  largestMove: change.value / 100,
})

const formatCancelled = (title: string): string => `${title} is taken back: the list prices stay.`
const toScheduled = ({
  id,
  title,
  starts,
  products,
}: Pick<PriceChange, 'id' | 'title' | 'starts' | 'products'>) => ({
  ...done(`${title} is scheduled for ${formatDate(starts)}: ${pluralize(products, 'part', 'parts')}.`),
  reply: { confirm: '', url: toChangeUrl(id) },
})
const formatScheduledAlready = (base: { scheduled: number; scheduledCode: string; scheduledTitle: string }) =>
  `${base.scheduledCode}${base.scheduled > 1 ? ` and ${base.scheduled - 1} more` : ''} change already by ${base.scheduledTitle}. Take that back first.`

const toListedPrice = ({ before, price, cost, ...row }: ChangedPrice) => ({
  ...row,
  before,
  price,
  margin: cost === null || price === 0 ? null : Math.round(((price - cost) / price) * 100),
  isBelowCost: cost !== null && price < cost,
  isLarge: before !== null && Math.abs(price - before) * 100 > before * largeMove,
})

const emptyChange: ChangeForm = { scope: 'brand', target: '', kind: 'percent_on', value: '', starts: '' }

/** The form; once it is filled in, with the preview of what it comes to. */
async function renderNewChange(
  { context: { db, now } }: AdminDeps,
  form: ChangeForm,
  { notice, errors: rejected }: Rejection = noRejection,
): Promise<PageResult> {
  const isEmpty = form.value === '' && form.target === '' && form.starts === ''
  const parsed = parseChange(form, toLondonTime(now()).date)
  const target = 'change' in parsed ? await findTarget(db, parsed.change.scope, parsed.change.target) : null
  let errors: FieldErrors = 'errors' in parsed && !isEmpty ? parsed.errors : {}
  if ('change' in parsed && !target) errors = { target: noTarget[form.scope] }
  const page = {
    ...{ url: newChangeUrl, version: '', name: 'Change list prices', history: [], notice },
    form: isEmpty ? emptyChange : form,
    ...{ state: null, facts: [], prices: [], more: 0, checked: '', number: '' },
  }
  const toPage = (props: Partial<PriceChangePageProps>, fieldErrors: FieldErrors) =>
    toPageResult(
      priceChangePage,
      { ...page, ...props, errors: fieldErrors },
      { title: page.name, errors: fieldErrors },
    )
  if (!('change' in parsed) || !target) return toPage({}, { ...errors, ...rejected })
  const [effect, base, prices] = await Promise.all([
    measureChange(db, parsed.change, target.id),
    getChangeBase(db, parsed.change, target.id),
    listPreviewedPrices(db, parsed.change, target.id, maxListed),
  ])
  const preview = {
    name: formatChangeTitle(parsed.change, target.name),
    prices: prices.map(toListedPrice),
    more: effect.products - prices.length,
    checked: effect.products > 0 ? base.checked : '',
    number: effect.largestMove > largeMove ? String(effect.largestMove) : '',
    facts: [
      ['Parts', String(effect.products)],
      ['From', formatDate(parsed.change.starts)],
      ['Below cost', String(effect.belowCost)],
    ].map(([name = '', value = '']) => ({ name, value })),
  }
  const refusal: FieldErrors =
    effect.products === 0
      ? { target: 'No part with a price is of it.' }
      : base.scheduled > 0
        ? { target: formatScheduledAlready(base) }
        : {}
  return toPage(preview, { ...refusal, ...rejected })
}

async function renderChange(
  { context: { db, now } }: AdminDeps,
  change: PriceChange,
  { notice, errors }: Rejection = noRejection,
): Promise<PageResult> {
  const { id, title, starts, state, products, who } = change
  const [prices, history] = await Promise.all([
    listChangedPrices(db, change, maxListed),
    listSubjectHistory(db, [toChangeSubject(id)]),
  ])
  const props = {
    ...{ url: toChangeUrl(id), version: String(change.version), name: title, history, notice, errors },
    form: null,
    state: state === 'scheduled' && starts <= toLondonTime(now()).date ? ('due' as const) : state,
    facts: [
      ['Parts', String(products)],
      ['From', formatDate(starts)],
      ['Scheduled by', who],
    ].map(([name = '', value = '']) => ({ name, value })),
    prices: prices.map(toListedPrice),
    more: products - prices.length,
    ...{ checked: '', number: '' },
  }
  return toPageResult(priceChangePage, props, { title, errors })
}

import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { type PageResult, toPageResult } from '../../../infra/pages/render.ts'
import { formatRequired, toFieldErrors, validateLength } from '../../../lib/calls/field-checks.ts'
import { Problem } from '../../../lib/calls/problem.ts'
import { toLondonTime } from '../../../lib/dates.ts'
import { toActor } from '../../accounts/actor.ts'
import { addAuditEntry } from '../../accounts/service.ts'
import { hasGodmode } from '../../accounts/visitor.ts'
import { type AdminDeps, addAdminPage, type Rejection } from '../../back-office/service.ts'
import { changed, createStaffAction, done, invalid } from '../../back-office/staff-action.server.ts'
import { listSubjectHistory } from '../../back-office/subject-history.server.ts'
import { priceListPage } from './PriceListPage.tsx'
import {
  findOverlap,
  findPriceList,
  findRule,
  findTarget,
  insertPriceList,
  insertRule,
  isOfTarget,
  isRuleAdded,
  listListedCompanies,
  listRules,
  lockPriceList,
  measureEffect,
  type PriceList,
  setRuleEnd,
  updatePriceListName,
} from './queries.ts'
import {
  createRuleForm,
  formatDays,
  formatEffect,
  formatRule,
  formatTarget,
  getEffectErrors,
  newListUrl,
  noTarget,
  parseRule,
  pricesUrl,
  type RuleForm,
  toListSubject,
  toListUrl,
} from './rule-form.ts'
import { addPriceRule, createPriceList, endPriceRule, idParams, renamePriceList } from './schemas.ts'

const right = 'catalogue'
const maxListed = 500
const noReply = { confirm: '', url: '' }

interface TypedListForm {
  name?: string
  rule?: RuleForm
  /** The number that the form asks to repeat. */
  number?: string
}

/** A price list with its rules and companies (R-PRICE-4). */
export function listPageRoutes(app: FastifyInstance, deps: AdminDeps): void {
  const { db } = deps.context
  const load = async ({ id }: { id: number }): Promise<PriceList> => {
    const list = await findPriceList(db, { id })
    if (!list) throw new Problem(404)
    return list
  }
  const validateName = ({ body: { name } }: { body: { name: string } }) => ({
    errors: toFieldErrors({ name: [name === '' && formatRequired('Name'), validateLength('Name', name)] }),
  })

  addAdminPage(deps, newListUrl, { right }, async () => renderNewList({ name: '' }))
  addAdminPage(deps, `${pricesUrl}/lists/:id`, { right, params: idParams }, async ({ params }) =>
    renderPriceList(deps, await load(params)),
  )

  const newList = createStaffAction(app, deps, {
    load: async () => ({ version: null }),
    lock: async (_tx, target) => target,
    toUrl: (_form, { url }) => (url as string) || newListUrl,
    render: async (_target, typed: { name: string }, rejection) => renderNewList(typed, rejection),
  })
  newList(createPriceList, {
    right,
    reply: noReply,
    typed: ({ body }) => body,
    validate: validateName,
    findEarlier: async (tx, { requestKey, body: { name } }) => {
      const list = await findPriceList(tx, { requestKey })
      return list ? toCreated(list.id, name) : null
    },
    change: async (tx, { body: { name }, requestKey, staff, now }) => {
      const id = await insertPriceList(tx, name, requestKey)
      if (id === null) return invalid({ name: nameTaken })
      const entry = { action: 'price list created', subject: toListSubject(id), detail: name }
      await addAuditEntry(tx, { ...entry, actor: toActor(staff.id), now })
      return toCreated(id, name)
    },
  })

  const listAction = createStaffAction(app, deps, {
    load,
    lock: async (tx, { id }) => {
      await lockPriceList(tx, id)
      return (await findPriceList(tx, { id }))!
    },
    toSubject: ({ id, name }) => ({ subject: toListSubject(id), name: `The price list ${name}` }),
    toUrl: ({ params: { id } }) => toListUrl(id),
    render: (list, typed: TypedListForm, rejection) => renderPriceList(deps, list, typed, rejection),
  })

  listAction(renamePriceList, {
    right,
    reply: noReply,
    typed: ({ body: { name } }) => ({ name }),
    validate: validateName,
    findEarlier: async (_tx, { body }, { name }) => (name === body.name ? done(formatRenamed(name)) : null),
    change: async (tx, { body }, { id, name }) => {
      const equal = await findPriceList(tx, { name: body.name })
      if (equal && equal.id !== id) return invalid({ name: nameTaken })
      await updatePriceListName(tx, id, body.name)
      return done(formatRenamed(body.name), {
        action: 'price list renamed',
        detail: `${name} → ${body.name}`,
      })
    },
  })

  listAction(addPriceRule, {
    right,
    reply: noReply,
    typed: ({ body: { seen: _, ...rule } }, { confirm }) => ({ rule, number: confirm }),
    validate: async ({ body, now }) => {
      const parsed = parseRule(body, toLondonTime(now).date)
      if ('errors' in parsed) return parsed
      const target = await findTarget(db, parsed.rule.scope, parsed.rule.target)
      if (!target) return { errors: { target: noTarget[parsed.rule.scope] } }
      return { ...parsed, target }
    },
    findEarlier: async (tx, { requestKey }, _list, { rule, target }) =>
      (await isRuleAdded(tx, requestKey, rule))
        ? done(formatAdded(formatRule({ ...rule, name: target.name })))
        : null,
    change: async (tx, { body: { confirm }, staff, now, requestKey }, { id }, { rule, target }) => {
      const overlap = await findOverlap(tx, id, rule, target.id)
      if (overlap)
        return invalid({
          valid_from: `There is a rule for the same: ${formatRule(overlap)}. End it first, or choose other days or another quantity.`,
        })
      const newPrice = sql`apply_price_rule(${rule.kind}, ${rule.value}::int, p.price)`
      const effect = {
        ...(await measureEffect(tx, newPrice, isOfTarget(rule.scope, target.id))),
        // Of a part for pennies, rounding moves more than the percentage.
        ...(rule.kind !== 'fixed' && { largestMove: rule.value / 100 }),
      }
      const errors = getEffectErrors(effect, { confirm, isManager: hasGodmode(staff) })
      if (errors)
        return {
          ...invalid(errors),
          reply: { confirm: errors.confirm ? String(effect.largestMove) : '', url: '' },
        }
      const written = { targetId: target.id, staffId: staff.id, now, requestKey }
      await insertRule(tx, id, rule, written)
      const text = formatRule({ ...rule, name: target.name })
      return done(formatAdded(text), { action: 'price rule added', detail: text })
    },
  })

  listAction(endPriceRule, {
    right,
    reply: noReply,
    typed: () => ({}),
    change: async (tx, { params, now }, { id }) => {
      const rule = await findRule(tx, id, params.rule)
      if (!rule) throw new Problem(404)
      if (!(await setRuleEnd(tx, rule.id, toLondonTime(now).date))) return changed
      const text = formatRule(rule)
      return done(`The rule has ended: ${text}.`, { action: 'price rule ended', detail: text })
    },
  })
}

const nameTaken = 'There is a price list with this name. Please choose another.'
const formatRenamed = (name: string): string => `The price list is called ${name}.`
const formatAdded = (text: string): string => `The rule is added: ${text}.`
const toCreated = (id: number, name: string) => ({
  ...done(`The price list ${name} is created. Add its rules, and put companies on it on their pages.`),
  reply: { confirm: '', url: toListUrl(id) },
})

const renderNewList = (
  typed: { name: string },
  { notice, errors }: Rejection = { notice: null, errors: {} },
): PageResult =>
  toPageResult(
    priceListPage,
    {
      ...{
        url: `${pricesUrl}/lists`,
        version: '',
        name: 'Add a price list',

        history: [],
        notice,
        errors,
      },
      ...{
        typedName: typed.name,
        rules: [],
        companies: [],
        more: 0,
        rule: null,
        number: '',
      },
    },
    { title: 'Add a price list', errors },
  )

async function renderPriceList(
  { context: { db, now } }: AdminDeps,
  { id, name, version }: PriceList,
  typed: TypedListForm | undefined = {},
  { notice, errors }: Rejection = { notice: null, errors: {} },
): Promise<PageResult> {
  const today = toLondonTime(now()).date
  const [rules, companies, history] = await Promise.all([
    listRules(db, id, today, maxListed),
    listListedCompanies(db, id, maxListed),
    listSubjectHistory(db, [toListSubject(id)]),
  ])
  const props = {
    ...{ url: toListUrl(id), version: String(version), name, history, notice, errors },
    typedName: typed.name ?? name,
    rules: rules.map(rule => ({
      id: rule.id,
      target: formatTarget(rule),
      effect: formatEffect(rule),
      from: rule.minQuantity,
      days: formatDays(rule),
      isComing: rule.validFrom > today,
    })),
    companies: companies.map(({ name, accountNumber }) => ({
      name,
      url: `/admin/customers/${encodeURIComponent(accountNumber)}`,
    })),
    more: (companies[0]?.count ?? 0) - companies.length,
    rule: typed.rule ?? createRuleForm(today),
    number: typed.number ?? '',
  }
  return toPageResult(priceListPage, props, { title: `${name}: price list`, errors })
}

import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../../infra/app-context.ts'
import {
  changesRow,
  execute,
  findRow,
  getRow,
  getValue,
  hasRow,
  selectRows,
} from '../../../infra/database/query.ts'
import type { IsoDate } from '../../../lib/dates.ts'
import { toCodeKey } from '../../../lib/part-number.ts'
import { auditVersionSql } from '../../accounts/service.ts'
import type { RuleTarget } from '../price-rule.ts'
import type { DescribedRule, PriceEffect, TypedRule } from './rule-form.ts'

export interface PriceList {
  id: number
  name: string
  requestKey: string | null
  /** Of the audit. */
  version: number
}

export const findPriceList = (
  db: Db | Tx,
  condition: { id: number } | { name: string } | { requestKey: string },
): Promise<PriceList | null> => {
  const [column, value] =
    'id' in condition
      ? [sql`id`, sql`${condition.id}`]
      : 'name' in condition
        ? [sql`lower(name)`, sql`lower(${condition.name})`]
        : [sql`request_key`, sql`${condition.requestKey}`]
  return findRow(db)<PriceList>`
    select id, name, request_key as "requestKey", ${auditVersionSql(sql`'price list ' || price_list.id`)} as version
    from price_list where ${column} = ${value}`
}

/** Null: the name is taken. */
export const insertPriceList = async (tx: Tx, name: string, requestKey: string): Promise<number | null> =>
  (
    await findRow(tx)<{ id: number }>`
      insert into price_list (name, request_key) values (${name}, ${requestKey}) on conflict do nothing returning id`
  )?.id ?? null

export const lockPriceList = (tx: Tx, id: number): Promise<void> =>
  execute(tx)`select from price_list where id = ${id} for update`

export const updatePriceListName = (tx: Tx, id: number, name: string): Promise<void> =>
  execute(tx)`update price_list set name = ${name}, request_key = null where id = ${id}`

export const listListedCompanies = (db: Db, listId: number, limit: number) =>
  selectRows(db)<{ name: string; accountNumber: string; count: number }>`
    select name, account_number as "accountNumber", (count(*) over ())::int as count from company
    where price_list_id = ${listId} order by lower(name), id limit ${limit}`

export interface RuleRow extends DescribedRule {
  id: number
  requestKey: string | null
}

const ruleColumns = sql`r.id, r.scope, coalesce(p.code, b.name, t.name, '') as name, r.kind, r.value,
  r.min_quantity as "minQuantity", r.valid_from::text as "validFrom", r.valid_to::text as "validTo", r.request_key as "requestKey"`
const ruleTables = sql`price_rule r left join product p on p.id = r.product_id left join brand b on b.id = r.brand_id
  left join product_type t on t.id = r.type_id`

/** The rules that apply on a day or later, the most specific first, as they are chosen. */
export const listRules = (db: Db, listId: number, day: IsoDate, limit: number): Promise<RuleRow[]> =>
  selectRows(db)<RuleRow>`
    select ${ruleColumns} from ${ruleTables}
    where r.price_list_id = ${listId} and (r.valid_to is null or r.valid_to >= greatest(${day}::date, r.valid_from))
    order by r.target desc, r.min_quantity, r.valid_from limit ${limit}`

export const findRule = (db: Db | Tx, listId: number, id: number): Promise<RuleRow | null> =>
  findRow(
    db,
  )<RuleRow>`select ${ruleColumns} from ${ruleTables} where r.id = ${id} and r.price_list_id = ${listId}`

/** The rule that applies to the same on one of the days; null: none does. */
export const findOverlap = (
  tx: Tx,
  listId: number,
  rule: TypedRule,
  targetId: number | null,
): Promise<RuleRow | null> =>
  findRow(tx)<RuleRow>`
    select ${ruleColumns} from ${ruleTables}
    where r.price_list_id = ${listId} and r.scope = ${rule.scope} and r.min_quantity = ${rule.minQuantity}
      and coalesce(r.product_id, r.brand_id, r.type_id) is not distinct from ${targetId}::int
      and daterange(r.valid_from, r.valid_to + 1) && daterange(${rule.validFrom}::date, ${rule.validTo}::date + 1)
    order by r.valid_from limit 1`

/** By the same form, and not ended since. */
export const isRuleAdded = (tx: Tx, requestKey: string, { validTo }: TypedRule): Promise<boolean> =>
  hasRow(tx)`select from price_rule where request_key = ${requestKey}
    and valid_to is not distinct from ${validTo}::date`

export const insertRule = (
  tx: Tx,
  listId: number,
  { scope, kind, value, minQuantity, validFrom, validTo }: TypedRule,
  {
    targetId,
    staffId,
    now,
    requestKey,
  }: { targetId: number | null; staffId: number; now: Date; requestKey: string },
): Promise<void> =>
  execute(tx)`
    insert into price_rule (price_list_id, scope, type_id, brand_id, product_id, kind, value, min_quantity, valid_from, valid_to,
      created_by, created_at, request_key)
    values (${listId}, ${scope}, ${scope === 'type' ? targetId : null}, ${scope === 'brand' ? targetId : null},
      ${scope === 'product' ? targetId : null}, ${kind}, ${value}, ${minQuantity}, ${validFrom}::date, ${validTo}::date, ${staffId},
      ${now}, ${requestKey})`

/** Its last day was yesterday, or it never applies. False: it has ended already. */
export const setRuleEnd = (tx: Tx, id: number, today: IsoDate): Promise<boolean> =>
  changesRow(tx)`
    update price_rule set valid_to = greatest(${today}::date, valid_from) - 1
    where id = ${id} and (valid_to is null or valid_to >= greatest(${today}::date, valid_from))`

/** A brand or a type by its name, a part by its number in any spelling; null: there is none. */
export async function findTarget(
  db: Db | Tx,
  scope: RuleTarget['scope'],
  text: string,
): Promise<{ id: number | null; name: string } | null> {
  if (scope === 'all') return { id: null, name: '' }
  if (scope === 'product')
    return findRow(db)<{ id: number; name: string }>`
      select id, code as name from product where code_key = ${toCodeKey(text)} and code_key <> '' order by code = ${text} desc, id limit 1`
  const table = scope === 'brand' ? sql`brand` : sql`product_type`
  return findRow(db)<{ id: number; name: string }>`
    select id, name from ${table} where lower(name) = lower(${text}) order by name = ${text} desc, id limit 1`
}

/** Products `p` of a target. */
export const isOfTarget = (scope: RuleTarget['scope'], id: number | null): RawBuilder<unknown> =>
  ({
    all: sql`true`,
    type: sql`p.type_id = ${id}::int`,
    brand: sql`p.brand_id = ${id}::int`,
    product: sql`p.id = ${id}::int`,
  })[scope]

/** `newPrice`: of product `p`. Only products that are sold count. */
export const measureEffect = (db: Db | Tx, newPrice: RawBuilder<unknown>, condition: RawBuilder<unknown>) =>
  getRow(db)<PriceEffect>`
    select count(*)::int as products,
      coalesce(max(case when price > 0 then ceil(abs(new_price - price) * 100.0 / price) end), 0)::int as "largestMove",
      (count(*) filter (where new_price < cost))::int as "belowCost",
      coalesce(min(code) filter (where new_price < cost), '') as "belowCostCode"
    from (select p.code, p.price, p.cost, ${newPrice} as new_price from product p
      where not p.withdrawn and ${condition}) changed`

export const countPriceLists = (db: Db): Promise<number> =>
  getValue(db)<number>`select count(*)::int from price_list`

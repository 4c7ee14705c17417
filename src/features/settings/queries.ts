import type { Db, Tx } from '../../infra/app-context.ts'
import { execute, getValue, selectRows } from '../../infra/database/query.ts'
import type { SettingChange } from '../../lib/setting-changes.ts'

export interface SettingEntry extends SettingChange {
  setAt: Date
  who: string
  reason: string
  requestKey: string
}

/** The changes of some settings, the latest first. */
export const listEntries = (db: Db | Tx, names: readonly string[]): Promise<SettingEntry[]> =>
  selectRows(db)<SettingEntry>`
    select s.id, s.name, s.value, s.effective_from as "effectiveFrom", s.undone_at is not null as "isUndone",
      s.set_at as "setAt", p.name as who, s.reason, s.request_key as "requestKey"
    from setting s join person p on p.id = s.set_by
    where s.name = any(${names}::text[]) order by s.id desc limit 200`

/** Until the transaction ends no other one changes a setting: what is valid depends on all of them. */
export const lockSettings = (tx: Tx) => execute(tx)`lock table setting in share row exclusive mode`

export const getSettingsVersion = (db: Db | Tx, subject: string): Promise<number> =>
  getValue(db)<number>`select coalesce(max(id), 0)::int from audit where subject = ${subject}`

interface NewSettings {
  values: Record<string, string>
  effectiveFrom: Date
  reason: string
  requestKey: string
  staffId: number
  now: Date
}

export const insertSettings = (tx: Tx, change: NewSettings) =>
  execute(tx)`
    insert into setting (name, value, effective_from, set_by, set_at, reason, request_key)
    select name, value, ${change.effectiveFrom}, ${change.staffId}, ${change.now}, ${change.reason}, ${change.requestKey}
    from unnest(${Object.keys(change.values)}::text[], ${Object.values(change.values)}::text[]) as new (name, value)`

export const undoRequest = (tx: Tx, requestKey: string, staffId: number, now: Date) =>
  execute(tx)`
    update setting set undone_by = ${staffId}, undone_at = ${now}
    where request_key = ${requestKey} and undone_at is null`

/** Orders of a time that are still to be sent, on a day that was promised by the cut-off. */
export const countPromisedToday = (tx: Tx, from: Date, until: Date): Promise<number> =>
  getValue(tx)<number>`
    select count(*)::int from orders
    where kind = 'order' and state = 'placed'
      and placed_at >= ${from} and placed_at < ${until} and delivery_date is not null and delivery_code <> 'COL'`

interface PromisedOrder {
  reference: string
  code: string
  country: string
  postcode: string
  /** ISO date. */
  day: string
}

/** Orders that are still to come on a day that they were promised. */
export const listPromisedOrders = (db: Db, from: string): Promise<PromisedOrder[]> =>
  selectRows(db)<PromisedOrder>`
    select reference, delivery_code as code, delivery->>'country' as country, delivery->>'postcode' as postcode,
      delivery_date::text as day
    from orders
    where kind = 'order' and state in ('placed', 'part_despatched') and delivery_date >= ${from}::date
    order by delivery_date, id`

import { sql } from 'kysely'
import type { Db, Tx } from '../../infra/app-context.ts'
import { execute, findRow, findValue, selectRows } from '../../infra/database/query.ts'
import { auditVersionSql } from '../accounts/service.ts'
import { type Application, type ApplicationForm, linkDays } from './application.ts'

/** Null: the same form was sent before. */
export const insertApplication = (
  tx: Tx,
  { form, requestKey, now }: { form: ApplicationForm; requestKey: string; now: Date },
): Promise<number | null> =>
  findValue(tx)<number>`
    insert into trade_application (request_key, form, created_at)
    values (${requestKey}, ${JSON.stringify(form)}, ${now}) on conflict (request_key) do nothing returning id`

export const findApplication = (db: Db | Tx, id: number): Promise<Application | null> =>
  findRow(db)<Application>`
    select t.id, t.form, t.state, t.created_at as "createdAt", t.decided_at as "decidedAt", t.decided_by as "decidedBy",
      coalesce(c.account_number, '') as "accountNumber", t.reason,
      ${auditVersionSql(sql`'trade application ' || t.id`)} as version
    from trade_application t left join company c on c.id = t.company_id where t.id = ${id}`

export const lockApplication = (tx: Tx, id: number): Promise<void> =>
  execute(tx)`select from trade_application where id = ${id} for no key update`

const daysAgo = (now: Date, days: number): Date => new Date(now.getTime() - days * 86_400_000)

/** Staff see it from then on. One that is too old stays as it is. */
export const setConfirmed = (db: Db, id: number, now: Date): Promise<void> =>
  execute(db)`
    update trade_application set state = 'waiting', confirmed_at = ${now}
    where id = ${id} and state = 'unconfirmed' and created_at > ${daysAgo(now, linkDays)}`

export const setDecision = (
  tx: Tx,
  id: number,
  decision: { companyId: number | null; reason: string; staffId: number; now: Date },
): Promise<void> =>
  execute(tx)`
    update trade_application set state = ${decision.companyId === null ? 'refused' : 'approved'},
      company_id = ${decision.companyId}, reason = ${decision.reason}, decided_by = ${decision.staffId},
      decided_at = ${decision.now}
    where id = ${id}`

const decidedDays = 365

/** Deletes what was never confirmed, and what was decided a year ago. */
export const deleteOldApplications = (db: Db, now: Date): Promise<void> =>
  execute(db)`
    delete from trade_application where (state = 'unconfirmed' and created_at < ${daysAgo(now, linkDays)})
      or decided_at < ${daysAgo(now, decidedDays)}`

export interface SameCompany {
  name: string
  accountNumber: string
  isSameVat: boolean
}

/** The companies that have the number of a company, or its VAT number. */
export const listSameCompanies = (
  db: Db | Tx,
  { company_number, vat }: Pick<ApplicationForm, 'company_number' | 'vat'>,
): Promise<SameCompany[]> =>
  selectRows(db)<SameCompany>`
    select name, account_number as "accountNumber", ${vat} <> '' and vat_registration = ${vat} as "isSameVat"
    from company
    where (${company_number} <> '' and company_number = ${company_number})
      or (${vat} <> '' and vat_registration = ${vat})
    order by id limit 10`

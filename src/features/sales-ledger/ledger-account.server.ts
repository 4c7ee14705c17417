import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../infra/app-context.ts'
import { findRow } from '../../infra/database/query.ts'
import { or404 } from '../../lib/calls/problem.ts'
import { auditVersionSql } from '../accounts/service.ts'
import type { LedgerCompany } from './ledger.ts'

/** `version`: of the audit, for the forms of the account. */
export type LedgerAccount = LedgerCompany & { version: number }

/** Throws a 404. */
export const getLedgerCompany = async (db: Db | Tx, accountNumber: string): Promise<LedgerAccount> =>
  or404(
    await findRow(db)<LedgerAccount>`
    select id, name, account_number as "accountNumber", credit_limit as "creditLimit", on_stop as "onStop",
      ${ledgerVersionSql(sql`company.account_number`)} as version
    from company where account_number = ${accountNumber}`,
  )

/** `accountNumber`: the column with it. */
export const ledgerVersionSql = (accountNumber: RawBuilder<unknown>): RawBuilder<number> =>
  auditVersionSql(sql`'account ' || ${accountNumber}`)

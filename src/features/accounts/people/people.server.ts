import { sql } from 'kysely'
import type { Db, Tx } from '../../../infra/app-context.ts'
import { execute, findRow, selectRows } from '../../../infra/database/query.ts'
import { auditVersionSql } from '../audit.server.ts'
import { accountChangedEmail } from '../emails/SecurityEmails.tsx'
import { deletePersonTokens } from '../links/link-token.server.ts'
import { endAccess } from '../login/queries.ts'
import { byEmailSql } from '../queries.ts'
import { deleteSecret } from '../second-factor/queries.ts'
import type { CustomerLogin } from './customer-login.ts'

const loginColumns = sql`p.id, p.email, p.name, coalesce(p.telephone, '') as telephone,
  case when c.id is not null then json_build_object('id', c.id, 'name', c.name, 'accountNumber', c.account_number,
    'onStop', c.on_stop) end as company,
  c.id is not null and 'head_buyer' = any(p.roles) as "isHeadBuyer", p.orders_require_approval as "needsApproval",
  p.approval_above as "approvalAbove",
  'account_orders' = any(p.permissions) as "mayOrderOnAccount", p.disabled_at is null as "isActive",
  p.verified_at is not null as "isVerified", p.totp_confirmed_at is not null as "hasSecondFactor",
  'staff' = any(p.roles) as "isStaff", p.created_at as "createdAt",
  ${auditVersionSql(sql`'person ' || p.id`)} as version`

export const findCustomerLogin = (db: Db | Tx, id: number): Promise<CustomerLogin | null> =>
  findRow(db)<CustomerLogin>`
    select ${loginColumns} from person p left join company c on c.id = p.company_id
    where p.id = ${id} and p.erased_at is null`

/** Of an e-mail address, in any form; null: it has no account. */
export const findCustomerLoginByEmail = (db: Db | Tx, email: string): Promise<CustomerLogin | null> =>
  findRow(db)<CustomerLogin>`
    select ${loginColumns} from person p left join company c on c.id = p.company_id
    where ${byEmailSql(sql`p.email`, email)}`

/** The people of a company, those who can sign in first. */
export const listCustomerLogins = (db: Db | Tx, companyId: number): Promise<CustomerLogin[]> =>
  selectRows(db)<CustomerLogin>`
    select ${loginColumns} from person p left join company c on c.id = p.company_id
    where p.company_id = ${companyId} order by p.disabled_at nulls first, lower(p.name), p.id`

/** Locks the row of a person, disabled or not. */
export const lockPerson = (tx: Tx, id: number): Promise<void> =>
  execute(tx)`select from person where id = ${id} for no key update`

/** Ends all access of a person at once: sessions, pending logins and links. The caller has locked the person. */
export async function disablePerson(tx: Tx, id: number, now: Date): Promise<void> {
  await execute(tx)`update person set disabled_at = ${now} where id = ${id}`
  await endAccess(tx, id)
  await deletePersonTokens(tx, id)
}

export const enablePerson = (tx: Tx, id: number): Promise<void> =>
  execute(tx)`update person set disabled_at = null where id = ${id}`

/** For who lost the app and the recovery codes: ends all sessions too, and informs the person by e-mail. */
export async function removeSecondFactor(
  tx: Tx,
  { id: personId, name, email }: Pick<CustomerLogin, 'id' | 'name' | 'email'>,
  now: Date,
): Promise<void> {
  await deleteSecret(tx, personId)
  await endAccess(tx, personId)
  await accountChangedEmail.enqueue(tx, { personId, name, email, change: 'second_factor_reset' }, now)
}

/** What a person of a company may do; other permissions stay. */
export const setCustomerRights = (
  tx: Tx,
  id: number,
  rights: Pick<CustomerLogin, 'isHeadBuyer' | 'needsApproval' | 'mayOrderOnAccount'>,
): Promise<void> =>
  execute(tx)`
    update person set orders_require_approval = ${rights.needsApproval},
      roles = array_remove(roles, 'head_buyer') || ${rights.isHeadBuyer ? ['head_buyer'] : []}::text[],
      permissions = array_remove(permissions, 'account_orders')
        || ${rights.mayOrderOnAccount ? ['account_orders'] : []}::text[]
    where id = ${id}`

export const setNameAndTelephone = (
  tx: Tx,
  id: number,
  { name, telephone }: Pick<CustomerLogin, 'name' | 'telephone'>,
): Promise<void> => execute(tx)`update person set name = ${name}, telephone = ${telephone} where id = ${id}`

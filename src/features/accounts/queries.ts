import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../infra/app-context.ts'
import { changesRow, execute, findRow, findValue, hasRow, selectRows } from '../../infra/database/query.ts'
import { Problem } from '../../lib/calls/problem.ts'
import { listEmailForms, normaliseEmail } from '../../lib/contact/normalise-email.ts'
import type { IsoDate } from '../../lib/dates.ts'
import type { Pence } from '../../lib/money.ts'
import { accountErasedMessage } from './messages.ts'
import type { CompanyMember, Person } from './visitor.ts'

/** The columns of a `Person`, of the tables `person p left join company c`. */
export const personColumns = sql`p.id, p.email, p.name, coalesce(p.telephone, '') as telephone,
  coalesce(p.vat, '') as vat, p.roles, p.permissions, p.staff_rights as "staffRights",
  p.orders_require_approval as "ordersRequireApproval", p.verified_at is not null as "isVerified",
  p.totp_confirmed_at is not null as "hasSecondFactor", p.approval_above as "approvalAbove",
  case when p.deputy_of is not null then json_build_object('from', p.deputy_from, 'until', p.deputy_until) end as deputy,
  case when c.id is not null then json_build_object('id', c.id, 'name', c.name, 'accountNumber', c.account_number,
    'onStop', c.on_stop, 'vatRegistration', coalesce(c.vat_registration, '')) end as company`

export interface Account {
  person: Person
  passwordHash: string
}

/** The active person for whom `condition` holds, and the hash of the password. */
async function findAccount(db: Db | Tx, condition: RawBuilder<unknown>): Promise<Account | null> {
  const rows = await selectRows(db)<Person & { passwordHash: string }>`
    select p.password_hash as "passwordHash", ${personColumns}
    from person p left join company c on c.id = p.company_id
    where p.disabled_at is null and ${condition}`
  if (!rows[0]) return null
  const { passwordHash, ...person } = rows[0]
  return { person, passwordHash }
}

/** The end of a where clause: the row of an e-mail address, of two that have it in different forms that of the typed one. */
export function byEmailSql(column: RawBuilder<unknown>, email: string) {
  const forms = sql`${listEmailForms(email)}::text[]`
  return sql`${column} = any(${forms}) order by array_position(${forms}, ${column}) limit 1`
}

export const findAccountByEmail = (db: Db, email: string) => findAccount(db, byEmailSql(sql`p.email`, email))

export const findAccountById = (db: Db | Tx, id: number) => findAccount(db, sql`p.id = ${id}`)

/**
 * Locks the row of a person, without its key, so that orders can refer to it meanwhile. Null: the person was disabled,
 * or (with `passwordHash`) changed the password; a session that begins now would outlive the change.
 */
export const lockActivePerson = (tx: Tx, id: number, passwordHash?: string) =>
  findRow(tx)<Pick<Person, 'id' | 'roles'>>`
    select id, roles from person where id = ${id} and disabled_at is null
      and (${passwordHash ?? null}::text is null or password_hash = ${passwordHash ?? null}) for no key update`

/** Until the transaction ends the person's data are not erased; throws when they were. */
export async function requireUnerased(tx: Tx, id: number): Promise<void> {
  if (!(await hasRow(tx)`select from person where id = ${id} and erased_at is null for key share`))
    throw new Problem(409, accountErasedMessage)
}

/** Whether the account of an address was verified; null: it has no account. */
export const isAccountVerified = (db: Db | Tx, email: string): Promise<boolean | null> =>
  findValue(db)<boolean>`
    select verified_at is not null as "isVerified" from person where ${byEmailSql(sql`email`, email)}`

export const isEmailTaken = (db: Db | Tx, email: string): Promise<boolean> =>
  hasRow(db)`
    select from person where email = any(${listEmailForms(email)}::text[]) limit 1`

export const setPassword = (tx: Tx, personId: number, passwordHash: string, now: Date): Promise<void> =>
  execute(tx)`
    update person set password_hash = ${passwordHash}, password_changed_at = ${now}
    where id = ${personId}`

/** Marks the person's e-mail address as verified; false: it was already. */
export const setVerified = (tx: Tx, personId: number, now: Date): Promise<boolean> =>
  changesRow(tx)`
    update person set verified_at = ${now} where id = ${personId} and verified_at is null`

export async function setPersonDetails(
  tx: Tx,
  personId: number,
  details: { name: string; telephone: string; vat: string },
): Promise<void> {
  const { name, telephone, vat } = details
  await sql`
    update person set name = ${name}, telephone = ${telephone}, vat = ${vat || null}
    where id = ${personId}`.execute(tx)
}

/** Creates an unverified customer; null: the e-mail address has an account already. */
export async function insertCustomer(
  tx: Tx,
  customer: { email: string; name: string; telephone: string; vat: string; passwordHash: string },
): Promise<number | null> {
  if (await isEmailTaken(tx, customer.email)) return null
  const { name, telephone, vat, passwordHash } = customer
  return findValue(tx)<number>`
    insert into person (email, name, telephone, vat, password_hash)
    values (${normaliseEmail(customer.email)}, ${name}, ${telephone}, ${vat || null}, ${passwordHash})
    on conflict (email) do nothing returning id`
}

export interface Approver {
  id: number
  email: string
  name: string
  /** False: a deputy. */
  isHeadBuyer: boolean
}

/** Who can approve goods of this sum ex VAT today: by the rules of `isApprover` and `needsApproval`. */
export const listApprovers = (
  db: Db | Tx,
  { companyId, goods, today }: { companyId: number; goods: Pence; today: IsoDate },
): Promise<Approver[]> =>
  selectRows(db)<Approver>`
    select id, email, name, 'head_buyer' = any(roles) as "isHeadBuyer" from person
    where company_id = ${companyId} and disabled_at is null
      and ('head_buyer' = any(roles) or ${today}::date between deputy_from and deputy_until)
      and not orders_require_approval and ${goods}::int <= coalesce(approval_above, ${goods}::int) order by id`

export const listCompanyMembers = (db: Db | Tx, companyId: number): Promise<CompanyMember[]> =>
  selectRows(db)<CompanyMember>`
    select id, email, name, orders_require_approval as "needsApproval", approval_above as "approvalAbove",
      case when deputy_of is not null
        then json_build_object('of', deputy_of, 'from', deputy_from, 'until', deputy_until) end as deputy,
      disabled_at is null as "isActive"
    from person where company_id = ${companyId} order by name, id`

/** Locks all people of a company, in the order of their ids, so that changes of their settings are serialized. */
export const lockCompanyMembers = (tx: Tx, companyId: number): Promise<void> =>
  execute(tx)`select from person where company_id = ${companyId} order by id for no key update`

/** Sets whether a person's orders need approval, from the next request on. */
export const setNeedsApproval = (tx: Tx, personId: number, needsApproval: boolean): Promise<void> =>
  execute(tx)`update person set orders_require_approval = ${needsApproval} where id = ${personId}`

/** What a person may order on one day without approval; null: no sum. */
export const setApprovalAbove = (tx: Tx, personId: number, amount: Pence | null): Promise<void> =>
  execute(tx)`update person set approval_above = ${amount} where id = ${personId}`

/** Names the deputy of a head buyer in place of the one before; null: none. */
export async function setDeputy(
  tx: Tx,
  headBuyerId: number,
  deputy: { id: number; from: IsoDate; until: IsoDate } | null,
): Promise<void> {
  await execute(tx)`
    update person set deputy_of = null, deputy_from = null, deputy_until = null where deputy_of = ${headBuyerId}`
  if (deputy)
    await execute(tx)`
      update person set deputy_of = ${headBuyerId}, deputy_from = ${deputy.from}, deputy_until = ${deputy.until}
      where id = ${deputy.id}`
}

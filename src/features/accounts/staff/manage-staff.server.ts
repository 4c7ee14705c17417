import { sql } from 'kysely'
import type { AppContext, Db, Tx } from '../../../infra/app-context.ts'
import { inTransaction } from '../../../infra/database/db.ts'
import { execute, findRow, getRow, hasRow, listValues, selectRows } from '../../../infra/database/query.ts'
import { createToken } from '../../../infra/token.ts'
import { type AuditEntry, addAuditEntry, auditVersionSql } from '../audit.server.ts'
import { createLinkToken, deletePersonTokens } from '../links/link-token.server.ts'
import { createLink } from '../links/send-link.server.ts'
import { endAccess } from '../login/queries.ts'
import { hashPassword } from '../password-hash.server.ts'
import { disablePerson, removeSecondFactor } from '../people/people.server.ts'
import { byEmailSql, isEmailTaken, setPassword } from '../queries.ts'
import { deleteSecret } from '../second-factor/queries.ts'
import type { StaffRight } from '../visitor.ts'
import { managerPermission, type StaffRole, toStaffRole, withStaffRole } from './staff-right.ts'

// Changes that the operator makes from the command line (R-STAFF-1 to R-STAFF-4) and managers in the back office (R-STAFF-7).
// E-mail addresses are normalised.

export type StaffContext = Pick<AppContext, 'db' | 'now'> & {
  config: Pick<AppContext['config'], 'sessionSecret'>
}

export interface StaffMember {
  id: number
  email: string
  name: string
  role: StaffRole
  /** What staff may do in the back office; null: everything. */
  rights: readonly StaffRight[] | null
  isActive: boolean
  hasSecondFactor: boolean
  /** Of the audit. */
  version: number
}

export interface AddedStaff {
  personId: number
  /** What the address belonged to before. */
  before: 'new' | 'customer' | 'staff' | 'disabled'
  /** Of the link to the page that sets the password. It works once, for an hour. */
  linkId: string
}

/** Null: the address belongs to no staff. False: there was nothing to change. */
export type StaffChange = boolean | null

/** Everybody with the role, disabled ones too. */
export const listStaff = async ({ db }: Pick<StaffContext, 'db'>): Promise<StaffMember[]> =>
  (
    await selectRows(db)<StaffRow>`
    select ${staffColumns} from person where 'staff' = any(roles) order by email`
  ).map(toStaffMember)

export async function findStaffMember(db: Db | Tx, id: number): Promise<StaffMember | null> {
  const row = await findRow(db)<StaffRow>`
    select ${staffColumns} from person where id = ${id} and 'staff' = any(roles)`
  return row && toStaffMember(row)
}

export interface NewStaff {
  email: string
  name: string | null
  role: StaffRole
  /** Null: everything. Undefined: they stay; a customer who becomes staff has everything. */
  rights?: readonly StaffRight[] | null | undefined
}

/** The hash of a password that is not known to anybody. */
export const hashUnknownPassword = (): Promise<string> => hashPassword(createToken())

/** As `addStaffIn`, for the operator. Returns the path of the link too. */
export async function addStaff(
  context: StaffContext,
  staff: NewStaff,
): Promise<AddedStaff & { path: string }> {
  const passwordHash = await hashUnknownPassword()
  const by = { actor: { kind: 'operator' as const }, now: context.now() }
  const added = await inTransaction(context.db, tx => addStaffIn(tx, { ...staff, passwordHash }, by))
  const token = createLinkToken(context.config.sessionSecret, 'reset', added.linkId)
  return { ...added, path: `/password/reset/${token}` }
}

/**
 * Gives a person the role, and a link to set the password. Staff who can sign in keep password and second factor until
 * they use it. All others start without either: somebody else may have created the customer's account.
 */
export async function addStaffIn(
  tx: Tx,
  { email, name, role, rights, passwordHash }: NewStaff & { passwordHash: string },
  { actor, now }: Pick<AuditEntry, 'actor' | 'now'>,
): Promise<AddedStaff> {
  const isNew = await insertPersonIfNew(tx, { email, passwordHash })
  const person = (await lockPersonByEmail(tx, email))!
  const before = isNew ? 'new' : getState(person)
  await setStaff(tx, person, { name, role, rights: rights === undefined ? person.staffRights : rights })
  if (before === 'customer' || before === 'disabled') {
    await setPassword(tx, person.id, passwordHash, now)
    await deleteSecret(tx, person.id)
    await endAccess(tx, person.id)
  }
  await deletePersonTokens(tx, person.id)
  const linkId = await createLink(tx, person.id, 'reset', now)
  const detail = formatAdded({ role, rights }, before, person)
  await addAuditEntry(tx, { actor, action: 'staff added', subject: `person ${person.id}`, detail, now })
  return { personId: person.id, before, linkId }
}

/** Ends all access of a staff member at once: sessions, pending logins and links. */
export function disableStaff({ db, now }: StaffContext, email: string): Promise<StaffChange> {
  return changeStaff(db, email, async (tx, person) => {
    if (!person.isActive) return false
    await disablePerson(tx, person.id, now())
    await addOperatorEntry(tx, person, 'staff disabled', now())
    return true
  })
}

/**
 * For staff who lost the authenticator app and the recovery codes: removes the second factor, ends all sessions, and
 * informs the person by e-mail. Where staff need a second factor, the next login sets up another one.
 */
export function resetStaffFactor({ db, now }: StaffContext, email: string): Promise<StaffChange> {
  return changeStaff(db, email, async (tx, person) => {
    if (!person.hasSecondFactor) return false
    await removeSecondFactor(tx, { ...person, email }, now())
    await addOperatorEntry(tx, person, 'second factor reset', now())
    return true
  })
}

function changeStaff(
  db: StaffContext['db'],
  email: string,
  change: (tx: Tx, person: StaffRow) => Promise<boolean>,
): Promise<StaffChange> {
  return inTransaction(db, async tx => {
    const person = await lockPersonByEmail(tx, email)
    return person && toStaffRole(person) ? change(tx, person) : null
  })
}

function addOperatorEntry(tx: Tx, { id }: StaffRow, action: string, now: Date, detail = ''): Promise<void> {
  return addAuditEntry(tx, { actor: { kind: 'operator' }, action, subject: `person ${id}`, detail, now })
}

function formatAdded(
  { role, rights }: Pick<NewStaff, 'role' | 'rights'>,
  before: AddedStaff['before'],
  person: StaffRow,
): string {
  if (rights !== undefined) return `${role}, rights: ${rights ? rights.join(', ') : 'all'}`
  return before === 'staff' && toStaffRole(person) === role ? 'a new link' : role
}

function getState(person: StaffRow): AddedStaff['before'] {
  if (!person.isActive) return 'disabled'
  return toStaffRole(person) ? 'staff' : 'customer'
}

const toStaffMember = ({ staffRights: rights, roles, permissions, ...row }: StaffRow): StaffMember => ({
  ...row,
  rights,
  role: toStaffRole({ roles, permissions })!,
})

interface StaffRow {
  id: number
  email: string
  name: string
  roles: string[]
  permissions: string[]
  /** Null: everything. */
  staffRights: StaffRight[] | null
  isActive: boolean
  hasSecondFactor: boolean
  version: number
}

const staffColumns = sql`id, email, name, roles, permissions, staff_rights as "staffRights",
  disabled_at is null as "isActive",
  totp_confirmed_at is not null as "hasSecondFactor", ${auditVersionSql(sql`'person ' || person.id`)} as version`

/** Locks the row of a person, disabled or not. */
async function lockPersonByEmail(tx: Tx, email: string): Promise<StaffRow | undefined> {
  const rows = await selectRows(tx)<StaffRow>`
    select ${staffColumns} from person where ${byEmailSql(sql`email`, email)} for no key update`
  return rows[0]
}

/** Creates a person with the rights of a customer. False: the e-mail address has an account already. */
async function insertPersonIfNew(
  tx: Tx,
  { email, passwordHash }: { email: string; passwordHash: string },
): Promise<boolean> {
  if (await isEmailTaken(tx, email)) return false
  return hasRow(tx)`
    insert into person (email, name, password_hash) values (${email}, '', ${passwordHash})
    on conflict (email) do nothing returning id`
}

/** Sets what a person may do as staff, who is active from now on. `name` null: it stays. */
export async function setStaff(
  tx: Tx,
  { id }: { id: number },
  { name, role, rights }: Pick<StaffMember, 'role' | 'rights'> & { name: string | null },
): Promise<void> {
  const held = await getRow(tx)<{ roles: string[]; permissions: string[] }>`
    select roles, permissions from person where id = ${id}`
  const { roles, permissions } = withStaffRole(held, role)
  await execute(tx)`
    update person set roles = ${[...roles]}, permissions = ${[...permissions]},
      staff_rights = ${rights && [...rights]}, disabled_at = null, name = coalesce(${name}::text, name)
    where id = ${id}`
}

/** Locks all who are managers and can sign in, so that no two of them end each other's role; returns their ids. */
export const lockManagers = (tx: Tx): Promise<number[]> =>
  listValues(tx)<number>`
    select id from person where 'staff' = any(roles) and ${managerPermission} = any(permissions) and disabled_at is null
    order by id for no key update`

/** Whether somebody has given this person, who is staff since, a link within the last minute. */
export const hasJustAdded = (tx: Tx, actorId: number, personId: number, now: Date): Promise<boolean> =>
  hasRow(tx)`
    select from audit a join person p on p.id = ${personId} and 'staff' = any(p.roles) and p.disabled_at is null
    where a.subject = ${`person ${personId}`} and a.action = 'staff added' and a.actor_id = ${actorId}
      and a.at > ${new Date(now.getTime() - 60_000)} limit 1`

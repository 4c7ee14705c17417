import { sql } from 'kysely'
import type { AppContext, Db, Tx } from '../../../infra/app-context.ts'
import { inTransaction } from '../../../infra/database/db.ts'
import { execute, hasRow, selectRows } from '../../../infra/database/query.ts'
import { createToken } from '../../../infra/token.ts'
import { addAuditEntry } from '../audit.server.ts'
import { accountChangedEmail } from '../emails/SecurityEmails.tsx'
import { createLinkToken, deletePersonTokens } from '../links/link-token.server.ts'
import { createLink } from '../links/send-link.server.ts'
import { endAccess } from '../login/queries.ts'
import { hashPassword } from '../password-hash.server.ts'
import { byEmailSql, isEmailTaken, setPassword } from '../queries.ts'
import { deleteSecret } from '../second-factor/queries.ts'
import type { StaffRight } from '../visitor.ts'
import { type StaffRole, toStaffRole, withStaffRole } from './staff-right.ts'

// Changes that the operator makes from the command line (R-STAFF-1 to R-STAFF-4). E-mail addresses are normalised.

export type StaffContext = Pick<AppContext, 'db' | 'now'> & {
  config: Pick<AppContext['config'], 'sessionSecret'>
}

export interface StaffMember {
  email: string
  role: StaffRole
  /** What staff may do in the back office; null: everything. */
  rights: readonly StaffRight[] | null
  isActive: boolean
  hasSecondFactor: boolean
}

export interface AddedStaff {
  /** What the address belonged to before. */
  before: 'new' | 'customer' | 'staff' | 'disabled'
  /** The path of the page that sets the password. It works once, for an hour. */
  path: string
}

/** Null: the address belongs to no staff. False: there was nothing to change. */
export type StaffChange = boolean | null

export async function listStaff({ db }: StaffContext): Promise<StaffMember[]> {
  return (await listStaffRows(db)).map(toStaffMember)
}

export interface NewStaff {
  email: string
  name: string | null
  role: StaffRole
  /** Null: everything. Undefined: they stay; a customer who becomes staff has everything. */
  rights?: readonly StaffRight[] | null | undefined
}

/**
 * Gives a person the role, and a link to set the password. Staff who can sign in keep password and second factor until
 * they use it. All others start without either: somebody else may have created the customer's account.
 */
export async function addStaff(
  context: StaffContext,
  { email, name, role, rights }: NewStaff,
): Promise<AddedStaff> {
  // A password that is not known to anybody.
  const passwordHash = await hashPassword(createToken())
  return inTransaction(context.db, async tx => {
    const now = context.now()
    const isNew = await insertPersonIfNew(tx, { email, passwordHash })
    const person = (await lockPersonByEmail(tx, email))!
    const before = isNew ? 'new' : getState(person)
    const { roles, permissions } = withStaffRole(person, role)
    await setStaff(tx, person.id, {
      name,
      roles: [...roles],
      permissions: [...permissions],
      staffRights: rights === undefined ? person.staffRights : rights && [...rights],
    })
    if (before === 'customer' || before === 'disabled') {
      await setPassword(tx, person.id, passwordHash, now)
      await deleteSecret(tx, person.id)
      await endAccess(tx, person.id)
    }
    await deletePersonTokens(tx, person.id)
    const linkId = await createLink(tx, person.id, 'reset', now)
    await addOperatorEntry(tx, person, 'staff added', now, formatAdded({ role, rights }, before, person))
    return {
      before,
      path: `/password/reset/${createLinkToken(context.config.sessionSecret, 'reset', linkId)}`,
    }
  })
}

/** Ends all access of a staff member at once: sessions, pending logins and links. */
export function disableStaff({ db, now }: StaffContext, email: string): Promise<StaffChange> {
  return changeStaff(db, email, async (tx, person) => {
    if (!person.isActive) return false
    await setDisabled(tx, person.id, now())
    await endAccess(tx, person.id)
    await deletePersonTokens(tx, person.id)
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
    await deleteSecret(tx, person.id)
    await endAccess(tx, person.id)
    await addOperatorEntry(tx, person, 'second factor reset', now())
    const { id: personId, name } = person
    const change = 'second_factor_reset'
    await accountChangedEmail.enqueue(tx, { personId, name, email, change }, now())
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

function toStaffMember(row: StaffRow): StaffMember {
  const { email, staffRights: rights, isActive, hasSecondFactor } = row
  return { email, role: toStaffRole(row)!, rights, isActive, hasSecondFactor }
}

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
}

const staffColumns = sql`id, email, name, roles, permissions, staff_rights as "staffRights",
  disabled_at is null as "isActive",
  totp_confirmed_at is not null as "hasSecondFactor"`

/** Everybody with the role, disabled ones too. */
const listStaffRows = (db: Db): Promise<StaffRow[]> =>
  selectRows(db)<StaffRow>`
    select ${staffColumns} from person where 'staff' = any(roles) order by email`

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

/** Sets the rights of a person, who is active from now on. `name` null: it stays. */
const setStaff = (
  tx: Tx,
  id: number,
  {
    name,
    roles,
    permissions,
    staffRights,
  }: Pick<StaffRow, 'roles' | 'permissions' | 'staffRights'> & { name: string | null },
) =>
  execute(tx)`update person set roles = ${roles}, permissions = ${permissions}, staff_rights = ${staffRights},
    disabled_at = null,
    name = coalesce(${name}::text, name) where id = ${id}`

const setDisabled = (tx: Tx, id: number, now: Date): Promise<void> =>
  execute(tx)`update person set disabled_at = ${now} where id = ${id}`

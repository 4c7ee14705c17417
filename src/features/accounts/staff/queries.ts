import { sql } from 'kysely'
import type { Db, Tx } from '../../../infra/app-context.ts'
import { byEmailSql, isEmailTaken } from '../queries.ts'
import type { StaffRight } from '../visitor.ts'

export interface StaffRow {
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
export async function listStaffRows(db: Db): Promise<StaffRow[]> {
  const { rows } = await sql<StaffRow>`
    select ${staffColumns} from person where 'staff' = any(roles) order by email`.execute(db)
  return rows
}

/** Locks the row of a person, disabled or not. */
export async function lockPersonByEmail(tx: Tx, email: string): Promise<StaffRow | undefined> {
  const { rows } = await sql<StaffRow>`
    select ${staffColumns} from person where ${byEmailSql(sql`email`, email)} for no key update`.execute(tx)
  return rows[0]
}

/** Creates a person with the rights of a customer. False: the e-mail address has an account already. */
export async function insertPersonIfNew(
  tx: Tx,
  { email, passwordHash }: { email: string; passwordHash: string },
): Promise<boolean> {
  if (await isEmailTaken(tx, email)) return false
  const row = await tx
    .insertInto('person')
    .values({ email, name: '', password_hash: passwordHash })
    .onConflict(conflict => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Sets the rights of a person, who is active from now on. `name` null: it stays. */
export async function setStaff(
  tx: Tx,
  id: number,
  {
    name,
    roles,
    permissions,
    staffRights,
  }: Pick<StaffRow, 'roles' | 'permissions' | 'staffRights'> & { name: string | null },
): Promise<void> {
  await sql`update person set roles = ${roles}, permissions = ${permissions}, staff_rights = ${staffRights},
    disabled_at = null,
    name = coalesce(${name}::text, name) where id = ${id}`.execute(tx)
}

export async function setDisabled(tx: Tx, id: number, now: Date): Promise<void> {
  await tx.updateTable('person').set({ disabled_at: now }).where('id', '=', id).execute()
}

import { sql } from 'kysely'
import type { Db, Tx } from '../../../infra/app-context.ts'
import { changesRow, execute, findRow, findValue, hasRow, selectRows } from '../../../infra/database/query.ts'
import { byEmailSql } from '../queries.ts'
import type { Colleague, Invitation, InvitedAccount } from './colleague.ts'

const invitationColumns = sql`i.id, i.company_id as "companyId", i.email, i.role, i.needs_approval as "needsApproval",
  i.invited_by as "invitedBy", i.permissions, i.accepted_at is not null as "isAccepted"`

export interface OpenInvitation extends Invitation {
  inviter: string
  expiresAt: Date
}

/** A company's invitations that can still be accepted, the latest first. */
export const listOpenInvitations = (db: Db, companyId: number, now: Date): Promise<OpenInvitation[]> =>
  selectRows(db)<OpenInvitation>`
    select ${invitationColumns}, p.name as inviter, i.expires_at as "expiresAt"
    from invitation i join person p on p.id = i.invited_by
    where i.company_id = ${companyId} and i.accepted_at is null and i.expires_at > ${now}
    order by i.id desc`

/** Adds an invitation, instead of an earlier one of the same address, whose link no longer works. */
export async function replaceInvitation(
  tx: Tx,
  invitation: Pick<
    Invitation,
    'companyId' | 'email' | 'role' | 'needsApproval' | 'invitedBy' | 'permissions'
  > & {
    linkHash: Buffer
    expiresAt: Date
  },
): Promise<void> {
  const { companyId, email, role, needsApproval, invitedBy, permissions, linkHash, expiresAt } = invitation
  await sql`
    insert into invitation (company_id, email, role, needs_approval, invited_by, permissions, link_hash, expires_at)
    values (${companyId}, ${email}, ${role}, ${needsApproval}, ${invitedBy}, ${permissions}, ${linkHash}, ${expiresAt})
    on conflict (company_id, email) do update set role = excluded.role, needs_approval = excluded.needs_approval,
      invited_by = excluded.invited_by, permissions = excluded.permissions, link_hash = excluded.link_hash, expires_at = excluded.expires_at,
      accepted_at = null`.execute(tx)
}

/** Null: it was replaced, withdrawn or has expired. */
export const findInvitationByLink = (db: Db | Tx, linkHash: Buffer, now: Date) =>
  findRow(db)<Invitation & { companyName: string; accountNumber: string }>`
    select ${invitationColumns}, c.name as "companyName", c.account_number as "accountNumber"
    from invitation i join company c on c.id = i.company_id
    where i.link_hash = ${linkHash} and i.expires_at > ${now}`

export const markAccepted = (tx: Tx, invitationId: number, now: Date): Promise<void> =>
  execute(tx)`update invitation set accepted_at = ${now} where id = ${invitationId}`

/** Withdraws an open invitation of a company; false: there is none. */
export const deleteOpenInvitation = (tx: Tx, companyId: number, invitationId: number): Promise<boolean> =>
  changesRow(tx)`
    delete from invitation
    where id = ${invitationId} and company_id = ${companyId} and accepted_at is null`

export const deleteInvitationsOf = (tx: Tx, inviterId: number): Promise<void> =>
  execute(tx)`delete from invitation where invited_by = ${inviterId} and accepted_at is null`

export const deleteExpiredInvitations = (db: Db, now: Date): Promise<void> =>
  execute(db)`delete from invitation where expires_at < ${now}`

/** The account of an address, disabled ones too. */
export const findInvitedAccount = (db: Db | Tx, email: string): Promise<InvitedAccount | null> =>
  findRow(db)<InvitedAccount>`
    select id, company_id as "companyId", disabled_at is null as "isActive", verified_at is not null as "isVerified",
      'staff' = any(roles) as "isStaff"
    from person where ${byEmailSql(sql`email`, email)}`

export interface Membership {
  companyId: number
  role: 'buyer' | 'head_buyer'
  needsApproval: boolean
  permissions: string[]
}

const toRoles = (role: Membership['role']): string[] =>
  role === 'head_buyer' ? ['buyer', 'head_buyer'] : ['buyer']

/** Creates a verified account that belongs to a company; null: the address has an account already. */
export async function insertColleague(
  tx: Tx,
  colleague: Membership & { email: string; name: string; passwordHash: string; now: Date },
): Promise<number | null> {
  const { email, name, passwordHash, companyId, role, permissions, needsApproval, now } = colleague
  return findValue(tx)<number>`
    insert into person (email, name, password_hash, company_id, roles, permissions, orders_require_approval,
      verified_at, created_at)
    values (${email}, ${name}, ${passwordHash}, ${companyId}, ${toRoles(role)}, ${permissions}, ${needsApproval},
      ${now}, ${now})
    on conflict (email) do nothing returning id`
}

export async function joinCompany(tx: Tx, personId: number, membership: Membership): Promise<void> {
  const { companyId, role, permissions, needsApproval } = membership
  await sql`
    update person set company_id = ${companyId}, orders_require_approval = ${needsApproval},
      roles = array(select distinct unnest(roles || ${toRoles(role)}::text[])),
      permissions = array(select distinct unnest(permissions || ${permissions}::text[]))
    where id = ${personId} and company_id is null`.execute(tx)
}

/** The person becomes a private customer: rights that come with a company end. */
export const leaveCompany = (tx: Tx, personId: number): Promise<void> =>
  execute(tx)`
    update person set company_id = null, orders_require_approval = false, default_company_address_id = null,
      roles = array_remove(roles, 'head_buyer'),
      permissions = array_remove(array_remove(permissions, 'account_orders'), 'full_customer')
    where id = ${personId}`

export const listColleagues = (db: Db, companyId: number): Promise<Colleague[]> =>
  selectRows(db)<Colleague>`
    select id, name, email, case when 'head_buyer' = any(roles) then 'head_buyer'
      when orders_require_approval then 'buyer_with_approval' else 'buyer' end as role
    from person where company_id = ${companyId} and disabled_at is null order by name, id`

/** Whether this head buyer has removed this person from the company, and nothing has changed that since. */
export const hasRemoved = (tx: Tx, removerId: number, personId: number, companyId: number) =>
  hasRow(tx)`
    select from audit a join person p on p.id = ${personId} and p.company_id is null
    where a.subject = ${`person ${personId}`} and a.actor_id = ${removerId}
      and a.action = 'colleague removed' and a.detail = ${`company ${companyId}`} limit 1`

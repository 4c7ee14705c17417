import type { AppContext, Tx } from '../../../infra/app-context.ts'
import { inTransaction } from '../../../infra/database/db.ts'
import { createToken, hashToken } from '../../../infra/token.ts'
import type { Result } from '../../../lib/result.ts'
import { toActor } from '../actor.ts'
import { addAuditEntry, addOwnAuditEntry } from '../audit.server.ts'
import type { AccountRouteDeps, ColleagueRequests } from '../deps.server.ts'
import {
  colleagueRemovedEmail,
  invitationAcceptedEmail,
  invitationEmail,
} from '../emails/ColleagueEmails.tsx'
import { deletePersonTokens } from '../links/link-token.server.ts'
import { endAccess } from '../login/queries.ts'
import { findAccountById, lockActivePerson, lockCompanyMembers } from '../queries.ts'
import { type Company, isStaff, type Person } from '../visitor.ts'
import {
  type ColleagueRole,
  decideInvitation,
  decideRemoval,
  type Invitation,
  type InvitationState,
  listInheritedPermissions,
  managesColleaguesOf,
  type RemovalRefusal,
} from './colleague.ts'
import {
  deleteInvitationsOf,
  deleteOpenInvitation,
  findInvitationByLink,
  findInvitedAccount,
  hasRemoved,
  insertColleague,
  joinCompany,
  leaveCompany,
  type Membership,
  markAccepted,
  replaceInvitation,
} from './queries.ts'

const validDays = 7

// Transactions lock the company's people first, then a person who joins.

/** Locks the company's people; null: the person may not manage them. */
async function lockManager(tx: Tx, personId: number, companyId: number): Promise<Person | null> {
  await lockCompanyMembers(tx, companyId)
  const person = (await findAccountById(tx, personId))?.person ?? null
  return managesColleaguesOf(companyId, person) ? person : null
}

/** Invites an address, again if it was invited before. */
export async function inviteColleague(
  { db, now }: AppContext,
  { id: inviterId }: Person,
  companyId: number,
  { email, role }: { email: string; role: ColleagueRole },
): Promise<Result<object, 'not_a_head_buyer' | 'member'>> {
  return inTransaction(db, async tx => {
    const inviter = await lockManager(tx, inviterId, companyId)
    if (!inviter) return { ok: false, reason: 'not_a_head_buyer' }
    const account = await findInvitedAccount(tx, email)
    if (account?.companyId === companyId && account.isActive) return { ok: false, reason: 'member' }
    const invitation = { company: inviter.company!, email, role, invitedBy: inviterId, permissions: null }
    await sendInvitation(tx, invitation, inviter.name, now())
    const subject = `company ${companyId}`
    const entry = { actor: toActor(inviterId), action: 'colleague invited', subject, detail: role }
    await addAuditEntry(tx, { ...entry, now: now() })
    return { ok: true }
  })
}

interface NewInvitation extends Pick<Invitation, 'email' | 'invitedBy' | 'permissions'> {
  company: Pick<Company, 'id' | 'name'>
  role: ColleagueRole
}

/** Stores an invitation, instead of an earlier one, and e-mails its link. `inviter`: as the e-mail names them; '': the shop. */
export async function sendInvitation(
  tx: Tx,
  { company, email, role, invitedBy, permissions }: NewInvitation,
  inviter: string,
  now: Date,
): Promise<void> {
  const linkId = createToken()
  await replaceInvitation(tx, {
    companyId: company.id,
    email,
    role: role === 'head_buyer' ? 'head_buyer' : 'buyer',
    needsApproval: role === 'buyer_with_approval',
    invitedBy,
    permissions,
    linkHash: hashToken(linkId),
    expiresAt: new Date(now.getTime() + validDays * 86_400_000),
  })
  await invitationEmail.enqueue(tx, { email, company: company.name, inviter, linkId })
}

/** False: there is no such open invitation. */
export async function withdrawInvitation(
  { db, now }: AppContext,
  { id }: Person,
  companyId: number,
  invitationId: number,
): Promise<boolean> {
  return inTransaction(db, async tx => {
    if (!(await lockManager(tx, id, companyId))) return false
    if (!(await deleteOpenInvitation(tx, companyId, invitationId))) return false
    const subject = `company ${companyId}`
    await addAuditEntry(tx, { actor: toActor(id), action: 'invitation withdrawn', subject, now: now() })
    return true
  })
}

export async function loadInvitation(
  db: AppContext['db'] | Tx,
  linkHash: Buffer,
  visitor: Person | null,
  now: Date,
) {
  const invitation = await findInvitationByLink(db, linkHash, now)
  const inviter = invitation && (await findAccountById(db, invitation.invitedBy))
  const account = invitation && (await findInvitedAccount(db, invitation.email))
  const state = decideInvitation(invitation, inviter?.person ?? null, account, visitor)
  return { state, invitation, inviter: inviter?.person ?? null, account }
}

type Acceptance = Result<{ personId: number }, InvitationState>

/** Accepts an invitation: creates the account, or (`visitor`) adds the signed-in one to the company. */
export async function acceptInvitation(
  { db, now }: AppContext,
  linkHash: Buffer,
  accepter: { visitor: Person | null; name: string; passwordHash: string },
): Promise<Acceptance> {
  const { visitor, name, passwordHash } = accepter
  return inTransaction(db, async (tx): Promise<Acceptance> => {
    const companyId = (await findInvitationByLink(tx, linkHash, now()))?.companyId
    if (companyId === undefined) return { ok: false, reason: 'gone' }
    await lockCompanyMembers(tx, companyId)
    if (visitor) await lockActivePerson(tx, visitor.id)
    const { state, invitation, inviter } = await loadInvitation(tx, linkHash, visitor, now())
    if (!invitation || !inviter || (state !== 'new_account' && state !== 'can_join'))
      return { ok: false, reason: state }
    const { role, needsApproval, email } = invitation
    const membership: Membership = {
      companyId,
      role,
      needsApproval,
      permissions: [...(invitation.permissions ?? listInheritedPermissions(inviter))],
    }
    const personId =
      state === 'can_join'
        ? visitor!.id
        : await insertColleague(tx, { ...membership, email, name, passwordHash, now: now() })
    if (personId === null) return { ok: false, reason: 'sign_in' }
    if (state === 'can_join') await joinCompany(tx, personId, membership)
    await markAccepted(tx, invitation.id, now())
    await addOwnAuditEntry(tx, personId, 'colleague joined', now(), `company ${companyId}`)
    const colleague = { name: state === 'can_join' ? visitor!.name : name, email }
    const { companyName: company } = invitation
    if (!isStaff(inviter))
      await invitationAcceptedEmail.enqueue(tx, inviter, { company, colleague, personId }, now())
    return { ok: true, personId }
  })
}

/**
 * Removes a person from a company: sessions, links and rights end at once, requests for approval are rejected, and what
 * was ordered stays with the company. The account becomes a private one. A repeat by the same person succeeds without
 * effect.
 */
export async function removeColleague(
  { context, colleagueRequests }: Pick<AccountRouteDeps, 'context' | 'colleagueRequests'>,
  { id: removerId }: Person,
  companyId: number,
  colleagueId: number,
): Promise<Result<object, RemovalRefusal>> {
  const { db, now } = context
  return inTransaction(db, async (tx): Promise<Result<object, RemovalRefusal>> => {
    await lockCompanyMembers(tx, companyId)
    const remover = (await findAccountById(tx, removerId))?.person ?? null
    const colleague = (await findAccountById(tx, colleagueId))?.person ?? null
    const refusal = decideRemoval(
      remover,
      companyId,
      colleague && { id: colleague.id, companyId: colleague.company?.id ?? null },
    )
    if (refusal === 'unknown' && (await hasRemoved(tx, removerId, colleagueId, companyId)))
      return { ok: true }
    if (refusal !== null || !remover || !colleague) return { ok: false, reason: refusal ?? 'unknown' }
    const entry = await removeFromCompany(tx, colleagueRequests, {
      colleague,
      company: remover.company!,
      remover,
      now: now(),
    })
    await addAuditEntry(tx, { ...entry, actor: toActor(removerId), now: now() })
    return { ok: true }
  })
}

interface Removal {
  colleague: Pick<Person, 'id' | 'name' | 'email'>
  company: Pick<Company, 'id' | 'name'>
  remover: Person
  now: Date
}

/** Ends what a person may do for a company. The caller has locked its people. Returns what the audit says. */
export async function removeFromCompany(
  tx: Tx,
  colleagueRequests: ColleagueRequests,
  { colleague, company, remover, now }: Removal,
): Promise<{ action: string; subject: string; detail: string }> {
  await leaveCompany(tx, colleague.id)
  await endAccess(tx, colleague.id)
  await deletePersonTokens(tx, colleague.id)
  await deleteInvitationsOf(tx, colleague.id)
  await colleagueRequests.reject(tx, { colleague, company, remover, now })
  await colleagueRemovedEmail.enqueue(tx, colleague, company.name, remover.name, now)
  return { action: 'colleague removed', subject: `person ${colleague.id}`, detail: `company ${company.id}` }
}

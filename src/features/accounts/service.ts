import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { AppContext, Tx } from '../../infra/app-context.ts'
import type { PageContext } from '../../infra/pages/page-routes.ts'
import { type Head, type PageResult, type Redirect, toPageResult } from '../../infra/pages/render.ts'
import type { Page } from '../../ui/page.ts'
import { deleteExpiredInvitations } from './colleagues/queries.ts'
import type { PageDeps } from './deps.server.ts'
import { deleteExpiredEmailChanges } from './email-change/queries.ts'
import { deleteExpiredTokens } from './links/link-token.server.ts'
import { sendAccountCreated } from './links/send-link.server.ts'
import { deleteExpiredLoginSteps } from './login/queries.ts'
import { type AccountNavigation, toAccountNavigation } from './navigation.ts'
import { insertCustomer } from './queries.ts'
import { deleteExpiredSessions } from './sessions/queries.ts'
import type { Person } from './visitor.ts'

export { countAccountAnswer, recheckAccountExists } from './account-exists.server.ts'
export {
  type AddressOwner,
  countAddresses,
  deleteAddress,
  findUsualService,
  insertAddressIfNew,
  listAddresses,
  listCompanyAddresses,
  saveAddress,
} from './addresses/queries.ts'
export { actorValues, addAuditEntry, auditVersionSql } from './audit.server.ts'
export { removeFromCompany, sendInvitation } from './colleagues/colleagues.server.ts'
export { deleteOpenInvitation, listOpenInvitations } from './colleagues/queries.ts'
export type { ColleagueRequests, PageDeps } from './deps.server.ts'
export { beginEmailChangeByStaff } from './email-change/email-change.server.ts'
export { findPendingEmailChange } from './email-change/queries.ts'
export { handleAccountForm, handleForm } from './forms.server.ts'
export { staffInvitedEmail } from './links/LinkEmails.tsx'
export { hashPassword, verifyPassword } from './password-hash.server.ts'
export { getPasswordError } from './passwords/password-error.server.ts'
export {
  disablePerson,
  enablePerson,
  findCustomerLogin,
  findCustomerLoginByEmail,
  listCustomerLogins,
  lockPerson,
  removeSecondFactor,
  setCustomerRights,
  setNameAndTelephone,
} from './people/people.server.ts'
export {
  type Approver,
  isAccountVerified,
  isEmailTaken,
  listApprovers,
  listCompanyMembers,
  lockActivePerson,
  lockCompanyMembers,
  requireUnerased,
  setApprovalAbove,
  setDeputy,
  setNeedsApproval,
} from './queries.ts'
export { createVisitors, requirePerson, type Visitors } from './sessions/visitors.server.ts'
export {
  addStaffIn,
  findStaffMember,
  hashUnknownPassword,
  hasJustAdded,
  lockManagers,
  type StaffMember,
  setStaff,
} from './staff/manage-staff.server.ts'

/**
 * Creates the account of a guest who ordered, in the transaction of the order. It is unverified until the link of its
 * e-mail is used. Null: the address has an account already.
 */
export async function createAccount(
  tx: Tx,
  customer: { email: string; name: string; telephone: string; vat: string; passwordHash: string },
  now: Date,
): Promise<number | null> {
  const personId = await insertCustomer(tx, customer)
  if (personId === null) return null
  await sendAccountCreated(tx, { personId, name: customer.name, email: customer.email }, now)
  return personId
}

/** For pages that need a login: leads to the login page and afterwards back to the request's URL. */
export function toLoginRedirect(request: FastifyRequest): Redirect {
  return { to: `/login?${new URLSearchParams({ redirectTo: request.url })}` }
}

/** Registers a page for people who are signed in; without a login it leads to the login page and back. */
export function getAccountPage<Q extends z.ZodType, P extends z.ZodType>(
  { pages, visitors }: Pick<PageDeps, 'pages' | 'visitors'>,
  path: string,
  options: { query?: Q; params?: P },
  handler: (context: PageContext<Q, P> & { person: Person }) => PageResult | Promise<PageResult | Redirect>,
): void {
  pages.get(path, options, async context => {
    const { person } = await visitors.get(context.request)
    return person ? handler({ ...context, person }) : toLoginRedirect(context.request)
  })
}

/** A page of the account, with the menu of the signed-in person. */
export function toAccountPage<Props extends { navigation: AccountNavigation }>(
  person: Person,
  page: Page<Props>,
  title: string,
  props: Omit<Props, 'navigation'>,
  head: Omit<Head, 'title' | 'noindex'> = {},
): PageResult {
  const pageProps = { ...props, navigation: toAccountNavigation(person) } as Props
  return toPageResult(page, pageProps, { ...head, title, noindex: true })
}

/** Deletes expired sessions, e-mailed links and pending logins. */
export async function deleteExpiredLogins({ db, now }: AppContext): Promise<void> {
  await deleteExpiredSessions(db, now())
  await deleteExpiredTokens(db, now())
  await deleteExpiredEmailChanges(db, now())
  await deleteExpiredInvitations(db, now())
  await deleteExpiredLoginSteps(db, now())
}

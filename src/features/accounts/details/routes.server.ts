import type { Tx } from '../../../infra/app-context.ts'
import { inTransaction } from '../../../infra/database/db.ts'
import { type CallContext, handle } from '../../../infra/http/handle.ts'
import { toPageResult } from '../../../infra/pages/render.ts'
import type { FieldErrors } from '../../../lib/calls/field-checks.ts'
import type { AccountRouteDeps } from '../deps.server.ts'
import { findPendingEmailChange } from '../email-change/queries.ts'
import { accountFormOptions, rejectForm } from '../forms.server.ts'
import { deleteEmailChange, deletePersonTokens } from '../links/queries.ts'
import { deletePersonLoginSteps } from '../login/queries.ts'
import { signIn } from '../login/sign-in.server.ts'
import { detailsMessages } from '../messages.ts'
import { toAccountNavigation } from '../navigation.ts'
import { hashPassword } from '../password-hash.server.ts'
import { getConfirmError } from '../passwords/confirm-password.server.ts'
import { getPasswordError, toPasswordContext } from '../passwords/password-error.server.ts'
import { setPassword, setPersonDetails } from '../queries.ts'
import { changeDetails, changePassword } from '../schemas.ts'
import { getSecondFactor } from '../second-factor/queries.ts'
import { recordSecurityChange } from '../security-change.server.ts'
import { requirePerson, toLoginRedirect } from '../service.ts'
import type { Person } from '../visitor.ts'
import { detailsPage } from './DetailsPage.tsx'
import { type Details, validateDetails } from './details.ts'

const detailsUrl = '/account/details'

/** What people may change about themselves: name, telephone, VAT number and password. */
export function detailsRoutes(deps: AccountRouteDeps): void {
  const { app, context, visitors, pages } = deps
  const { db, config, now } = context

  const renderDetails = async (person: Person, typed: Partial<Details> = {}, errors: FieldErrors = {}) => {
    const { name, telephone, vat, email, company } = person
    const [{ isConfirmed, recoveryCodes }, emailChange] = await Promise.all([
      getSecondFactor(db, person.id),
      findPendingEmailChange(db, person.id, now()),
    ])
    const props = {
      navigation: toAccountNavigation(person),
      details: { name, telephone, vat, ...typed },
      email,
      newEmail: emailChange?.email ?? null,
      company: company && {
        name: company.name,
        accountNumber: company.accountNumber,
        vatRegistration: company.vatRegistration,
      },
      secondFactor: { isOn: isConfirmed, recoveryCodes },
      errors,
    }
    return toPageResult(detailsPage, props, { title: 'Your details', noindex: true })
  }

  pages.get(detailsUrl, {}, async ({ request }) => {
    const { person } = await visitors.get(request)
    return person ? renderDetails(person) : toLoginRedirect(request)
  })

  const saveDetails = async ({ body, request, reply }: CallContext<typeof changeDetails>) => {
    const person = await requirePerson(visitors, request)
    const errors = validateDetails(body)
    if (Object.keys(errors).length > 0) {
      return rejectForm(deps, { request, reply }, errors, () => renderDetails(person, body, errors))
    }
    await inTransaction(db, tx => setPersonDetails(tx, person.id, body))
    return { success: true, next_url: detailsUrl }
  }
  handle(app, changeDetails, saveDetails, accountFormOptions(deps, detailsMessages.saved))

  const savePassword = async ({ body, request, reply }: CallContext<typeof changePassword>) => {
    const person = await requirePerson(visitors, request)
    const reject = (errors: FieldErrors) =>
      rejectForm(deps, { request, reply }, errors, () => renderDetails(person, {}, errors))
    const confirmError = await getConfirmError(deps, person, body.current)
    if (confirmError !== null) return reject({ current: confirmError })
    const passwordError = getPasswordError(body.password, toPasswordContext(person, config.shopName))
    if (passwordError !== null) return reject({ password: passwordError })
    const passwordHash = await hashPassword(body.password)
    // This browser gets a new session; all others end, and so do reset links and pending logins.
    const authorize = async (tx: Tx) => {
      await setPassword(tx, person.id, passwordHash, now())
      await deletePersonTokens(tx, person.id, 'reset')
      await deleteEmailChange(tx, person.id)
      await deletePersonLoginSteps(tx, person.id)
      await recordSecurityChange(context, tx, person.id, 'password_changed')
      return true
    }
    const options = { authorize, endOtherSessions: true }
    const isSignedIn = await signIn(deps, { request, reply }, { id: person.id }, options)
    return { success: isSignedIn, next_url: detailsUrl }
  }
  handle(app, changePassword, savePassword, accountFormOptions(deps, detailsMessages.passwordChanged))
}

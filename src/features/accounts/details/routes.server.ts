import type { Tx } from '../../../infra/app-context.ts'
import { inTransaction } from '../../../infra/database/db.ts'
import {
  type FieldErrors,
  formatRequired,
  toFieldErrors,
  validateLength,
} from '../../../lib/calls/field-checks.ts'
import { isPhone } from '../../../lib/contact/telephone.ts'
import { recordSecurityChange } from '../audit.server.ts'
import type { AccountRouteDeps } from '../deps.server.ts'
import { findPendingEmailChange } from '../email-change/queries.ts'
import { getConfirmError, goTo, handleAccountForm } from '../forms.server.ts'
import { deleteEmailChange, deletePersonTokens } from '../links/link-token.server.ts'
import { deletePersonLoginSteps } from '../login/queries.ts'
import { signIn } from '../login/sign-in.server.ts'
import { detailsMessages } from '../messages.ts'
import { hashPassword } from '../password-hash.server.ts'
import { getPasswordError, toPasswordContext } from '../passwords/password-error.server.ts'
import { setPassword, setPersonDetails } from '../queries.ts'
import { changeDetails, changePassword } from '../schemas.ts'
import { getSecondFactor } from '../second-factor/queries.ts'
import { getAccountPage, toAccountPage } from '../service.ts'
import type { Person } from '../visitor.ts'
import { detailsPage } from './DetailsPage.tsx'

const detailsUrl = '/account/details'

export function detailsRoutes(deps: AccountRouteDeps): void {
  const { context } = deps
  const { db, config, now } = context

  const renderDetails = async (person: Person, typed: Partial<Details> = {}, errors: FieldErrors = {}) => {
    const { name, telephone, vat, email, company } = person
    const [{ isConfirmed, recoveryCodes }, emailChange] = await Promise.all([
      getSecondFactor(db, person.id),
      findPendingEmailChange(db, person.id, now()),
    ])
    return toAccountPage(person, detailsPage, 'Your details', {
      details: { name, telephone, vat, ...typed },
      email,
      newEmail: emailChange?.email ?? null,
      company,
      secondFactor: { isOn: isConfirmed, recoveryCodes },
      errors,
    })
  }

  getAccountPage(deps, detailsUrl, {}, ({ person }) => renderDetails(person))

  handleAccountForm(deps, changeDetails, detailsMessages.saved, async ({ person, body, reject }) => {
    const errors = validateDetails(body)
    if (Object.keys(errors).length > 0) return reject(errors, () => renderDetails(person, body, errors))
    await inTransaction(db, tx => setPersonDetails(tx, person.id, body))
    return goTo(detailsUrl)
  })

  handleAccountForm(
    deps,
    changePassword,
    detailsMessages.passwordChanged,
    async ({ person, body, request, reply, reject }) => {
      const rejectFields = (errors: FieldErrors) => reject(errors, () => renderDetails(person, {}, errors))
      const confirmError = await getConfirmError(deps, person, body.current)
      if (confirmError !== null) return rejectFields({ current: confirmError })
      const passwordError = getPasswordError(body.password, toPasswordContext(person, config.shopName))
      if (passwordError !== null) return rejectFields({ password: passwordError })
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
      const success = await signIn(deps, { request, reply }, { id: person.id }, options)
      return { success, next_url: detailsUrl }
    },
  )
}

type Details = Pick<Person, 'name' | 'telephone' | 'vat'>

const vatMaxLength = 40

function validateDetails({ name, telephone, vat }: Details): FieldErrors {
  return toFieldErrors({
    name: [!name.trim() && formatRequired('Name'), validateLength('Name', name)],
    telephone: [
      !telephone.trim() && formatRequired('Telephone'),
      !isPhone(telephone) && 'That doesn’t look like a telephone number. Check for typing mistakes.',
    ],
    vat: [validateLength('VAT/EORI number', vat, vatMaxLength)],
  })
}

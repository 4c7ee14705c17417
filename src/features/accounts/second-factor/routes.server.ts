import { inTransaction } from '../../../infra/database/db.ts'
import { toPageResult } from '../../../infra/pages/render.ts'
import type { FieldErrors } from '../../../lib/calls/field-checks.ts'
import { Problem } from '../../../lib/calls/problem.ts'
import { addOwnAuditEntry } from '../audit.server.ts'
import type { AccountRouteDeps, HttpExchange } from '../deps.server.ts'
import { getConfirmError, goTo, handleAccountForm, type Reject } from '../forms.server.ts'
import { secondFactorMessages, secondStepMessages } from '../messages.ts'
import { lockActivePerson } from '../queries.ts'
import { beginSecondFactor, confirmSecondFactor, endSecondFactor, renewRecoveryCodes } from '../schemas.ts'
import { getAccountPage, toAccountPage } from '../service.ts'
import { isStaff, type Person } from '../visitor.ts'
import { getSecondFactor, setPendingSecret } from './queries.ts'
import { recoveryCodesPage } from './RecoveryCodesPage.tsx'
import { secondFactorPage } from './SecondFactorPage.tsx'
import {
  activateSecondFactor,
  createRecoveryCodes,
  deactivateSecondFactor,
  generateSecret,
  sealSecret,
  toTotpSetUp,
  unsealWithEither,
} from './second-factor.server.ts'

const secondFactorUrl = '/account/details/second-factor'

/**
 * Second factor in the account: set-up, new recovery codes, switching off. Each needs the password, so that an
 * unattended browser is not enough to change how its owner signs in.
 */
export function secondFactorRoutes(deps: AccountRouteDeps): void {
  const { context, pages, failures } = deps
  const { db, config, now } = context

  const isRequired = (person: Person) => config.staff2fa === 'required' && isStaff(person)

  const renderSecondFactor = async (person: Person, errors: FieldErrors = {}) => {
    const { sealed, isConfirmed, recoveryCodes } = await getSecondFactor(db, person.id)
    const secret = sealed === null || isConfirmed ? null : unsealWithEither(config, sealed)
    return toAccountPage(person, secondFactorPage, 'Two-step sign-in', {
      state: isConfirmed ? ('on' as const) : ('off' as const),
      setUp: secret === null ? null : toTotpSetUp(secret, config.shopName, person.email),
      recoveryCodes,
      canEnd: !isRequired(person),
      errors,
    })
  }

  const sendRecoveryCodes = (
    { request, reply }: HttpExchange,
    { recovery_codes = [] }: { recovery_codes?: string[] | undefined },
  ) => {
    const props = { codes: recovery_codes, next: secondFactorUrl }
    const head = { title: 'Your recovery codes', noindex: true }
    return pages.send(request, reply, toPageResult(recoveryCodesPage, props, head))
  }

  /** The rejection of a wrong password; null: it is right. */
  const rejectPassword = async (person: Person, password: string, reject: Reject) => {
    const error = await getConfirmError(deps, person, password)
    return error === null
      ? null
      : reject({ password: error }, () => renderSecondFactor(person, { password: error }))
  }

  getAccountPage(deps, secondFactorUrl, {}, ({ person }) => renderSecondFactor(person))

  handleAccountForm(deps, beginSecondFactor, null, async ({ person, body, reject }) => {
    const rejection = await rejectPassword(person, body.password, reject)
    if (rejection) return rejection
    await setPendingSecret(db, person.id, sealSecret(config.sessionSecret, generateSecret()))
    return goTo(secondFactorUrl)
  })

  handleAccountForm(deps, confirmSecondFactor, sendRecoveryCodes, async ({ person, body, reject }) => {
    const rejectCode = (code: string) => reject({ code }, () => renderSecondFactor(person, { code }))
    const bucket = { name: `code-set-up:${person.id}`, limit: config.limits.codeFailures }
    const attempt = await failures.attempt([bucket], now(), async () => {
      const codes = await inTransaction(db, async tx => {
        if (!(await lockActivePerson(tx, person.id))) return null
        const { sealed, isConfirmed } = await getSecondFactor(tx, person.id)
        if (sealed === null || isConfirmed) return null
        return activateSecondFactor(context, tx, person.id, sealed, body.code)
      })
      return { failed: codes === null, result: codes }
    })
    if (attempt.full) return rejectCode(secondStepMessages.too_many_codes)
    if (!attempt.result) return rejectCode(secondStepMessages.wrong_code)
    return { ...goTo(secondFactorUrl), recovery_codes: attempt.result }
  })

  handleAccountForm(deps, renewRecoveryCodes, sendRecoveryCodes, async ({ person, body, reject }) => {
    const rejection = await rejectPassword(person, body.password, reject)
    if (rejection) return rejection
    if (!person.hasSecondFactor) throw new Problem(409, secondFactorMessages.startAgain)
    const codes = await inTransaction(db, async tx => {
      await lockActivePerson(tx, person.id)
      await addOwnAuditEntry(tx, person.id, 'recovery codes renewed', now())
      return createRecoveryCodes(tx, person.id)
    })
    return { ...goTo(secondFactorUrl), recovery_codes: codes }
  })

  handleAccountForm(deps, endSecondFactor, secondFactorMessages.off, async ({ person, body, reject }) => {
    const rejection = await rejectPassword(person, body.password, reject)
    if (rejection) return rejection
    if (isRequired(person)) throw new Problem(403, secondFactorMessages.needed)
    await inTransaction(db, tx => deactivateSecondFactor(context, tx, person.id))
    return goTo(secondFactorUrl)
  })
}

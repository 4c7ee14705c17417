import { inTransaction } from '../../../infra/database/db.ts'
import { type CallContext, handle } from '../../../infra/http/handle.ts'
import { toPageResult } from '../../../infra/pages/render.ts'
import type { FieldErrors } from '../../../lib/calls/field-checks.ts'
import { Problem } from '../../../lib/calls/problem.ts'
import { addOwnAuditEntry } from '../audit.server.ts'
import type { AccountRouteDeps, HttpExchange } from '../deps.server.ts'
import { accountFormOptions, rejectForm } from '../forms.server.ts'
import { secondFactorMessages, secondStepMessages } from '../messages.ts'
import { toAccountNavigation } from '../navigation.ts'
import { getConfirmError } from '../passwords/confirm-password.server.ts'
import { lockActivePerson } from '../queries.ts'
import { beginSecondFactor, confirmSecondFactor, endSecondFactor, renewRecoveryCodes } from '../schemas.ts'
import { requirePerson, toLoginRedirect } from '../service.ts'
import { isStaff, type Person } from '../visitor.ts'
import { getSecondFactor, setPendingSecret } from './queries.ts'
import { recoveryCodesPage } from './RecoveryCodesPage.tsx'
import { secondFactorPage } from './SecondFactorPage.tsx'
import { sealSecret, unsealWithEither } from './sealed-secret.server.ts'
import { activateSecondFactor, createRecoveryCodes, deactivateSecondFactor } from './second-factor.server.ts'
import { generateSecret, toTotpSetUp } from './totp.server.ts'

const secondFactorUrl = '/account/details/second-factor'

/**
 * Second factor in the account: set-up, new recovery codes, switching off. Each needs the password, so that an
 * unattended browser is not enough to change how its owner signs in.
 */
export function secondFactorRoutes(deps: AccountRouteDeps): void {
  const { app, context, visitors, pages, failures } = deps
  const { db, config, now } = context

  const isRequired = (person: Person) => config.staff2fa === 'required' && isStaff(person)

  const renderSecondFactor = async (person: Person, errors: FieldErrors = {}) => {
    const { sealed, isConfirmed, recoveryCodes } = await getSecondFactor(db, person.id)
    const secret = sealed === null || isConfirmed ? null : unsealWithEither(config, sealed)
    const props = {
      navigation: toAccountNavigation(person),
      state: isConfirmed ? ('on' as const) : ('off' as const),
      setUp: secret === null ? null : toTotpSetUp(secret, config.shopName, person.email),
      recoveryCodes,
      canEnd: !isRequired(person),
      errors,
    }
    return toPageResult(secondFactorPage, props, { title: 'Two-step sign-in', noindex: true })
  }

  const recoveryCodesOptions = {
    ...accountFormOptions(deps),
    form: (
      { request, reply }: HttpExchange,
      { recovery_codes }: { recovery_codes?: string[] | undefined },
    ) => {
      const props = { codes: recovery_codes ?? [], next: secondFactorUrl }
      const head = { title: 'Your recovery codes', noindex: true }
      return pages.send(request, reply, toPageResult(recoveryCodesPage, props, head))
    },
  }

  const confirmPassword = async ({ request, reply }: HttpExchange, password: string) => {
    const person = await requirePerson(visitors, request)
    const error = await getConfirmError(deps, person, password)
    if (error === null) return { person, rejection: null }
    const errors = { password: error }
    const renderPage = () => renderSecondFactor(person, errors)
    return { person, rejection: await rejectForm(deps, { request, reply }, errors, renderPage) }
  }

  pages.get(secondFactorUrl, {}, async ({ request }) => {
    const { person } = await visitors.get(request)
    return person ? renderSecondFactor(person) : toLoginRedirect(request)
  })

  const begin = async ({ body, request, reply }: CallContext<typeof beginSecondFactor>) => {
    const { person, rejection } = await confirmPassword({ request, reply }, body.password)
    if (rejection) return rejection
    await setPendingSecret(db, person.id, sealSecret(config.sessionSecret, generateSecret()))
    return { success: true, next_url: secondFactorUrl }
  }
  handle(app, beginSecondFactor, begin, accountFormOptions(deps))

  const confirm = async ({ body, request, reply }: CallContext<typeof confirmSecondFactor>) => {
    const person = await requirePerson(visitors, request)
    const reject = (code: string) =>
      rejectForm(deps, { request, reply }, { code }, () => renderSecondFactor(person, { code }))
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
    if (attempt.full) return reject(secondStepMessages.too_many_codes)
    if (!attempt.result) return reject(secondStepMessages.wrong_code)
    return { success: true, next_url: secondFactorUrl, recovery_codes: attempt.result }
  }
  handle(app, confirmSecondFactor, confirm, recoveryCodesOptions)

  const renew = async ({ body, request, reply }: CallContext<typeof renewRecoveryCodes>) => {
    const { person, rejection } = await confirmPassword({ request, reply }, body.password)
    if (rejection) return rejection
    if (!person.hasSecondFactor) throw new Problem(409, secondFactorMessages.startAgain)
    const codes = await inTransaction(db, async tx => {
      await lockActivePerson(tx, person.id)
      await addOwnAuditEntry(tx, person.id, 'recovery codes renewed', now())
      return createRecoveryCodes(tx, person.id)
    })
    return { success: true, next_url: secondFactorUrl, recovery_codes: codes }
  }
  handle(app, renewRecoveryCodes, renew, recoveryCodesOptions)

  const end = async ({ body, request, reply }: CallContext<typeof endSecondFactor>) => {
    const { person, rejection } = await confirmPassword({ request, reply }, body.password)
    if (rejection) return rejection
    if (isRequired(person)) throw new Problem(403, secondFactorMessages.needed)
    await inTransaction(db, tx => deactivateSecondFactor(context, tx, person.id))
    return { success: true, next_url: secondFactorUrl }
  }
  handle(app, endSecondFactor, end, accountFormOptions(deps, secondFactorMessages.off))
}

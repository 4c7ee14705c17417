import type { FastifyRequest } from 'fastify'
import type { Tx } from '../../../infra/app-context.ts'
import { inTransaction } from '../../../infra/database/db.ts'
import { type CallOptions, isPlainForm } from '../../../infra/http/handle.ts'
import { toPageResult } from '../../../infra/pages/render.ts'
import { hashToken } from '../../../infra/token.ts'
import { Problem } from '../../../lib/calls/problem.ts'
import type { AccountRouteDeps, HttpExchange } from '../deps.server.ts'
import { limitedLoginsEmail } from '../emails/SecurityEmails.tsx'
import { goTo, handleForm, pageSentReply } from '../forms.server.ts'
import { type SecondStepRefusal, secondStepMessages } from '../messages.ts'
import { findAccountById } from '../queries.ts'
import { completeSecondStep } from '../schemas.ts'
import { recoveryCodesPage } from '../second-factor/RecoveryCodesPage.tsx'
import {
  activateSecondFactor,
  toTotpSetUp,
  unsealWithEither,
  verifyCode,
} from '../second-factor/second-factor.server.ts'
import { deleteLoginStep, deleteUnknownLoginSteps, findLoginStep, type LoginStep } from './queries.ts'
import { secondStepPage } from './SecondStepPage.tsx'
import { secondStepUrl, signIn } from './sign-in.server.ts'

type PendingStep = LoginStep & { tokenHash: Buffer }

/** The step after the password: a code of the app, or setting the app up. The session begins only here. */
export function secondStepRoutes(deps: AccountRouteDeps): void {
  const { context, cookies, pages, failures, knownDevices } = deps
  const { db, config, now } = context

  const findPendingStep = async (request: FastifyRequest): Promise<PendingStep | null> => {
    const token = cookies.read(request, 'login_step')
    if (!token) return null
    const tokenHash = hashToken(token)
    const step = await findLoginStep(db, tokenHash, now())
    return step && { ...step, tokenHash }
  }

  const renderStep = async (step: LoginStep, error: string | null) => {
    const head = { title: step.setUpSealed ? 'Set up two-step sign-in' : 'Second step', noindex: true }
    if (step.setUpSealed === null) return toPageResult(secondStepPage, { setUp: null, error }, head)
    const account = await findAccountById(db, step.personId)
    const secret = unsealWithEither(config, step.setUpSealed)
    if (!account || secret === null) throw new Problem(404)
    const setUp = toTotpSetUp(secret, config.shopName, account.person.email)
    return toPageResult(secondStepPage, { setUp, error }, head)
  }

  const toRestart = (why: SecondStepRefusal) => ({
    to: '/login',
    flash: { kind: 'danger' as const, text: secondStepMessages[why] },
  })

  pages.get(secondStepUrl, {}, async ({ request }) => {
    const step = await findPendingStep(request)
    return step ? renderStep(step, null) : toRestart('gone')
  })

  /** Ends the login: the person has to begin again with the password. */
  const endLogin = ({ request, reply }: HttpExchange, why: SecondStepRefusal, status: 401 | 429) => {
    cookies.clear(reply, 'login_step')
    if (!isPlainForm(request)) throw new Problem(status, secondStepMessages[why])
    pages.redirect(reply, toRestart(why))
    return pageSentReply
  }

  /** Signs in with a code. A second factor that is set up by it comes with its recovery codes. */
  const signInWithCode = async (exchange: HttpExchange, step: PendingStep, code: string) => {
    let recoveryCodes: string[] = []
    const authorize = async (tx: Tx) => {
      // The step is read again under the lock and deleted last, so that a wrong code leaves it in place.
      if (!(await findLoginStep(tx, step.tokenHash, now()))) return false
      if (step.setUpSealed === null) {
        if (!(await verifyCode(context, tx, step.personId, code))) return false
      } else {
        const newCodes = await activateSecondFactor(context, tx, step.personId, step.setUpSealed, code)
        if (!newCodes) return false
        recoveryCodes = newCodes
      }
      return deleteLoginStep(tx, step.tokenHash)
    }
    const isSignedIn = await signIn(deps, exchange, { id: step.personId }, { authorize })
    return { isSignedIn, recoveryCodes }
  }

  const sendTooManyCodes = (personId: number) =>
    inTransaction(db, async tx => {
      const account = await findAccountById(tx, personId)
      if (!account) return
      const { name, email } = account.person
      await limitedLoginsEmail.enqueue(tx, { personId, name, email, reason: 'codes' }, now())
    })

  // A stranger who enters codes knows the password, so the owner gets an e-mail at once.
  const refuseCode = async (exchange: HttpExchange, step: PendingStep, isKnownDevice: boolean) => {
    if (isKnownDevice) {
      await deleteLoginStep(db, step.tokenHash)
    } else {
      await deleteUnknownLoginSteps(db, step.personId)
      await sendTooManyCodes(step.personId)
    }
    return endLogin(exchange, 'too_many_codes', 429)
  }

  const answerCompleted: CallOptions<typeof completeSecondStep>['form'] = (
    { request, reply },
    { next_url, recovery_codes: codes },
  ) => {
    if (!codes) return pages.redirect(reply, { to: next_url })
    const head = { title: 'Your recovery codes', noindex: true }
    return pages.send(request, reply, toPageResult(recoveryCodesPage, { codes, next: next_url }, head))
  }
  handleForm(deps, completeSecondStep, answerCompleted, async ({ body, request, reply, reject }) => {
    const exchange = { request, reply }
    const step = await findPendingStep(request)
    if (!step) return endLogin(exchange, 'gone', 401)
    const deviceId = knownDevices.getId(request, step.personId)
    const bucket = { name: `code:${deviceId ?? step.personId}`, limit: config.limits.codeFailures }
    const attempt = await failures.attempt([bucket], now(), async () => {
      const result = await signInWithCode(exchange, step, body.code)
      return { failed: !result.isSignedIn, result }
    })
    if (attempt.full) return refuseCode(exchange, step, deviceId !== null)
    const { isSignedIn, recoveryCodes } = attempt.result
    if (!isSignedIn) {
      const error = secondStepMessages.wrong_code
      return reject({ code: error }, () => renderStep(step, error))
    }
    cookies.clear(reply, 'login_step')
    const result = goTo(step.redirectTo)
    return recoveryCodes.length === 0 ? result : { ...result, recovery_codes: recoveryCodes }
  })
}

import type { FastifyRequest } from 'fastify'
import type { Tx } from '../../infra/app-context.ts'
import { hashToken } from '../../infra/http/cookies.ts'
import { handle, isPlainForm } from '../../infra/http/handle.ts'
import { show } from '../../infra/pages/render.ts'
import { Problem } from '../../lib/problem.ts'
import { enter } from './entering.server.ts'
import { checkCode, takeUp } from './factor.server.ts'
import { deleteLoginStepsOf, type LoginStep, loginStep, takeLoginStep } from './factor-queries.server.ts'
import { type StepRefusal, stepWords } from './messages.ts'
import { personById } from './queries.ts'
import { recoveryCodesPage } from './RecoveryCodesPage.tsx'
import { type AccountRoom, notDone, refuseForm } from './room.server.ts'
import { secondStepPage } from './SecondStepPage.tsx'
import { giveSecondFactor } from './schemas.ts'
import { unseal } from './seal.server.ts'
import { setUpOf } from './totp.server.ts'

/** After the password: a code of the app. A session begins only here. */
export function secondStepRoutes(room: AccountRoom): void {
  const { app, context, cookies, pages, failures } = room
  const { db, config, now } = context

  const stepOf = async (request: FastifyRequest) => {
    const token = cookies.read(request, 'login_step')
    if (!token) return null
    const tokenHash = hashToken(token)
    const step = await loginStep(db, tokenHash, now())
    return step && { ...step, tokenHash }
  }

  const screen = async (step: LoginStep, error: string | null) => {
    const head = { title: step.setUpSealed ? 'Set up the second factor' : 'Second step', noindex: true }
    if (step.setUpSealed === null) return show(secondStepPage, { setUp: null, error }, head)
    const found = await personById(db, step.personId)
    const secret = unseal(config.sessionSecret, step.setUpSealed)
    if (!found || secret === null) throw new Problem(404)
    const setUp = setUpOf(secret, config.shopName, found.person.email)
    return show(secondStepPage, { setUp, error }, head)
  }

  const restart = { to: '/login', flash: { kind: 'danger' as const, text: stepWords.gone } }

  pages.get('/login/second-factor', {}, async ({ request }) => {
    const step = await stepOf(request)
    return step ? screen(step, null) : restart
  })

  handle(
    app,
    giveSecondFactor,
    async ({ body, request, reply }) => {
      const startAgain = (why: StepRefusal, status: 401 | 429) => {
        cookies.clear(reply, 'login_step')
        if (!isPlainForm(request)) throw new Problem(status, stepWords[why])
        pages.redirect(reply, { to: '/login', flash: { kind: 'danger', text: stepWords[why] } })
        return notDone
      }
      const step = await stepOf(request)
      if (!step) return startAgain('gone', 401)
      const place = { name: `code:${step.personId}`, most: config.limits.codeFailures }
      let codes: string[] = []
      const check = async (tx: Tx) => {
        // Looked at again under the lock, and used up last: a wrong code leaves it as it is.
        if (!(await loginStep(tx, step.tokenHash, now()))) return false
        if (step.setUpSealed === null) {
          if (!(await checkCode(context, tx, step.personId, body.code))) return false
        } else {
          const shown = await takeUp(context, tx, step.personId, step.setUpSealed, body.code)
          if (!shown) return false
          codes = shown
        }
        return takeLoginStep(tx, step.tokenHash)
      }
      const tried = await failures.try([place], now(), async () => {
        const entered = await enter(room, { request, reply }, { id: step.personId }, { check })
        return { failed: !entered, result: entered }
      })
      if (tried.full) {
        await deleteLoginStepsOf(db, step.personId)
        return startAgain('too_many_codes', 429)
      }
      if (!tried.result) {
        return refuseForm(room, { request, reply }, { code: stepWords.wrong_code }, () =>
          screen(step, stepWords.wrong_code),
        )
      }
      cookies.clear(reply, 'login_step')
      if (codes.length === 0) return { success: true, next_url: step.redirectTo }
      return { success: true, next_url: step.redirectTo, recovery_codes: codes }
    },
    {
      form: ({ request, reply }, { next_url, recovery_codes: codes }) =>
        codes
          ? pages.send(
              request,
              reply,
              show(
                recoveryCodesPage,
                { codes, next: next_url },
                { title: 'Your recovery codes', noindex: true },
              ),
            )
          : pages.redirect(reply, { to: next_url }),
    },
  )
}

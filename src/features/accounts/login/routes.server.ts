import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { hashToken } from '../../../infra/http/cookies.ts'
import { type CallContext, handle } from '../../../infra/http/handle.ts'
import { enqueueJob } from '../../../infra/jobs/job-queue.ts'
import { toPageResult } from '../../../infra/pages/render.ts'
import { countAttempt } from '../../../infra/rate-limit/attempts.ts'
import { toClientNetwork } from '../../../infra/rate-limit/client-network.ts'
import { toOwnPath } from '../../../lib/own-path.ts'
import { Problem } from '../../../lib/problem.ts'
import type { AccountRouteDeps } from '../deps.server.ts'
import { rejectForm } from '../forms.server.ts'
import { loggedOutMessage, loginMessages } from '../messages.ts'
import { verifyPassword } from '../passwords/password-hash.server.ts'
import { findAccountByEmail } from '../queries.ts'
import { logIn, logOut } from '../schemas.ts'
import { deleteSession } from '../sessions/queries.ts'
import { failedLoginsTask } from '../tasks.ts'
import { loginPage } from './LoginPage.tsx'
import { beginSecondStep, getSecondStep, secondStepUrl, signIn } from './sign-in.server.ts'

// After so many failures in an hour, from any IP address, the owner of the e-mail address gets a warning.
const failuresBeforeWarning = 10
const warningWindowSeconds = 3600

/** Login with the password, and logout. The second step of a login is in second-step-routes.server.ts. */
export function loginRoutes(deps: AccountRouteDeps): void {
  const { app, context, cookies, visitors, pages, failures } = deps
  const { db, config, now } = context

  pages.get(
    '/login',
    { query: z.object({ redirectTo: z.string().max(2000).optional() }) },
    async ({ query, request }) => {
      const { person } = await visitors.get(request)
      const redirectTo = toOwnPath(query.redirectTo)
      return person ? { to: redirectTo } : renderLogin(redirectTo, '', null)
    },
  )

  const login = async ({ body, request, reply }: CallContext<typeof logIn>) => {
    const redirectTo = toOwnPath(body.redirectTo)
    const reject = () =>
      rejectForm(deps, { request, reply }, { email: loginMessages.wrong_pair }, () =>
        renderLogin(redirectTo, body.email, loginMessages.wrong_pair),
      )
    const account = await findAccount(request, body)
    if (!account) {
      await countFailure(body.email)
      return reject()
    }
    const { person, passwordHash } = account
    const step = getSecondStep(deps, person)
    if (step !== null) {
      const hasBegun = await beginSecondStep(deps, reply, { person, passwordHash, redirectTo, step })
      return hasBegun ? { success: true, next_url: secondStepUrl } : reject()
    }
    const isSignedIn = await signIn(deps, { request, reply }, { id: person.id, passwordHash })
    return isSignedIn ? { success: true, next_url: redirectTo } : reject()
  }
  handle(app, logIn, login, { form: ({ reply }, { next_url }) => pages.redirect(reply, { to: next_url }) })

  handle(
    app,
    logOut,
    async ({ request, reply }) => {
      const { sessionHash } = await visitors.get(request)
      if (sessionHash) await deleteSession(db, sessionHash)
      cookies.clear(reply, 'session')
      cookies.clear(reply, 'basket')
      cookies.renewCsrf(reply, null)
      return { success: true, next_url: '/' }
    },
    {
      form: ({ reply }) =>
        pages.redirect(reply, { to: '/', flash: { kind: 'success', text: loggedOutMessage } }),
    },
  )

  /** The account of an e-mail address and its password; null: they do not match. 429 after too many failures. */
  const findAccount = async (
    request: FastifyRequest,
    { email, password }: { email: string; password: string },
  ) => {
    const attempt = await failures.attempt(toBuckets(request, email), now(), async () => {
      const account = await findAccountByEmail(db, email)
      const matches = await verifyPassword(account?.passwordHash ?? null, password)
      return { failed: !matches, result: matches ? account : null }
    })
    if (attempt.full)
      throw new Problem(429, loginMessages.too_many, { retryAfterSeconds: attempt.secondsLeft })
    return attempt.result
  }

  // R-ACCOUNT-2
  const toBuckets = (request: FastifyRequest, email: string) => {
    const { loginFailuresPerPair, loginFailuresPerAddress } = config.limits
    const network = toClientNetwork(request.ip)
    return [
      { name: `login:${network}:${hashEmail(email)}`, limit: loginFailuresPerPair },
      { name: `login:${network}`, limit: loginFailuresPerAddress },
    ]
  }

  // Only the job looks up whether the address has an account, so that the answer takes the same time for every address.
  const countFailure = async (email: string) => {
    const { count } = await countAttempt(db, `failed:${hashEmail(email)}`, warningWindowSeconds, now())
    if (count === failuresBeforeWarning)
      await enqueueJob(db, failedLoginsTask, { email: email.toLowerCase() })
  }
}

const hashEmail = (email: string): string => hashToken(email.toLowerCase()).toString('base64url')

const renderLogin = (redirectTo: string, email: string, error: string | null) =>
  toPageResult(loginPage, { redirectTo, email, error }, { title: 'Sign in', noindex: true })

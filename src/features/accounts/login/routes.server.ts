import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { toOwnPath } from '../../../infra/http/request.ts'
import { enqueueJob } from '../../../infra/jobs/jobs.ts'
import { toPageResult } from '../../../infra/pages/render.ts'
import { countAttempt, getAttempts } from '../../../infra/rate-limit/attempts.ts'
import { toClientNetwork } from '../../../infra/rate-limit/client-network.ts'
import { hashToken } from '../../../infra/token.ts'
import { Problem } from '../../../lib/calls/problem.ts'
import { normaliseEmail } from '../../../lib/contact/normalise-email.ts'
import type { AccountRouteDeps } from '../deps.server.ts'
import { goTo, handleForm } from '../forms.server.ts'
import { loggedOutMessage, loginMessages } from '../messages.ts'
import { verifyPassword } from '../password-hash.server.ts'
import { type Account, findAccountByEmail } from '../queries.ts'
import { logIn, logOut } from '../schemas.ts'
import { deleteSession } from '../sessions/queries.ts'
import { failedLoginsTask, limitedLoginsTask } from '../tasks.ts'
import { loginPage } from './LoginPage.tsx'
import { beginSecondStep, getSecondStep, secondStepUrl, signIn } from './sign-in.server.ts'

/** Login with the password, and logout. The second step of a login is in second-step-routes.server.ts. */
export function loginRoutes(deps: AccountRouteDeps): void {
  const { context, cookies, visitors, pages } = deps
  const { db } = context
  const findAccount = createPasswordCheck(deps)

  pages.get(
    '/login',
    { query: z.object({ redirectTo: z.string().max(2000).optional().catch(undefined) }) },
    async ({ query, request }) => {
      const { person } = await visitors.get(request)
      const redirectTo = toOwnPath(query.redirectTo)
      return person ? { to: redirectTo } : renderLogin(redirectTo, '', null)
    },
  )

  handleForm(deps, logIn, null, async ({ body, request, reply, reject }) => {
    const redirectTo = toOwnPath(body.redirectTo)
    const rejectPair = () =>
      reject({ email: loginMessages.wrong_pair }, () =>
        renderLogin(redirectTo, body.email, loginMessages.wrong_pair),
      )
    const account = await findAccount(request, body)
    if (!account) return rejectPair()
    const { person, passwordHash } = account
    const step = getSecondStep(deps, person)
    if (step !== null) {
      const login = { person, passwordHash, redirectTo, step }
      return (await beginSecondStep(deps, { request, reply }, login)) ? goTo(secondStepUrl) : rejectPair()
    }
    const isSignedIn = await signIn(deps, { request, reply }, { id: person.id, passwordHash })
    return isSignedIn ? goTo(redirectTo) : rejectPair()
  })

  handleForm(deps, logOut, loggedOutMessage, async ({ request, reply }) => {
    const { sessionHash } = await visitors.get(request)
    if (sessionHash) await deleteSession(db, sessionHash)
    cookies.clear(reply, 'session')
    cookies.clear(reply, 'basket')
    cookies.renewCsrf(reply, null)
    return goTo('/')
  })
}

const renderLogin = (redirectTo: string, email: string, error: string | null) =>
  toPageResult(loginPage, { redirectTo, email, error }, { title: 'Sign in', noindex: true })

// After so many failures in an hour, from any IP address, the owner of the e-mail address gets a warning.
const failuresBeforeWarning = 10
const warningWindowSeconds = 3600
const accountWindowSeconds = 24 * 3600

type CheckedPassword = { account: Account | null; secondsLeft: number | null }

/** Finds the account of an e-mail address and its password, within the limits of failures (R-ACCOUNT-2, R-ACCOUNT-7). */
function createPasswordCheck({ context, failures, knownDevices }: AccountRouteDeps) {
  const { db, config, now } = context
  const { loginFailuresPerPair, loginFailuresPerAddress, loginFailuresPerAccount } = config.limits

  const checkInBuckets = async (
    request: FastifyRequest,
    email: string,
    password: string,
  ): Promise<CheckedPassword> => {
    const account = await findAccountByEmail(db, email)
    const verify = async () =>
      (await verifyPassword(account?.passwordHash ?? null, password)) ? account : null
    const deviceId = account && knownDevices.getId(request, account.person.id)
    const bucket = deviceId
      ? { name: `login-device:${deviceId}`, limit: loginFailuresPerPair }
      : {
          name: `login-account:${hashEmail(email)}`,
          limit: loginFailuresPerAccount,
          windowSeconds: accountWindowSeconds,
        }
    const attempt = await failures.attempt([bucket], now(), async () => {
      const result = await verify()
      return { failed: result === null, result }
    })
    if (!attempt.full) return { account: attempt.result, secondsLeft: null }
    if (deviceId) return { account: null, secondsLeft: attempt.secondsLeft }
    // Verified even now: the owner goes on to the second factor, and all answers take the same time.
    const verified = await verify()
    return verified?.person.hasSecondFactor
      ? { account: verified, secondsLeft: null }
      : { account: null, secondsLeft: attempt.secondsLeft }
  }

  // Only the jobs look up whether the address has an account, so that the answer takes the same time for every address.
  const warnOwner = async (email: string) => {
    const hash = hashEmail(email)
    const { count } = await countAttempt(db, `failed:${hash}`, warningWindowSeconds, now())
    if (count === failuresBeforeWarning)
      await enqueueJob(db, failedLoginsTask, { email: email.toLowerCase() })
    const counted = await getAttempts(db, `login-account:${hash}`, accountWindowSeconds, now())
    if (counted >= loginFailuresPerAccount)
      await enqueueJob(db, limitedLoginsTask, { email: email.toLowerCase() })
  }

  /** Null: they do not match. 429 after too many failures. */
  return async (
    request: FastifyRequest,
    { email, password }: { email: string; password: string },
  ): Promise<Account | null> => {
    const network = toClientNetwork(request.ip)
    const buckets = [
      { name: `login:${network}:${hashEmail(email)}`, limit: loginFailuresPerPair },
      { name: `login:${network}`, limit: loginFailuresPerAddress },
    ]
    const attempt = await failures.attempt(buckets, now(), async () => {
      const result = await checkInBuckets(request, email, password)
      return { failed: result.account === null, result }
    })
    if (attempt.full)
      throw new Problem(429, loginMessages.too_many, { retryAfterSeconds: attempt.secondsLeft })
    const { account, secondsLeft } = attempt.result
    if (account) return account
    if (secondsLeft !== null)
      throw new Problem(429, loginMessages.account_limited, { retryAfterSeconds: secondsLeft })
    await warnOwner(email)
    return null
  }
}

const hashEmail = (email: string): string => hashToken(normaliseEmail(email)).toString('base64url')

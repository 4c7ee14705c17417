import type { FastifyRequest } from 'fastify'
import { enqueueJob } from '../../../infra/jobs/job-queue.ts'
import { countAttempt, getAttempts } from '../../../infra/rate-limit/attempts.ts'
import { toClientNetwork } from '../../../infra/rate-limit/client-network.ts'
import { hashToken } from '../../../infra/token.ts'
import { Problem } from '../../../lib/calls/problem.ts'
import { normaliseEmail } from '../../../lib/contact/normalise-email.ts'
import type { AccountRouteDeps } from '../deps.server.ts'
import { loginMessages } from '../messages.ts'
import { verifyPassword } from '../password-hash.server.ts'
import { findAccountByEmail } from '../queries.ts'
import { failedLoginsTask, limitedLoginsTask } from '../tasks.ts'
import type { Person } from '../visitor.ts'

// After so many failures in an hour, from any IP address, the owner of the e-mail address gets a warning.
const failuresBeforeWarning = 10
const warningWindowSeconds = 3600
const accountWindowSeconds = 24 * 3600

interface Account {
  person: Person
  passwordHash: string
}
type CheckedPassword = { account: Account | null; secondsLeft: number | null }

/** Finds the account of an e-mail address and its password, within the limits of failures (R-ACCOUNT-2, R-ACCOUNT-7). */
export function createPasswordCheck({ context, failures, knownDevices }: AccountRouteDeps) {
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

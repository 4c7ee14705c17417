import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { hashToken } from '../../infra/http/cookies.ts'
import { handle } from '../../infra/http/handle.ts'
import { enqueueJob } from '../../infra/jobs/job-queue.ts'
import { show } from '../../infra/pages/render.ts'
import { countAttempt } from '../../infra/rate-limit/attempts.ts'
import { toOwnPath } from '../../lib/links.ts'
import { Problem } from '../../lib/problem.ts'
import { beginSecondStep, enter, secondStepOf, secondStepUrl } from './entering.server.ts'
import { loginPage } from './LoginPage.tsx'
import { loggedOutWords, loginWords } from './messages.ts'
import { passwordMatches } from './passwords.server.ts'
import { deleteSession, personByEmail } from './queries.ts'
import { type AccountRoom, refuseForm } from './room.server.ts'
import { logIn, logOut } from './schemas.ts'
import { failedLoginsTask } from './tasks.ts'

// Beyond so many failures in an hour, from wherever, the owner of the address hears of it.
const failuresTold = 10
const toldWindowSeconds = 3600

/** Signing in with the password, and out. What a second factor adds stands in second-step.server.ts. */
export function loginRoutes(room: AccountRoom): void {
  const { app, context, cookies, visitors, pages, failures } = room
  const { db, config, now } = context

  pages.get(
    '/login',
    { query: z.object({ redirectTo: z.string().max(2000).optional() }) },
    async ({ query, request }) => {
      const { person } = await visitors.of(request)
      const redirectTo = toOwnPath(query.redirectTo)
      if (person) return { to: redirectTo }
      return loginScreen(redirectTo, '', null)
    },
  )

  handle(
    app,
    logIn,
    async ({ body, request, reply }) => {
      const redirectTo = toOwnPath(body.redirectTo)
      const refuse = () =>
        refuseForm(room, { request, reply }, { email: loginWords.wrong_pair }, () =>
          loginScreen(redirectTo, body.email, loginWords.wrong_pair),
        )
      const tried = await failures.try(placesOf(request, body.email), now(), async () => {
        const known = await personByEmail(db, body.email)
        const matches = await passwordMatches(known?.passwordHash ?? null, body.password)
        return { failed: !matches, result: matches ? known : null }
      })
      if (tried.full) throw new Problem(429, loginWords.too_many, { retryAfterSeconds: tried.secondsLeft })
      const found = tried.result
      if (!found) {
        await countFailure(body.email)
        return refuse()
      }
      const { person, passwordHash } = found
      const step = secondStepOf(room, person)
      if (step !== null) {
        const begun = await beginSecondStep(room, reply, { person, passwordHash, redirectTo, step })
        return begun ? { success: true, next_url: secondStepUrl } : refuse()
      }
      const entered = await enter(room, { request, reply }, { id: person.id, passwordHash })
      return entered ? { success: true, next_url: redirectTo } : refuse()
    },
    { form: ({ reply }, answer) => pages.redirect(reply, { to: answer.next_url }) },
  )

  handle(
    app,
    logOut,
    async ({ request, reply }) => {
      const { sessionHash } = await visitors.of(request)
      if (sessionHash) await deleteSession(db, sessionHash)
      cookies.clear(reply, 'session')
      cookies.clear(reply, 'basket')
      cookies.renewCsrf(reply, null)
      return { success: true, next_url: '/' }
    },
    {
      form: ({ reply }) =>
        pages.redirect(reply, { to: '/', flash: { kind: 'success', text: loggedOutWords } }),
    },
  )

  // 10 failures for one address at one place, 100 for one place (contract §4).
  const placesOf = (request: FastifyRequest, email: string) => [
    { name: `login:${request.ip}:${keyOf(email)}`, most: config.limits.loginFailuresPerPair },
    { name: `login:${request.ip}`, most: config.limits.loginFailuresPerAddress },
  ]

  // Known or not, every address is counted and passed on alike: whether it has an account, the job looks up.
  const countFailure = async (email: string) => {
    const { count } = await countAttempt(db, `failed:${keyOf(email)}`, toldWindowSeconds, now())
    if (count === failuresTold) await enqueueJob(db, failedLoginsTask, { email: email.toLowerCase() })
  }
}

const keyOf = (email: string): string => hashToken(email.toLowerCase()).toString('base64url')

const loginScreen = (redirectTo: string, email: string, error: string | null) =>
  show(loginPage, { redirectTo, email, error }, { title: 'Sign in', noindex: true })

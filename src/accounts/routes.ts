import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { limitAttempts } from '../platform/attempts.ts'
import { type Cookies, hashToken } from '../platform/cookies.ts'
import { inTransaction } from '../platform/db.ts'
import { makeFailureGate } from '../platform/failures.ts'
import { handle, isPlainForm } from '../platform/handle.ts'
import type { House, Tx } from '../platform/house.ts'
import type { Pages } from '../platform/page-routes.ts'
import { show } from '../platform/render.ts'
import { ownPath } from '../shared/links.ts'
import { Problem } from '../shared/problem.ts'
import { accountExists, logIn, logOut, readAddresses } from './contract.ts'
import { addressesOf, deleteSession, emailIsTaken, personByEmail } from './data.ts'
import { loginPage } from './LoginPage.tsx'
import { passwordMatches } from './passwords.server.ts'
import { startSession, type Visitors } from './server.ts'
import type { Visitor } from './visitor.ts'
import { existsLimitWords, loggedOutWords, loginWords } from './words.ts'

const failureWindowSeconds = 15 * 60 // contract §4

interface Wiring {
  house: House
  cookies: Cookies
  visitors: Visitors
  pages: Pages
  /** What other rooms carry over when a visitor becomes a person: his basket, his checkout entries. */
  onLogin: (tx: Tx, before: Visitor, personId: number, sessionHash: Buffer) => Promise<void>
}

export function accountRoutes(
  app: FastifyInstance,
  { house, cookies, visitors, pages, onLogin }: Wiring,
): void {
  const { db, config, now } = house
  const failures = makeFailureGate(db, failureWindowSeconds)

  handle(app, accountExists, async ({ body, request }) => {
    const words = existsLimitWords
    await limitAttempts(db, `exists:${request.ip}`, config.limits.existsPerMinute, 60, now(), words)
    return emailIsTaken(db, body.email)
  })

  handle(app, readAddresses, async ({ request }) => {
    const { person } = await visitors.of(request)
    if (!person) throw new Problem(401)
    return addressesOf(db, person)
  })

  pages.get(
    '/login',
    { query: z.object({ redirectTo: z.string().max(2000).optional() }) },
    async ({ query, request }) => {
      const { person } = await visitors.of(request)
      const redirectTo = ownPath(query.redirectTo)
      if (person) return { to: redirectTo }
      return loginScreen(redirectTo, '', null)
    },
  )

  handle(
    app,
    logIn,
    async ({ body, request, reply }) => {
      const redirectTo = ownPath(body.redirectTo)
      const tried = await failures.try(placesOf(request, body.email), now(), async () => {
        const found = await personByEmail(db, body.email)
        const matches = await passwordMatches(found?.passwordHash ?? null, body.password)
        const person = matches ? (found?.person ?? null) : null
        return { failed: person === null, result: person }
      })
      if (tried.full) throw new Problem(429, loginWords.too_many, { retryAfterSeconds: tried.secondsLeft })
      const person = tried.result
      if (!person) {
        if (isPlainForm(request)) {
          await pages.send(request, reply, loginScreen(redirectTo, body.email, loginWords.wrong_pair))
          return { success: false, next_url: '' }
        }
        throw new Problem(422, loginWords.wrong_pair, { errors: { email: [loginWords.wrong_pair] } })
      }
      const before = await visitors.of(request)
      await inTransaction(db, async tx => {
        const sessionHash = await startSession(house, cookies, tx, reply, person.id)
        await onLogin(tx, before, person.id, sessionHash)
        if (before.sessionHash) await deleteSession(tx, before.sessionHash)
      })
      cookies.clear(reply, 'basket')
      return { success: true, next_url: redirectTo }
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
    {
      name: `login:${request.ip}:${hashToken(email.toLowerCase()).toString('base64url')}`,
      most: config.limits.loginFailuresPerPair,
    },
    { name: `login:${request.ip}`, most: config.limits.loginFailuresPerAddress },
  ]
}

const loginScreen = (redirectTo: string, email: string, error: string | null) =>
  show(
    loginPage,
    { redirectTo, email, error },
    { title: error ? 'Error: Sign in' : 'Sign in', noindex: true, status: error ? 422 : 200 },
  )

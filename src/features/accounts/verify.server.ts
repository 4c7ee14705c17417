import { z } from 'zod'
import { inTransaction } from '../../infra/database/db.ts'
import { hashToken } from '../../infra/http/cookies.ts'
import { handle } from '../../infra/http/handle.ts'
import { show } from '../../infra/pages/render.ts'
import { countAttempt } from '../../infra/rate-limit/attempts.ts'
import type { Flash } from '../../lib/flash.ts'
import { Problem } from '../../lib/problem.ts'
import { auditOwn } from './audit-queries.server.ts'
import { mailVerification } from './links.server.ts'
import { verifyWords } from './messages.ts'
import { setVerified } from './queries.ts'
import { type AccountRoom, refuseForm } from './room.server.ts'
import { resendVerification, verifyAddress } from './schemas.ts'
import { readLinkToken } from './seal.server.ts'
import { requirePerson } from './service.ts'
import { deleteTokensOf, takeToken, tokenPerson } from './token-queries.server.ts'
import { verifyPage } from './VerifyPage.tsx'

const hourSeconds = 3600

/** Proving that the address of an account is its owner's, by the link of a mail. */
export function verifyRoutes(room: AccountRoom): void {
  const { app, context, visitors, pages } = room
  const { db, config, now } = context

  const idHashOf = (token: string) => {
    const id = readLinkToken(config.sessionSecret, 'verify', token)
    return id === null ? null : hashToken(id)
  }

  const screen = async (token: string) => {
    const idHash = idHashOf(token)
    const link = idHash && (await tokenPerson(db, idHash, 'verify', now()))
    return show(
      verifyPage,
      { link: link ? { token, email: link.email, name: link.name } : null, gone: verifyWords.linkGone },
      { title: 'Confirm your email address', noindex: true, status: link ? 200 : 404 },
    )
  }

  // Opening the link changes nothing: mail scanners open links too. The button on it does.
  pages.get(
    '/account/verify/:token',
    { params: z.object({ token: z.string() }) },
    async ({ params: { token } }) => screen(token),
  )

  handle(
    app,
    verifyAddress,
    async ({ params: { token }, request, reply }) => {
      const idHash = idHashOf(token)
      const isVerified = await inTransaction(db, async tx => {
        const personId = idHash && (await takeToken(tx, idHash, 'verify', now()))
        if (!personId) return false
        if (await setVerified(tx, personId, now())) await auditOwn(tx, personId, 'address verified', now())
        await deleteTokensOf(tx, personId, 'verify')
        return true
      })
      if (!isVerified) {
        const errors = { token: verifyWords.linkGone }
        return refuseForm(room, { request, reply }, errors, () => screen(token), { status: 404 })
      }
      const { person } = await visitors.of(request)
      return { success: true, next_url: person ? '/account' : '/login?redirectTo=%2Faccount' }
    },
    {
      form: ({ reply }, { next_url }) =>
        pages.redirect(reply, { to: next_url, flash: { kind: 'success', text: verifyWords.verified } }),
    },
  )

  handle(
    app,
    resendVerification,
    async ({ request }) => {
      const person = await requirePerson(visitors, request)
      if (person.isVerified) return { success: true, next_url: '/account' }
      const key = `link-mail:${hashToken(person.email).toString('base64url')}`
      const { count, secondsLeft } = await countAttempt(db, key, hourSeconds, now())
      if (count > config.limits.linkMailsPerHour) {
        throw new Problem(429, verifyWords.tooMany, { retryAfterSeconds: secondsLeft })
      }
      const { id: personId, name, email } = person
      await inTransaction(db, tx => mailVerification(tx, { personId, name, email }, now()))
      return { success: true, next_url: '/account' }
    },
    {
      form: async ({ request, reply }, { next_url }) => {
        const { person } = await visitors.of(request)
        const flash: Flash = person?.isVerified
          ? { kind: 'info', text: verifyWords.already }
          : { kind: 'success', text: verifyWords.sent }
        return pages.redirect(reply, { to: next_url, flash })
      },
    },
  )
}

import { z } from 'zod'
import { inTransaction } from '../../infra/database/db.ts'
import { hashToken } from '../../infra/http/cookies.ts'
import { handle } from '../../infra/http/handle.ts'
import { enqueueJob } from '../../infra/jobs/job-queue.ts'
import { show } from '../../infra/pages/render.ts'
import { countAttempt, limitAttempts } from '../../infra/rate-limit/attempts.ts'
import { isEmail, normaliseEmail } from '../../lib/email.ts'
import { passwordFault } from './common-passwords.server.ts'
import { forgotPage } from './ForgotPage.tsx'
import { tell } from './factor.server.ts'
import { deleteLoginStepsOf } from './factor-queries.server.ts'
import { resetWords } from './messages.ts'
import { hashPassword } from './passwords.server.ts'
import { deleteSessionsOf, holdPerson, setPassword, setVerified } from './queries.ts'
import { resetPage } from './ResetPage.tsx'
import { type AccountRoom, refuseForm } from './room.server.ts'
import { forgotPassword, resetPassword } from './schemas.ts'
import { readLinkToken } from './seal.server.ts'
import { resetTask } from './tasks.ts'
import { deleteTokensOf, takeToken, tokenPerson } from './token-queries.server.ts'

const hourSeconds = 3600

/** A forgotten password: the link by mail, and the new password behind it (contract §4). */
export function passwordRoutes(room: AccountRoom): void {
  const { app, context, visitors, pages } = room
  const { db, config, now } = context
  const { limits } = config

  pages.get('/password/forgot', {}, async ({ request }) => {
    const { person } = await visitors.of(request)
    return forgotScreen(person?.email ?? '', null)
  })

  handle(
    app,
    forgotPassword,
    async ({ body, request, reply }) => {
      const email = normaliseEmail(body.email)
      if (!isEmail(email)) {
        const error = 'Please type the email address of your account.'
        const refused = await refuseForm(room, { request, reply }, { email: error }, () =>
          forgotScreen(body.email, error),
        )
        return { ...refused, message: error }
      }
      await limitAttempts(
        db,
        `reset:${request.ip}`,
        limits.resetsPerHour,
        hourSeconds,
        now(),
        resetWords.tooMany,
      )
      const key = `link-mail:${hashToken(email).toString('base64url')}`
      const { count } = await countAttempt(db, key, hourSeconds, now())
      // Known or not, an address is passed on alike and the answer is the same; beyond the limit nothing is mailed.
      if (count <= limits.linkMailsPerHour) await enqueueJob(db, resetTask, { email })
      return { success: true, next_url: '/login', message: resetWords.sent }
    },
    {
      form: ({ reply }) =>
        pages.redirect(reply, { to: '/login', flash: { kind: 'info', text: resetWords.sent } }),
    },
  )

  const idHashOf = (token: string) => {
    const id = readLinkToken(config.sessionSecret, 'reset', token)
    return id === null ? null : hashToken(id)
  }

  const livingLink = async (token: string) => {
    const idHash = idHashOf(token)
    const person = idHash && (await tokenPerson(db, idHash, 'reset', now()))
    return person ? { idHash, ...person } : null
  }

  pages.get(
    '/password/reset/:token',
    { params: z.object({ token: z.string() }) },
    async ({ params: { token } }) => {
      const link = await livingLink(token)
      return resetScreen(token, link?.email ?? null, null)
    },
  )

  handle(
    app,
    resetPassword,
    async ({ body, params: { token }, request, reply }) => {
      const door = { request, reply }
      const gone = () =>
        refuseForm(room, door, { password: resetWords.linkGone }, () => resetScreen(token, null, null), {
          status: 404,
        })
      const link = await livingLink(token)
      if (!link) return gone()
      const fault = passwordFault(body.password, link.email)
      if (fault !== null) {
        return refuseForm(room, door, { password: fault }, () => resetScreen(token, link.email, fault))
      }
      const passwordHash = await hashPassword(body.password)
      const isSet = await inTransaction(db, async tx => {
        const { personId } = link
        if (!(await holdPerson(tx, personId))) return false
        if ((await takeToken(tx, link.idHash, 'reset', now())) === null) return false
        await setPassword(tx, personId, passwordHash, now())
        // He read a mail to the address, so it is his; whoever else was in, or on the way in, is out.
        await setVerified(tx, personId, now())
        await deleteTokensOf(tx, personId)
        await deleteLoginStepsOf(tx, personId)
        await deleteSessionsOf(tx, personId)
        await tell(context, tx, personId, 'password_reset')
        return true
      })
      if (!isSet) return gone()
      return { success: true, next_url: '/login' }
    },
    {
      form: ({ reply }, { next_url }) =>
        pages.redirect(reply, { to: next_url, flash: { kind: 'success', text: resetWords.changed } }),
    },
  )
}

const forgotScreen = (email: string, error: string | null) =>
  show(forgotPage, { email, error }, { title: 'Reset your password', noindex: true })

/** `email`: whose link it is; null: it leads nowhere any more. */
const resetScreen = (token: string, email: string | null, error: string | null) =>
  show(
    resetPage,
    { link: email === null ? null : { token, email }, gone: resetWords.linkGone, error },
    { title: 'Choose a new password', noindex: true, status: email === null ? 404 : 200 },
  )

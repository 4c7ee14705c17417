import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { AppContext } from '../../infra/app-context.ts'
import { inTransaction } from '../../infra/database/db.ts'
import { handle, isPlainForm } from '../../infra/http/handle.ts'
import type { Pages } from '../../infra/pages/page-routes.ts'
import { show } from '../../infra/pages/render.ts'
import { Problem } from '../../lib/problem.ts'
import { linkPage } from './LinkPage.tsx'
import { ipHash, readConfirmToken, readUnsubscribeToken } from './links.server.ts'
import { newsletterWords, returnHash } from './messages.ts'
import {
  type Consent,
  keepConsent,
  lockSubscription,
  type Subscription,
  setConfirmed,
  setUnsubscribed,
  subscriptionById,
} from './queries.ts'
import { confirmSubscription, unsubscribe } from './schemas.ts'

type Find = (id: number) => Promise<Subscription | null>
const params = z.object({ token: z.string() })

/** The links of the mails: opening one changes nothing (mail scanners open links too), its button does. */
export function linkRoutes(
  app: FastifyInstance,
  { context, pages }: { context: AppContext; pages: Pages },
): void {
  const { db, now } = context
  const secret = context.config.sessionSecret

  const confirmable = async (token: string, find: Find) => {
    const link = readConfirmToken(secret, token)
    const found = link && (await find(link.id))
    return found &&
      found.askedAt.getTime() === link.askedAtMs &&
      !found.unsubscribedAt &&
      isOpen(found, now())
      ? found
      : null
  }
  const listed = async (token: string, find: Find) => {
    const id = readUnsubscribeToken(secret, token)
    return id === null ? null : find(id)
  }
  const screen = (kind: 'confirm' | 'unsubscribe', token: string, found: Subscription | null) =>
    show(
      linkPage,
      { kind, token, email: found?.email ?? null, gone: newsletterWords.linkGone },
      {
        title: kind === 'confirm' ? 'Confirm your newsletter' : 'Stop the newsletter',
        noindex: true,
        status: found ? 200 : 404,
      },
    )

  pages.get('/newsletter/confirm/:token', { params }, async ({ params: { token } }) =>
    screen('confirm', token, await confirmable(token, id => subscriptionById(db, id))),
  )
  pages.get('/newsletter/unsubscribe/:token', { params }, async ({ params: { token } }) =>
    screen('unsubscribe', token, await listed(token, id => subscriptionById(db, id))),
  )

  handle(
    app,
    confirmSubscription,
    async ({ params: { token }, request, reply }) => {
      const isDone = await inTransaction(db, async tx => {
        const found = await confirmable(token, id => lockSubscription(tx, id))
        if (!found) return false
        if (found.confirmedAt) return true
        await setConfirmed(tx, found.id, now())
        await keepConsent(tx, found.id, event('confirmed', request), now())
        return true
      })
      if (isDone) return { success: true, message: newsletterWords.subscribed, next_url: `/${returnHash}` }
      if (!isPlainForm(request)) throw new Problem(404, newsletterWords.linkGone)
      await pages.send(request, reply, screen('confirm', token, null))
      return { success: false, message: newsletterWords.linkGone, next_url: '/' }
    },
    { form: ({ reply }, { next_url }) => pages.redirect(reply, { to: next_url }) },
  )

  handle(
    app,
    unsubscribe,
    async ({ params: { token }, request, reply }) => {
      const isDone = await inTransaction(db, async tx => {
        const found = await listed(token, id => lockSubscription(tx, id))
        if (!found) return false
        if (found.unsubscribedAt) return true
        await setUnsubscribed(tx, found.id, now())
        await keepConsent(tx, found.id, event('unsubscribed', request), now())
        return true
      })
      if (isDone) return { success: true, message: newsletterWords.unsubscribed, next_url: '/' }
      if (!isPlainForm(request)) throw new Problem(404, newsletterWords.linkGone)
      await pages.send(request, reply, screen('unsubscribe', token, null))
      return { success: false, message: newsletterWords.linkGone, next_url: '/' }
    },
    {
      form: ({ reply }, { next_url, message }) =>
        pages.redirect(reply, { to: next_url, flash: { kind: 'success', text: message } }),
    },
  )

  const event = (what: Consent['event'], request: FastifyRequest): Consent => ({
    event: what,
    words: '',
    source: '/newsletter',
    ipHash: ipHash(secret, request.ip),
  })
}

const isOpen = ({ confirmedAt, expiresAt }: Subscription, now: Date): boolean =>
  confirmedAt !== null || expiresAt > now

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { AppContext, Tx } from '../../infra/app-context.ts'
import { inTransaction } from '../../infra/database/db.ts'
import { type CallContext, handle, isPlainForm } from '../../infra/http/handle.ts'
import type { Pages } from '../../infra/pages/page-routes.ts'
import { toPageResult } from '../../infra/pages/render.ts'
import { withEitherSecret } from '../../infra/signed-token.ts'
import { Problem } from '../../lib/calls/problem.ts'
import { type LinkKind, linkPage } from './LinkPage.tsx'
import { hashIp, verifyConfirmToken, verifyUnsubscribeToken } from './link-tokens.server.ts'
import { newsletterMessages, returnHash } from './messages.ts'
import {
  type Consent,
  findSubscriptionById,
  insertConsent,
  lockSubscription,
  type Subscription,
  setConfirmed,
  setUnsubscribed,
} from './queries.ts'
import { confirmSubscription, unsubscribe } from './schemas.ts'

type LoadSubscription = (id: number) => Promise<Subscription | null>
const params = z.object({ token: z.string() })

/** The e-mailed links. Opening one changes nothing, because mail scanners open links too. The page's button does. */
export function linkRoutes(
  app: FastifyInstance,
  { context, pages }: { context: AppContext; pages: Pages },
): void {
  const { db, now, config } = context

  /** The subscription that a link is valid for. */
  const findLinked: Record<
    LinkKind,
    (token: string, load: LoadSubscription) => Promise<Subscription | null>
  > = {
    confirm: async (token, load) => {
      const link = withEitherSecret(config, either => verifyConfirmToken(either, token))
      const subscription = link && (await load(link.id))
      if (!subscription || subscription.requestedAt.getTime() !== link.requestedAtMs) return null
      return isConfirmable(subscription, now()) ? subscription : null
    },
    unsubscribe: async (token, load) => {
      const id = withEitherSecret(config, either => verifyUnsubscribeToken(either, token))
      return id === null ? null : load(id)
    },
  }

  const renderLink = (kind: LinkKind, token: string, subscription: Subscription | null) =>
    toPageResult(
      linkPage,
      { kind, token, email: subscription?.email ?? null, linkGoneMessage: newsletterMessages.linkGone },
      {
        title: kind === 'confirm' ? 'Confirm your newsletter' : 'Stop the newsletter',
        noindex: true,
        status: subscription ? 200 : 404,
      },
    )

  for (const kind of ['confirm', 'unsubscribe'] as const) {
    pages.get(`/newsletter/${kind}/:token`, { params }, async ({ params: { token } }) =>
      renderLink(kind, token, await findLinked[kind](token, id => findSubscriptionById(db, id))),
    )
  }

  /** Locks the subscription of a link and updates it. False: the link is not valid. */
  const redeemLink = (
    kind: LinkKind,
    token: string,
    update: (tx: Tx, subscription: Subscription) => Promise<void>,
  ): Promise<boolean> =>
    inTransaction(db, async tx => {
      const subscription = await findLinked[kind](token, id => lockSubscription(tx, id))
      if (subscription) await update(tx, subscription)
      return subscription !== null
    })

  const rejectLink = async (kind: LinkKind, token: string, request: FastifyRequest, reply: FastifyReply) => {
    if (!isPlainForm(request)) throw new Problem(404, newsletterMessages.linkGone)
    await pages.send(request, reply, renderLink(kind, token, null))
    return { success: false, message: newsletterMessages.linkGone, next_url: '/' }
  }

  const toConsent = (event: Consent['event'], request: FastifyRequest): Consent => ({
    event,
    words: '',
    source: '/newsletter',
    ipHash: hashIp(config.sessionSecret, request.ip),
  })

  const confirm = async ({ params: { token }, request, reply }: CallContext<typeof confirmSubscription>) => {
    const isConfirmed = await redeemLink('confirm', token, async (tx, { id, confirmedAt }) => {
      if (confirmedAt) return
      await setConfirmed(tx, id, now())
      await insertConsent(tx, id, toConsent('confirmed', request), now())
    })
    if (!isConfirmed) return rejectLink('confirm', token, request, reply)
    return { success: true, message: newsletterMessages.subscribed, next_url: `/${returnHash}` }
  }
  handle(app, confirmSubscription, confirm, {
    form: ({ reply }, { next_url }) => pages.redirect(reply, { to: next_url }),
  })

  const end = async ({ params: { token }, request, reply }: CallContext<typeof unsubscribe>) => {
    const isEnded = await redeemLink('unsubscribe', token, async (tx, { id, unsubscribedAt }) => {
      if (unsubscribedAt) return
      await setUnsubscribed(tx, id, now())
      await insertConsent(tx, id, toConsent('unsubscribed', request), now())
    })
    if (!isEnded) return rejectLink('unsubscribe', token, request, reply)
    return { success: true, message: newsletterMessages.unsubscribed, next_url: '/' }
  }
  handle(app, unsubscribe, end, {
    form: ({ reply }, { next_url, message }) =>
      pages.redirect(reply, { to: next_url, flash: { kind: 'success', text: message } }),
  })
}

const isConfirmable = ({ confirmedAt, unsubscribedAt, expiresAt }: Subscription, now: Date): boolean =>
  unsubscribedAt === null && (confirmedAt !== null || expiresAt > now)

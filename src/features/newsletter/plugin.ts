import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { AppContext } from '../../infra/app-context.ts'
import { inTransaction } from '../../infra/database/db.ts'
import { type CallContext, handle, isPlainForm } from '../../infra/http/handle.ts'
import { toOwnPath } from '../../infra/http/request.ts'
import type { Pages } from '../../infra/pages/page-routes.ts'
import { toPageResult } from '../../infra/pages/render.ts'
import { enforceLimit, isWithinMailLimit } from '../../infra/rate-limit/attempts.ts'
import { toClientNetwork } from '../../infra/rate-limit/client-network.ts'
import { withEitherSecret } from '../../infra/token.ts'
import { Problem } from '../../lib/calls/problem.ts'
import { isEmail } from '../../lib/contact/email.ts'
import { normaliseEmail } from '../../lib/contact/normalise-email.ts'
import { confirmSubscriptionEmail } from './ConfirmSubscriptionEmail.tsx'
import { type LinkKind, linkPage } from './LinkPage.tsx'
import { hashIp, verifyConfirmToken, verifyUnsubscribeToken } from './link-tokens.server.ts'
import { consentText, isSubmittable, newsletterMessages, returnHash } from './messages.ts'
import {
  type Consent,
  findSubscriptionById,
  insertConsent,
  lockSubscription,
  requestSubscription,
  type Subscription,
  setConfirmed,
  setUnsubscribed,
} from './queries.ts'
import { subscribePage } from './SubscribePage.tsx'
import { confirmSubscription, subscribe, unsubscribe } from './schemas.ts'

export interface NewsletterDeps {
  context: AppContext
  pages: Pages
}

const minuteSeconds = 60
const hourSeconds = 3600
const linkDays = 7

/** The shop's own mailing list, for shops without a newsletter provider (R-NEWSLETTER-2). */
export async function newsletterPlugin(
  app: FastifyInstance,
  { context, pages }: NewsletterDeps,
): Promise<void> {
  const { db, config, now, baseUrl } = context

  const requestNewsletter = async ({ body, request, reply }: CallContext<typeof subscribe>) => {
    const key = `newsletter:${toClientNetwork(request.ip)}`
    const { newsletterPerMinute } = config.limits
    await enforceLimit(db, key, newsletterPerMinute, minuteSeconds, now(), newsletterMessages.tooMany)
    const next_url = toReturnPath(body.return_url)
    const email = normaliseEmail(body.email)
    if (!isSubmittable(email) || !isEmail(email)) {
      await rejectEmail(request, reply, { email: body.email, returnUrl: body.return_url })
      return { success: false, message: newsletterMessages.blank, next_url }
    }
    // Over the limit the answer stays the same, so that it does not reveal whether the address is subscribed.
    if (await isWithinMailLimit(context, 'newsletter-mail', email))
      await sendConfirmation(email, toConsent(request))
    return { success: true, message: newsletterMessages.confirmationSent, next_url }
  }
  handle(app, subscribe, requestNewsletter, {
    form: ({ reply }, { next_url, message }) =>
      pages.redirect(reply, { to: next_url, flash: { kind: 'newsletter', text: message } }),
  })
  linkRoutes(app, { context, pages })

  const rejectEmail = async (
    request: FastifyRequest,
    reply: FastifyReply,
    typed: { email: string; returnUrl: string },
  ) => {
    const error = newsletterMessages.blank
    if (!isPlainForm(request)) throw new Problem(422, error, { errors: { email: [error] } })
    const head = { title: 'Error: Newsletter', noindex: true, status: 422 }
    await pages.send(request, reply, toPageResult(subscribePage, { ...typed, error }, head))
  }

  const sendConfirmation = (email: string, consent: Consent) =>
    inTransaction(db, async tx => {
      const at = now()
      const expiresAt = new Date(at.getTime() + linkDays * 24 * hourSeconds * 1000)
      const subscription = await requestSubscription(tx, email, at, expiresAt)
      if (!subscription) return
      const { id: subscriptionId, requestedAt } = subscription
      await insertConsent(tx, subscriptionId, consent, at)
      await confirmSubscriptionEmail.enqueue(tx, { subscriptionId, askedAtMs: requestedAt.getTime(), email })
    })

  const toConsent = (request: FastifyRequest): Consent => ({
    event: 'asked',
    words: consentText,
    source: getRefererPath(request),
    ipHash: hashIp(config.sessionSecret, request.ip),
  })

  /** A path of the shop with the hash that shows the success message (R-NEWSLETTER-1). */
  const toReturnPath = (returnUrl: string): string => {
    const path = returnUrl.startsWith(`${baseUrl()}/`) ? returnUrl.slice(baseUrl().length) : returnUrl
    return toOwnPath(path, '/').replace(/#.*$/, '') + returnHash
  }
}

function getRefererPath({ headers: { referer } }: FastifyRequest): string {
  return referer && URL.canParse(referer) ? new URL(referer).pathname.slice(0, 300) : ''
}

type LoadSubscription = (id: number) => Promise<Subscription | null>
const params = z.object({ token: z.string() })

/** The e-mailed links. Opening one changes nothing, because mail scanners open links too. The page's button does. */
function linkRoutes(app: FastifyInstance, { context, pages }: { context: AppContext; pages: Pages }): void {
  const { db, now, config } = context

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

  /** Does what a link is for, once. A link that is not valid any more is refused. */
  const redeemLink = async (
    kind: LinkKind,
    { params: { token }, request, reply }: CallContext<typeof confirmSubscription | typeof unsubscribe>,
  ) => {
    const { isDone, apply, event, answer } = linkEffects[kind]
    const isValid = await inTransaction(db, async tx => {
      const subscription = await findLinked[kind](token, id => lockSubscription(tx, id))
      if (!subscription || isDone(subscription)) return subscription !== null
      await apply(tx, subscription.id, now())
      const ipHash = hashIp(config.sessionSecret, request.ip)
      const consent = { event, words: '', source: '/newsletter', ipHash }
      await insertConsent(tx, subscription.id, consent, now())
      return true
    })
    if (isValid) return { success: true, ...answer }
    if (!isPlainForm(request)) throw new Problem(404, newsletterMessages.linkGone)
    await pages.send(request, reply, renderLink(kind, token, null))
    return { success: false, message: newsletterMessages.linkGone, next_url: '/' }
  }

  handle(app, confirmSubscription, call => redeemLink('confirm', call), {
    form: ({ reply }, { next_url }) => pages.redirect(reply, { to: next_url }),
  })
  handle(app, unsubscribe, call => redeemLink('unsubscribe', call), {
    form: ({ reply }, { next_url, message }) =>
      pages.redirect(reply, { to: next_url, flash: { kind: 'success', text: message } }),
  })
}

const linkEffects = {
  confirm: {
    isDone: ({ confirmedAt }: Subscription) => confirmedAt !== null,
    apply: setConfirmed,
    event: 'confirmed',
    answer: { message: newsletterMessages.subscribed, next_url: `/${returnHash}` },
  },
  unsubscribe: {
    isDone: ({ unsubscribedAt }: Subscription) => unsubscribedAt !== null,
    apply: setUnsubscribed,
    event: 'unsubscribed',
    answer: { message: newsletterMessages.unsubscribed, next_url: '/' },
  },
} as const

const isConfirmable = ({ confirmedAt, unsubscribedAt, expiresAt }: Subscription, now: Date): boolean =>
  unsubscribedAt === null && (confirmedAt !== null || expiresAt > now)

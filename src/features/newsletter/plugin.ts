import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../infra/app-context.ts'
import { inTransaction } from '../../infra/database/db.ts'
import { type CallContext, handle, isPlainForm } from '../../infra/http/handle.ts'
import type { Pages } from '../../infra/pages/page-routes.ts'
import { toPageResult } from '../../infra/pages/render.ts'
import { countAttempt, enforceLimit } from '../../infra/rate-limit/attempts.ts'
import { toClientNetwork } from '../../infra/rate-limit/client-network.ts'
import { hashToken } from '../../infra/token.ts'
import { Problem } from '../../lib/calls/problem.ts'
import { isEmail } from '../../lib/contact/email.ts'
import { normaliseEmail } from '../../lib/contact/normalise-email.ts'
import { toOwnPath } from '../../lib/own-path.ts'
import { confirmSubscriptionEmail } from './ConfirmSubscriptionEmail.tsx'
import { linkRoutes } from './link-routes.server.ts'
import { hashIp } from './link-tokens.server.ts'
import { consentText, isSubmittable, newsletterMessages, returnHash } from './messages.ts'
import { type Consent, insertConsent, requestSubscription } from './queries.ts'
import { subscribePage } from './SubscribePage.tsx'
import { subscribe } from './schemas.ts'

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
    if (await isWithinEmailLimit(email)) await sendConfirmation(email, toConsent(request))
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

  // Over the limit the answer stays the same, so that it does not reveal whether the address is subscribed.
  const isWithinEmailLimit = async (email: string): Promise<boolean> => {
    const key = `newsletter-mail:${hashToken(email).toString('base64url')}`
    const { count } = await countAttempt(db, key, hourSeconds, now())
    return count <= config.limits.linkMailsPerHour
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

import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AppContext } from '../../infra/app-context.ts'
import { inTransaction } from '../../infra/database/db.ts'
import { hashToken } from '../../infra/http/cookies.ts'
import { handle, isPlainForm } from '../../infra/http/handle.ts'
import { enqueueEmail } from '../../infra/mail/mail.ts'
import type { Pages } from '../../infra/pages/page-routes.ts'
import { show } from '../../infra/pages/render.ts'
import { countAttempt, limitAttempts } from '../../infra/rate-limit/attempts.ts'
import { isEmail, normaliseEmail } from '../../lib/email.ts'
import { toOwnPath } from '../../lib/links.ts'
import { Problem } from '../../lib/problem.ts'
import { linkRoutes } from './link-routes.server.ts'
import { ipHash } from './links.server.ts'
import { confirmMail } from './mail.ts'
import { canBeSent, consentText, newsletterWords, returnHash } from './messages.ts'
import { ask, type Consent, keepConsent } from './queries.ts'
import { subscribePage } from './SubscribePage.tsx'
import { subscribe } from './schemas.ts'

export interface NewsletterDeps {
  context: AppContext
  pages: Pages
}

const minuteSeconds = 60
const hourSeconds = 3600
const linkDays = 7

/** The shop's own list, where no provider keeps one (contract §3 'Newsletter'). */
export async function newsletterPlugin(
  app: FastifyInstance,
  { context, pages }: NewsletterDeps,
): Promise<void> {
  const { db, config, now, baseUrl } = context

  handle(
    app,
    subscribe,
    async ({ body, request, reply }) => {
      const { newsletterPerMinute } = config.limits
      const words = newsletterWords.tooMany
      await limitAttempts(db, `newsletter:${request.ip}`, newsletterPerMinute, minuteSeconds, now(), words)
      const next_url = returnPath(body.return_url)
      const email = normaliseEmail(body.email)
      if (!canBeSent(email) || !isEmail(email)) {
        if (!isPlainForm(request)) {
          throw new Problem(422, newsletterWords.blank, { errors: { email: [newsletterWords.blank] } })
        }
        const props = { email: body.email, returnUrl: body.return_url, error: newsletterWords.blank }
        await pages.send(
          request,
          reply,
          show(subscribePage, props, { title: 'Error: Newsletter', noindex: true, status: 422 }),
        )
        return { success: false, message: newsletterWords.blank, next_url }
      }
      if (await mayBeMailed(email)) await askFor(email, asked(request))
      return { success: true, message: newsletterWords.asked, next_url }
    },
    {
      form: ({ reply }, { next_url, message }) =>
        pages.redirect(reply, { to: next_url, flash: { kind: 'info', text: message } }),
    },
  )
  linkRoutes(app, { context, pages })

  // Whether the address is known is not told: not by the answer, and a stranger gets no more mails than that.
  const mayBeMailed = async (email: string): Promise<boolean> => {
    const key = `newsletter-mail:${hashToken(email).toString('base64url')}`
    const { count } = await countAttempt(db, key, hourSeconds, now())
    return count <= config.limits.linkMailsPerHour
  }

  const askFor = (email: string, consent: Consent) =>
    inTransaction(db, async tx => {
      const at = now()
      const expiresAt = new Date(at.getTime() + linkDays * 24 * hourSeconds * 1000)
      const subscription = await ask(tx, email, at, expiresAt)
      if (!subscription) return
      await keepConsent(tx, subscription.id, consent, at)
      const { id: subscriptionId, askedAt } = subscription
      await enqueueEmail(tx, confirmMail({ subscriptionId, askedAtMs: askedAt.getTime(), email }))
    })

  const asked = (request: FastifyRequest): Consent => ({
    event: 'asked',
    words: consentText,
    source: pageOf(request),
    ipHash: ipHash(config.sessionSecret, request.ip),
  })

  /** A page of the shop's own, with the hash that says that it worked (Specification §7). */
  const returnPath = (wanted: string): string => {
    const path = wanted.startsWith(`${baseUrl()}/`) ? wanted.slice(baseUrl().length) : wanted
    return toOwnPath(path, '/').replace(/#.*$/, '') + returnHash
  }
}

function pageOf({ headers: { referer } }: FastifyRequest): string {
  return referer && URL.canParse(referer) ? new URL(referer).pathname.slice(0, 300) : ''
}

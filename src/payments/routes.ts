import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Visitors } from '../accounts/server.ts'
import { findOwnOrder } from '../orders/server.ts'
import { handle, read } from '../platform/handle.ts'
import { contentPolicy } from '../platform/headers.ts'
import { escapeHtml } from '../platform/text.ts'
import { Problem } from '../shared/problem.ts'
import { pageState, paymentWords, supersededWords } from './attempts.ts'
import { paymentStatus } from './contract.ts'
import { attemptByToken, latestAttempt } from './data.ts'
import { receiveNotification } from './notification.server.ts'
import { notificationPath, type Payments, returnPath } from './setup.server.ts'

interface Wiring extends Payments {
  visitors: Visitors
  /** The terms that stand on the checkout page now: to pay is to accept them. */
  termsVersion: string
}

const mostNotificationBytes = 16 * 1024

export function paymentRoutes(app: FastifyInstance, wiring: Wiring): void {
  const { house, visitors, termsVersion } = wiring

  handle(app, paymentStatus, async ({ params, request }) => {
    const visitor = await visitors.of(request)
    const owner = { sessionHash: visitor.sessionHash, personId: visitor.person?.id ?? null }
    const order = await findOwnOrder(house.db, params.reference, owner)
    if (!order) throw new Problem(404)
    const attempt = await latestAttempt(house.db, order.id)
    const state = pageState(order.state, attempt?.state ?? null, attempt?.doubted)
    return {
      state,
      message: order.state === 'superseded' ? supersededWords : paymentWords[state],
      next_url: state === 'paid' ? `/order/${order.reference}/confirmation` : null,
    }
  })

  // Its own corner, because the provider's bytes are latin-1 and its signature is over them as they stand.
  app.register(async corner => {
    corner.removeAllContentTypeParsers()
    corner.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: mostNotificationBytes },
      async (_r: unknown, b: Buffer) => b,
    )
    corner.post(notificationPath, { config: { signed: true } }, async (request, reply) => {
      const body = Buffer.isBuffer(request.body) ? request.body.toString('latin1') : ''
      const { from } = request.query as { from?: unknown }
      const mark = typeof from === 'string' && /^[0-9a-f]{16}$/.test(from) ? from : null
      const answer = await receiveNotification(wiring, body, termsVersion, mark)
      return reply.type('text/plain; charset=iso-8859-1').header('cache-control', 'no-store').send(answer)
    })
  })

  // Reached from the provider's page, perhaps inside our frame and without cookies: it shows nothing personal,
  // decides nothing, and leads out of the frame (reference §6.9).
  app.get(`${returnPath}/:token`, async (request, reply) => {
    const { token } = read(z.object({ token: z.string().max(64) }), request.params, 'params') as {
      token: string
    }
    const attempt = await attemptByToken(house.db, token)
    const to = attempt?.state === 'paid' ? '/checkout/paid' : '/checkout'
    const words = attempt?.state === 'paid' ? paymentWords.paid : 'This payment has ended.'
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-security-policy', contentPolicy(house, { framedBySelf: true }))
      .send(returnPage(words, to))
  })
}

function returnPage(words: string, to: string): string {
  return `<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><meta name="robots" content="noindex"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Payment</title><link rel="stylesheet" href="/return.css"><script src="/return.js" defer></script></head><body><p>${escapeHtml(words)}</p><p><a href="${to}" target="_top">Continue to your order</a></p></body></html>`
}

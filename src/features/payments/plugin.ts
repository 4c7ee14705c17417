import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { escapeHtml } from '../../infra/escape-html.ts'
import { handle } from '../../infra/http/handle.ts'
import { formatContentPolicy } from '../../infra/http/headers.ts'
import { getReturnPath, requestIdPattern } from '../../infra/http/request.ts'
import type { Pages } from '../../infra/pages/page-routes.ts'
import { Problem } from '../../lib/calls/problem.ts'
import type { Visitors } from '../accounts/service.ts'
import { createInvoicePaymentPath } from '../billing/service.ts'
import { createPaymentPath, findOwnOrder, type Order } from '../orders/service.ts'
import { getPageState, paymentMessages, supersededMessage } from './attempts/attempt.ts'
import { findAttemptByReturnToken, findLatestAttempt, type ReturnedAttempt } from './attempts/queries.ts'
import { invoicePaymentRoutes } from './invoice/routes.server.ts'
import { paymentLinkRoutes } from './link/routes.server.ts'
import { receiveNotification } from './notifications/receive-notification.server.ts'
import {
  findProvider,
  notificationPath,
  type PaymentsContext,
  returnPath,
} from './payments-context.server.ts'
import { cancelPayment, paymentStatus } from './schemas.ts'
import { cancelOpenPayment } from './service.ts'

export interface PaymentsDeps extends PaymentsContext {
  visitors: Visitors
  pages: Pick<Pages, 'get' | 'redirect'>
}

const maxNotificationBytes = 16 * 1024

const notificationQuery = z.object({
  /** Absent in notification URLs of older releases. */
  provider: z.string().max(20).optional().catch(undefined),
  from: z
    .string()
    .regex(/^[0-9a-f]{16}$/)
    .nullable()
    .catch(null),
})

export async function paymentsPlugin(app: FastifyInstance, deps: PaymentsDeps): Promise<void> {
  const { context, visitors, pages } = deps

  const findOrder = async (reference: string, request: FastifyRequest) => {
    const visitor = await visitors.get(request)
    const owner = { sessionHash: visitor.sessionHash, personId: visitor.person?.id ?? null }
    const order = await findOwnOrder(context.db, reference, owner)
    if (!order) throw new Problem(404)
    return order
  }

  const getStatus = async (order: Order) => {
    const attempt = await findLatestAttempt(context.db, order.id)
    const state = getPageState(order.state, attempt?.state ?? null, attempt?.hasInvalidNotification)
    return {
      state,
      message: order.state === 'superseded' ? supersededMessage : paymentMessages[state],
      next_url: state === 'paid' ? `/order/${order.reference}/confirmation` : null,
    }
  }

  paymentLinkRoutes(app, deps)
  invoicePaymentRoutes(app, deps)

  handle(app, paymentStatus, async ({ params, request }) =>
    getStatus(await findOrder(params.reference, request)),
  )

  handle(
    app,
    cancelPayment,
    async ({ params, request }) => {
      const { id } = await findOrder(params.reference, request)
      return getStatus(await cancelOpenPayment(context, id))
    },
    {
      // Without JavaScript: back to the checkout, or on to the confirmation when the payment was faster.
      form: ({ request, reply }, { state, message, next_url }) =>
        pages.redirect(reply, {
          to: next_url ?? getReturnPath(request, '/checkout'),
          flash: { kind: state === 'paid' ? 'success' : 'info', text: message },
        }),
    },
  )

  // A plugin scope without the app's body parsers: signatures are over the bytes as the provider sent them.
  app.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: maxNotificationBytes },
      async (_request: unknown, body: Buffer) => body,
    )
    scope.post(notificationPath, { config: { signed: true } }, async (request, reply) => {
      const { provider: name, from: addressHash } = notificationQuery.parse(request.query)
      const provider = name === undefined ? deps.provider : findProvider(deps, name)
      if (!provider) throw new Problem(404)
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const notificationReply = await receiveNotification(deps, {
        provider,
        request: { body, headers: request.headers },
        addressHash,
        // Paying accepts the terms on the checkout page now, which may have been taken back while the payment was open.
        termsVersion: context.config.terms?.version ?? 'not published',
      })
      return reply
        .type(provider.notificationReplyType)
        .header('cache-control', 'no-store')
        .send(notificationReply)
    })
  })

  const getReturnTarget = (attempt: ReturnedAttempt | null): string => {
    if (attempt?.invoiceNumber)
      return createInvoicePaymentPath(context.config.sessionSecret, attempt.invoiceNumber)
    if (attempt?.isByLink && attempt.order)
      return createPaymentPath(context.config.sessionSecret, attempt.order)
    return attempt?.state === 'paid' ? '/checkout/paid' : '/checkout'
  }

  // The provider sends the customer here, possibly inside the frame and without cookies: the page shows nothing personal,
  // decides nothing, and leads out of the frame.
  const params = z.object({ token: z.string().max(64) })
  const querystring = z.object({ request_id: z.string().regex(requestIdPattern).optional().catch(undefined) })
  app.get(`${returnPath}/:token`, { schema: { params, querystring } }, async (request, reply) => {
    const { token } = request.params as z.output<typeof params>
    const { request_id: notificationRequestId } = request.query as z.output<typeof querystring>
    const attempt = await findAttemptByReturnToken(context.db, token)
    request.log.info(
      {
        payment: attempt?.transactionReference ?? null,
        state: attempt?.state ?? null,
        notificationRequestId,
      },
      'The customer returned from the payment provider.',
    )
    const to = getReturnTarget(attempt)
    const message = attempt?.state === 'paid' ? paymentMessages.paid : 'This payment has ended.'
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-security-policy', formatContentPolicy(context, { framedBySelf: true }))
      .send(renderReturnPage(message, to))
  })
}

function renderReturnPage(message: string, to: string): string {
  return `<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><meta name="robots" content="noindex"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Payment</title><link rel="stylesheet" href="/return.css"><script src="/return.js" defer></script></head><body><p>${escapeHtml(message)}</p><p><a href="${to}" target="_top">Continue to your order</a></p></body></html>`
}

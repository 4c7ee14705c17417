import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type CallContext, handle, isPlainForm } from '../../../infra/http/handle.ts'
import { toPageResult } from '../../../infra/pages/render.ts'
import { countAttempt, removeAttempt } from '../../../infra/rate-limit/attempts.ts'
import { toClientNetwork } from '../../../infra/rate-limit/client-network.ts'
import type { FieldErrors } from '../../../lib/calls/field-checks.ts'
import { Problem } from '../../../lib/calls/problem.ts'
import type { PageDeps } from '../../accounts/service.ts'
import { createStatusPath, findOrderByReference, isOwnOrder, readStatusToken } from '../../orders/service.ts'
import { withParcels } from '../../warehouse/service.ts'
import { findOrder } from '../schemas.ts'
import { type FindOrderPageProps, findOrderPage } from './FindOrderPage.tsx'
import {
  canBeLookedUp,
  isReference,
  lookupMessages,
  matchesPostcode,
  normaliseReference,
  notFoundErrors,
  toOrderStatus,
  validateLookup,
} from './lookup.ts'
import { orderStatusPage } from './OrderStatusPage.tsx'

const hourSeconds = 3600
const firstTriesOfNetwork = 3
const pageQuery = z.object({ reference: z.string().max(40).catch('') })
const tokenParams = z.object({ token: z.string().max(100) })

/** Looking an order up by number and postcode, without a session (R-ORDER-22). */
export function orderLookupRoutes(app: FastifyInstance, { context, visitors, pages }: PageDeps): void {
  const { config, db, now } = context

  pages.get('/order/find', { query: pageQuery }, async ({ query: { reference } }) =>
    renderForm({ reference, postcode: '', errors: {} }),
  )

  pages.get('/order/status/:token', { params: tokenParams }, async ({ params: { token } }) => {
    const reference = readStatusToken(config, token, now())
    if (reference === null) return { to: '/order/find' }
    const order = await findOrderByReference(db, reference, withParcels)
    if (!order || !canBeLookedUp(order)) throw new Problem(404)
    const title = `Order ${reference}`
    return toPageResult(orderStatusPage, { order: toOrderStatus(order, now()) }, { title, noindex: true })
  })

  handle(
    app,
    findOrder,
    async call => {
      const { body, request } = call
      const errors = validateLookup(body)
      if (Object.keys(errors).length > 0) return refuse(errors, call)
      const reference = normaliseReference(body.reference)
      const attempts = await countAttempts(request, reference)
      const order = await findOrderByReference(db, reference)
      if (order && canBeLookedUp(order) && matchesPostcode(order, body.postcode)) {
        await Promise.all(attempts.map(key => removeAttempt(db, key)))
        const next_url = createStatusPath(config.sessionSecret, order.reference, now())
        return { success: true, message: '', next_url }
      }
      return refuse(notFoundErrors, call)
    },
    { form: ({ reply }, { next_url }) => pages.redirect(reply, { to: next_url! }) },
  )

  const refuse = async (errors: FieldErrors, { body, request, reply }: CallContext<typeof findOrder>) => {
    const { reference, postcode } = body
    if (isPlainForm(request)) await pages.send(request, reply, renderForm({ reference, postcode, errors }))
    return { success: false, message: lookupMessages.notFound, next_url: null }
  }

  /**
   * Counts a try; returns its keys. Throws a 429 beyond the limits. Strangers share the limit of an order, but the first
   * tries of each network are answered all the same, and the browser that ordered counts apart, so that the customer always has tries
   * left.
   */
  const countAttempts = async (request: FastifyRequest, reference: string): Promise<string[]> => {
    const { lookupFailuresPerHour, lookupFailuresPerOrder } = config.limits
    if (await isOwner(request, reference))
      return [await countWithin(`lookup-own:${reference}`, lookupFailuresPerOrder)]
    const network = toClientNetwork(request.ip)
    const networkKey = await countWithin(`lookup:${network}`, lookupFailuresPerHour)
    // Texts that are no order number would all share one limit.
    if (!isReference(reference)) return [networkKey]
    const firstTriesKey = `lookup-order:${reference}:${network}`
    const { count } = await countAttempt(db, firstTriesKey, hourSeconds, now())
    const limit = count > firstTriesOfNetwork ? lookupFailuresPerOrder : Number.POSITIVE_INFINITY
    return [networkKey, firstTriesKey, await countWithin(`lookup-order:${reference}`, limit)]
  }

  const isOwner = async (request: FastifyRequest, reference: string): Promise<boolean> => {
    const { sessionHash, person } = await visitors.get(request)
    return isOwnOrder(db, reference, { sessionHash, personId: person?.id ?? null })
  }

  const countWithin = async (key: string, limit: number): Promise<string> => {
    const { count, secondsLeft } = await countAttempt(db, key, hourSeconds, now())
    if (count > limit) throw new Problem(429, lookupMessages.tooMany, { retryAfterSeconds: secondsLeft })
    return key
  }
}

function renderForm(props: FindOrderPageProps) {
  const { errors } = props
  return toPageResult(findOrderPage, props, { title: 'Where is my order?', noindex: true, errors })
}

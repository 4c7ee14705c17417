import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { addMultipartParser, listUploadedFiles } from '../../infra/http/body/multipart.ts'
import { type CallContext, handle } from '../../infra/http/handle.ts'
import { toRequestKey } from '../../infra/http/request.ts'
import type { PageResult } from '../../infra/pages/render.ts'
import { countAttempt, getAttempts } from '../../infra/rate-limit/attempts.ts'
import { toJobOwner } from '../../infra/worker-threads/thread-job.ts'
import { withoutPromise } from '../../lib/availability.ts'
import type { ReplyOf } from '../../lib/calls/call.ts'
import { Problem } from '../../lib/calls/problem.ts'
import { toLondonTime } from '../../lib/dates.ts'
import {
  getAccountPage,
  type PageDeps,
  requirePerson,
  toAccountPage,
  type Visitors,
} from '../accounts/service.ts'
import type { Person } from '../accounts/visitor.ts'
import { linePageQuery, pickLinePage } from '../basket/lines/line-pages.ts'
import { type AccountOrder, toViewer } from '../order-pages/account/account-order.ts'
import { findAccountOrder } from '../order-pages/service.ts'
import { formatRequestRefusal, pictureMessages, returnMessages, toQuantityError } from './messages.ts'
import { encodePictures } from './pictures.server.ts'
import { findReturnByRequest, getLastDespatch, listReturnableLines } from './queries.ts'
import { type ReturnFormPageProps, returnFormPage } from './ReturnFormPage.tsx'
import * as requests from './request-return.server.ts'
import { formatReturnNumber, maxPictureBytes, maxPictures, toReturnFormUrl, toReturnUrl } from './returns.ts'
import { emptyReturn, parseReturn } from './rules.ts'
import { requestReturn } from './schemas.ts'
import { toReturnForm } from './view.ts'

const params = z.object({ reference: z.string().max(20) })

/** The pictures, and the fields. */
const maxFormBytes = maxPictures * maxPictureBytes + 4 * 1024 * 1024
/** Per process, because each takes up the disk until it is answered. */
const maxUploads = 8
const maxUploadsPerPerson = 4

type RequestContext = CallContext<typeof requestReturn>
type RequestReply = ReplyOf<typeof requestReturn>
type RejectedReturn = Partial<Pick<ReturnFormPageProps, 'typed' | 'errors' | 'message' | 'requestKey'>> & {
  page?: string | undefined
}

/** The form that asks for a return, with pictures (R-RETURN-1, R-RETURN-2). */
export function returnFormRoutes(app: FastifyInstance, { context, visitors, pages }: PageDeps): void {
  const { db, config } = context

  getAccountPage(
    { visitors, pages },
    '/account/orders/:reference/return',
    { params, query: linePageQuery },
    async ({ params: { reference }, query, person }) => {
      return renderForm(person, await getOrder(person, reference), { page: query.page })
    },
  )

  // Only the route of this instance parses multipart forms. Visitors who may not send one are refused before its body is
  // read.
  app.register(async forms => {
    addMultipartParser(forms, { context, maxBytes: maxFormBytes })
    // In any case before up to 24 MB are read.
    forms.addHook('onRequest', async request => {
      if (isMultipart(request)) await authorize(request)
    })
    limitUploads(forms, visitors)
    handle(forms, requestReturn, receiveForm, {
      authorize: async request => {
        if (!isMultipart(request)) await authorize(request)
      },
      form: answerForm,
    })
  })

  const authorize = async (request: FastifyRequest): Promise<void> => {
    const person = await requirePerson(visitors, request)
    const { data } = params.safeParse(request.params)
    if (!data) throw new Problem(404)
    await getOrder(person, data.reference)
    if (!isMultipart(request) || getBodyLength(request) < minPictureBytes) return
    const count = await getAttempts(db, toLimitKey(person), hourSeconds, context.now())
    if (count >= config.limits.returnsPerHour)
      throw new Problem(429, returnMessages.tooManyRequests, { retryAfterSeconds: 600 })
  }

  const receiveForm = async ({
    params: { reference },
    body,
    request,
  }: RequestContext): Promise<RequestReply> => {
    const person = await requirePerson(visitors, request)
    const order = await getOrder(person, reference)
    const parsed = parseReturn(body)
    if ('errors' in parsed) return refuse(request, '', parsed.errors)
    const files = listUploadedFiles(request, 'pictures')
    const requestKey = toRequestKey(request, files)
    const earlier = await findReturnByRequest(db, requestKey)
    if (earlier !== null) return toRequested(earlier)
    if (await isOverLimit(person)) return refuse(request, returnMessages.tooManyRequests, {})
    const encoded = await encodePictures(context, toJobOwner(request, person), files)
    if (!encoded.ok) return { ...refused, errors: { pictures: encoded.reason } }
    const sent = { ...parsed, pictures: encoded.pictures, person, requestKey }
    const result = await requests.requestReturn(context, order.id, sent)
    if (result.ok) return toRequested(result.id)
    return refuse(request, formatRequestRefusal(result.reason), toQuantityError(result.reason, body.lines))
  }

  const isOverLimit = async (person: Person): Promise<boolean> =>
    (await countAttempt(db, toLimitKey(person), hourSeconds, context.now())).count >
    config.limits.returnsPerHour

  const answerForm = async (
    { params: { reference }, body, request, reply }: RequestContext,
    { success, message, errors, next_url }: RequestReply,
  ): Promise<FastifyReply> => {
    if (success) return pages.redirect(reply, { to: next_url!, flash: { kind: 'success', text: message } })
    const person = await requirePerson(visitors, request)
    // What is at a field is not repeated above the form.
    const notice = Object.keys(errors).length > 0 ? '' : message
    const rejected = { typed: body, errors, message: notice, requestKey: body.request }
    return pages.send(request, reply, await renderForm(person, await getOrder(person, reference), rejected))
  }

  const getOrder = async (person: Person, reference: string): Promise<AccountOrder> => {
    const order = await findAccountOrder(db, toViewer(person), reference)
    if (order?.kind !== 'order') throw new Problem(404)
    return order
  }

  const renderForm = async (
    person: Person,
    order: AccountOrder,
    rejected: RejectedReturn,
  ): Promise<PageResult> => {
    const { id, reference } = order
    const url = toReturnFormUrl(reference)
    const lastDespatch = await getLastDespatch(db, id)
    const lines = await listReturnableLines(db, id)
    const today = toLondonTime(context.now()).date
    const form = toReturnForm({ ...order, lastDespatch }, lines, config.returns, today)
    const { typed = emptyReturn, errors = {}, message = '', requestKey = randomUUID() } = rejected
    const isRefused = message !== '' || Object.keys(errors).length > 0
    const props = {
      reference,
      orderUrl: `/account/orders/${reference}`,
      url,
      form: pickLinePage(form, rejected.page, url),
      requestKey,
      typed,
      errors,
      message,
    }
    const title = `${isRefused ? 'Error: ' : ''}Return goods of order ${reference}`
    const head = { layout: withoutPromise, status: isRefused ? 422 : 200 }
    return toAccountPage(person, returnFormPage, title, props, head)
  }
}

const hourSeconds = 3600
const toLimitKey = ({ id }: Person): string => `return:${id}`

/** A form without pictures is shorter: its page is shown again with what was typed. */
const minPictureBytes = 64 * 1024

/** Infinity: the client does not say. */
const getBodyLength = ({ headers }: FastifyRequest): number =>
  Number(headers['content-length'] ?? Number.POSITIVE_INFINITY)

const isMultipart = ({ headers }: FastifyRequest): boolean =>
  /^multipart\/form-data/i.test(headers['content-type'] ?? '')

const refused: RequestReply = { success: false, message: '', errors: {}, number: null, next_url: null }

/** A browser does not send the files of a rejected form again by itself. */
function refuse(request: FastifyRequest, message: string, errors: RequestReply['errors']): RequestReply {
  const hasPictures = listUploadedFiles(request, 'pictures').length > 0
  return {
    ...refused,
    message,
    errors: hasPictures ? { ...errors, pictures: pictureMessages.again } : errors,
  }
}

const toRequested = (id: number): RequestReply => ({
  success: true,
  message: `Return ${formatReturnNumber(id)} has been requested. We’ll email you.`,
  errors: {},
  number: formatReturnNumber(id),
  next_url: toReturnUrl(id),
})

/** Refuses forms with pictures while too many are being read, of one person or in all. */
function limitUploads(app: FastifyInstance, visitors: Visitors): void {
  const running = new Map<FastifyRequest, number>()
  app.addHook('onRequest', async (request, reply) => {
    if (!isMultipart(request)) return
    const { id } = await requirePerson(visitors, request)
    const ofPerson = [...running.values()].filter(owner => owner === id).length
    if (ofPerson >= maxUploadsPerPerson || running.size >= maxUploads)
      throw new Problem(429, returnMessages.busy, { retryAfterSeconds: 20 })
    running.set(request, id)
    // Not Fastify's onResponse, which never comes for a request that the browser breaks off.
    reply.raw.once('close', () => running.delete(request))
  })
}

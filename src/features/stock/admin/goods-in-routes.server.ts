import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { addMultipartParser, getUploadedFile } from '../../../infra/http/body/multipart.ts'
import { type PageResult, toPageResult } from '../../../infra/pages/render.ts'
import { toJobOwner } from '../../../infra/worker-threads/thread-job.ts'
import type { FieldErrors } from '../../../lib/calls/field-checks.ts'
import { Problem } from '../../../lib/calls/problem.ts'
import { pluralize } from '../../../lib/count.ts'
import { formatDateTime, toLondonTime } from '../../../lib/dates.ts'
import { toOneLine } from '../../../lib/text.ts'
import type { Person } from '../../accounts/visitor.ts'
import { type AdminDeps, addAdminPage, requireStaff } from '../../back-office/service.ts'
import { createStaffAction, done, invalid, refuse } from '../../back-office/staff-action.server.ts'
import { padRefusalMessages } from '../../order-pad/refusals.ts'
import {
  type ListSource,
  maxListFormBytes,
  readList,
  readLines as readListLines,
} from '../../order-pad/service.ts'
import type { SearchService } from '../../search/service.ts'
import { listPiecesToSend } from '../../warehouse/service.ts'
import { bookDelivery } from '../schemas.ts'
import { goodsInUrl, toStockUrl } from '../stock.ts'
import { type GoodsInFormProps, goodsInPage } from './GoodsInPage.tsx'
import { goodsInResultPage } from './GoodsInResultPage.tsx'
import {
  bookGoodsIn,
  findGoodsIn,
  findGoodsInByRequest,
  listGoodsInParts,
  listLatestGoodsIn,
  readDelivery,
} from './goods-in.server.ts'
import {
  type DeliveredPieces,
  formatBookedNote,
  formatLines,
  formatOtherBooked,
  formatProblems,
  formatReading,
  type GoodsInInput,
  goodsInMessages,
  sumDelivered,
  validateDelivery,
} from './goods-in.ts'
import { maxListedPieces, toListedDelivery, toListedPieces } from './view.ts'

const latestCount = 10

/** Booking the deliveries of suppliers in (R-STOCK-6). */
export function goodsInRoutes(app: FastifyInstance, deps: AdminDeps & { search: SearchService }): void {
  const { context, visitors, pages, search } = deps
  const { db } = context
  const authorize = (request: FastifyRequest) => requireStaff(visitors, request, 'warehouse')

  addAdminPage(deps, goodsInUrl, { right: 'warehouse' }, () =>
    renderForm({ supplier: '', delivery_note: '', lines: '' }),
  )

  const params = z.object({ id: z.string().max(20) })
  addAdminPage(deps, `${goodsInUrl}/:id`, { right: 'warehouse', params }, async ({ params: { id } }) => {
    const delivery = /^[1-9]\d{0,8}$/.test(id) ? await findGoodsIn(db, Number(id)) : null
    if (!delivery) throw new Problem(404)
    const parts = await listGoodsInParts(db, delivery.id)
    const delivered = new Map(parts.map(part => [part.productId, part.quantity]))
    const freed = await listPiecesToSend(db, [...delivered.keys()], { limit: maxListedPieces, delivered })
    const now = context.now()
    const props = {
      delivery: { ...toListedDelivery(delivery), at: formatDateTime(delivery.at) },
      parts: parts.map(part => ({ ...part, url: toStockUrl(part.code) })),
      openPieces: toListedPieces(freed, toLondonTime(now).date),
      now: formatDateTime(now),
    }
    return toPageResult(goodsInResultPage, props, { title: `Goods in: ${delivery.deliveryNote}` })
  })

  const staffAction = createStaffAction(app, deps, {
    load: async () => ({ version: null }),
    toUrl: (_form, { url }) => String(url),
  })

  staffAction(bookDelivery, {
    right: 'warehouse',
    run: async ({ body, request, staff, now }) => {
      const { lines, errors } = await readLines({ text: body.lines }, request, staff)
      const allErrors = { ...validateDelivery(body), ...errors }
      const reply = { ...toReading(lines), url: null }
      if (Object.keys(allErrors).length > 0) return { ...invalid(allErrors), reply }
      if (reply.checked !== body.checked) return { ...refuse(goodsInMessages.check), reply }
      const { request_key: requestKey, supplier, delivery_note: deliveryNote } = body
      const delivery = { requestKey, supplier, deliveryNote, pieces: sumDelivered(lines) }
      const result = await bookGoodsIn(db, delivery, { staffId: staff.id, now })
      if (result.ok) {
        const booked = done(`${pluralize(delivery.pieces.size, 'part')} booked in.`)
        return { ...booked, reply: { ...reply, url: `${goodsInUrl}/${result.id}` } }
      }
      if (result.reason === 'form_used') return { ...refuse(formatOtherBooked(result.earlier)), reply }
      return {
        ...invalid(
          result.reason === 'booked'
            ? { delivery_note: formatBookedNote(body) }
            : { lines: 'There can be 1,000,000 of a part on hand at most.' },
        ),
        reply,
      }
    },
    answer: async ({ body, request, reply }, { url, message, errors, ...reading }) => {
      if (url !== null) return pages.redirect(reply, { to: url, flash: { kind: 'success', text: message } })
      // The lines as they were read are shown for a check: nothing was refused.
      const notice = message === goodsInMessages.check ? '' : message
      return send(request, reply, await renderForm(body, reading, errors, notice))
    },
  })

  // Only the route of this instance parses multipart forms.
  app.register(async files => {
    addMultipartParser(files, { context, maxBytes: maxListFormBytes })
    files.post(
      `${goodsInUrl}/file`,
      { bodyLimit: maxListFormBytes, onRequest: async request => void (await authorize(request)) },
      async (request, reply) => {
        const file = await getUploadedFile(request, 'file')
        const { lines, errors } = await readLines({ file }, request, await authorize(request))
        const form = { ...readDeliveryFields(request.body), lines: formatLines(lines) }
        return send(request, reply, await renderForm(form, toReading(lines), errors))
      },
    )
  })

  const readLines = async (
    source: ListSource,
    request: FastifyRequest,
    staff: Person,
  ): Promise<{ lines: DeliveredPieces[]; errors: FieldErrors }> => {
    const field = 'file' in source ? 'file' : 'lines'
    const list = await readList(context.threads, toJobOwner(request, staff), source)
    const read = list.ok ? await readListLines(search, list, 'delivery') : list
    if (!read.ok) return { lines: [], errors: { [field]: formatRefusal(read.reason) } }
    const lines = await readDelivery(db, search, read.lines)
    const problems = lines.filter(({ problem }) => problem !== '').length
    if (lines.length === 0) return { lines, errors: { [field]: goodsInMessages.noParts } }
    return { lines, errors: problems === 0 ? {} : { lines: formatProblems(problems) } }
  }

  const send = (request: FastifyRequest, reply: FastifyReply, page: PageResult) => {
    return pages.send(request, reply, { ...page, head: { ...page.head, noindex: true } })
  }

  const renderForm = async (
    form: GoodsInInput & { lines: string; request_key?: string },
    { lines, checked }: ReturnType<typeof toReading> = toReading([]),
    errors: FieldErrors = {},
    notice = '',
  ): Promise<PageResult> => {
    const hasErrors = Object.keys(errors).length > 0
    // A form that the browser's Back displays again has booked its delivery in already, so it gets a new key.
    const isUsed = !!form.request_key && (await findGoodsInByRequest(db, form.request_key)) !== null
    const props: GoodsInFormProps = {
      typed: { supplier: form.supplier, delivery_note: form.delivery_note, lines: form.lines },
      requestKey: (!isUsed && form.request_key) || randomUUID(),
      lines,
      checked: hasErrors ? '' : checked,
      notice: notice || null,
      errors,
      latest: (await listLatestGoodsIn(db, latestCount)).map(toListedDelivery),
    }
    const title = `${hasErrors ? 'Error: ' : ''}Book goods in`
    return toPageResult(goodsInPage, props, { title, status: notice ? 409 : hasErrors ? 422 : 200 })
  }
}

/** How the lines were read, and what the next form repeats to book them in. */
const toReading = (lines: readonly DeliveredPieces[]) => ({
  checked: formatReading(lines),
  lines: lines.map(({ text, part, quantity, problem }) => ({
    text,
    code: part?.code ?? '',
    title: part?.title ?? '',
    quantity,
    problem,
  })),
})

function readDeliveryFields(body: unknown) {
  const fields = (body ?? {}) as Record<string, unknown>
  const get = (name: string) => toOneLine(fields[name])
  return {
    supplier: get('supplier'),
    delivery_note: get('delivery_note'),
    request_key: get('request_key').slice(0, 60),
  }
}

function formatRefusal(refused: keyof typeof padRefusalMessages): string {
  if (refused === 'nothing') return goodsInMessages.nothing
  return refused === 'too_many_lines' || refused === 'too_much_text'
    ? goodsInMessages.tooMuch
    : padRefusalMessages[refused]()
}

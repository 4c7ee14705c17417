import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { drawPapersJob, sendPdf } from '../../../infra/pdf/draw-pdf.server.ts'
import type { Papers } from '../../../infra/pdf/pdf-labels.server.ts'
import { toJobOwner } from '../../../infra/worker-threads/thread-job.ts'
import { rowsBodyLimit } from '../../../lib/calls/call.ts'
import { Problem } from '../../../lib/calls/problem.ts'
import type { Person } from '../../accounts/visitor.ts'
import { type AdminDeps, addAdminFile, requireStaff } from '../../back-office/service.ts'
import { getPosition } from '../../orders/order-line.ts'
import { findOrderByReference } from '../../orders/service.ts'
import { isBought, isIn } from '../../orders/states.ts'
import { parseQuantities } from '../despatch/parcel.ts'
import { listOpenLines, withParcels } from '../despatch/queries.ts'
import { listToCome } from '../despatch/rules.ts'
import {
  createAddressLabel,
  createDeliveryNote,
  createPickListDocument,
  type NotedParcel,
} from '../picking/papers.server.ts'
import type { PickList } from '../picking/pick-list.ts'
import { type BoxedOrder, findPickList, listOrdersForPapers, type PaperOrder } from '../picking/queries.ts'
import { despatchQuantities } from './schemas.ts'

const right = 'warehouse'
const sheetQuery = z.object({
  sheet: z.enum(['a6', 'a4']).catch('a6'),
  start: z.coerce.number().int().min(1).max(4).catch(1),
})
const orderParams = z.object({ reference: z.string().max(20) })
const parcelParams = orderParams.extend({ number: z.coerce.number().int().min(1).max(100_000) })
const typedParcel = z.object({ lines: despatchQuantities })
const listParams = z.object({ id: z.coerce.number().int().min(1).max(999_999_999) })

/** Delivery notes, address labels and printed pick lists, as PDF (R-PAPER-1 to R-PAPER-3). */
export function paperRoutes(app: FastifyInstance, deps: AdminDeps): void {
  const { context, visitors } = deps
  const { db, config } = context

  interface NamedPapers {
    papers: Papers
    name: string
  }
  const sendPapers = async (
    request: FastifyRequest,
    reply: FastifyReply,
    staff: Person,
    { papers, name }: NamedPapers,
  ): Promise<FastifyReply> => {
    const pdf = await context.threads.run(drawPapersJob, toJobOwner(request, staff), () => papers)
    return sendPdf(reply, `${name}.pdf`, pdf)
  }
  const addPaper = <Params extends z.ZodType, Query extends z.ZodType>(
    path: `/admin${string}`,
    schema: { params: Params; query?: Query },
    load: (params: z.output<Params>, query: z.output<Query>) => Promise<NamedPapers>,
  ): void => {
    addAdminFile(app, deps, path, { right, ...schema }, async ({ params, query, request, reply, staff }) =>
      sendPapers(request, reply, staff, await load(params, query)),
    )
  }

  const getOrder = async (reference: string): Promise<PaperOrder> => {
    const order = await findOrderByReference(db, reference, withParcels)
    if (!order || !isBought(order.state)) throw new Problem(404)
    return order
  }
  /** The pieces that are typed into the despatch form. */
  const getTypedParcel = async (
    order: PaperOrder,
    typed: z.output<typeof despatchQuantities>,
  ): Promise<NotedParcel> => {
    if (!isIn('isDespatchable', order.state) || order.onStop)
      throw new Problem(409, 'This order can’t go out just now.')
    const { lines, errors } = parseQuantities(typed)
    const toCome = listToCome(await listOpenLines(db, order.id), [])
    const open = new Map(toCome.map(({ line, quantity }) => [line.position, quantity]))
    const isPossible = lines.every(({ position, quantity }) => quantity <= (open.get(position) ?? 0))
    if (Object.keys(errors).length > 0 || !isPossible)
      throw new Problem(
        422,
        'For the delivery note, enter whole numbers that are no more than what is still to go.',
      )
    if (lines.length === 0) throw new Problem(422, 'For the delivery note, enter how many pieces go out.')
    return { parcel: null, number: order.parcels.length + 1, lines, box: '' }
  }
  // An order that was cancelled or held after its list was finished has no papers either.
  const getList = async (id: number): Promise<{ list: PickList; orders: BoxedOrder[] }> => {
    const list = await findPickList(db, id)
    if (!list) throw new Problem(404)
    const orders = list.orders.filter(order => order.removedWhy === null && !order.isVoid && !order.isHeld)
    const ids = orders.map(({ orderId }) => orderId)
    return { list, orders: await listOrdersForPapers(db, ids) }
  }
  const toDocuments = (parcels: { order: PaperOrder; parcel: NotedParcel }[]): Papers => {
    if (parcels.length === 0) throw new Problem(404, 'Nothing is picked yet.')
    return {
      documents: parcels.map(({ order, parcel }) => createDeliveryNote(config, order, parcel, context.now())),
    }
  }
  const toLabels = (
    orders: { order: PaperOrder; parcel: string }[],
    sheet: z.output<typeof sheetQuery>,
  ): Papers => {
    if (orders.length === 0) throw new Problem(404, 'No order is on this list any more.')
    const labels = orders.map(({ order, parcel }) => createAddressLabel(config, order, parcel))
    const { shopName } = config
    return {
      labels: { labels, shopName, at: context.now(), sheet: { size: sheet.sheet, start: sheet.start } },
    }
  }

  app.post<{ Params: z.output<typeof orderParams>; Body: z.output<typeof typedParcel> }>(
    '/admin/orders/:reference/delivery-note.pdf',
    {
      bodyLimit: rowsBodyLimit,
      schema: { params: orderParams, body: typedParcel },
      onRequest: async request => void (await requireStaff(visitors, request, right)),
      preValidation: async request => {
        request.body ??= { lines: [] }
      },
    },
    async (request, reply) => {
      const staff = await requireStaff(visitors, request, right)
      const { reference } = request.params
      const order = await getOrder(reference)
      const papers = toDocuments([{ order, parcel: await getTypedParcel(order, request.body.lines) }])
      return sendPapers(request, reply, staff, { papers, name: `delivery-note-${reference}` })
    },
  )
  addPaper(
    '/admin/orders/:reference/parcels/:number/delivery-note.pdf',
    { params: parcelParams },
    async ({ reference, number }) => {
      const order = await getOrder(reference)
      const parcel = order.parcels.find(each => each.number === number)
      if (!parcel) throw new Problem(404)
      const papers = toDocuments([{ order, parcel: { parcel, number, lines: parcel.lines, box: '' } }])
      return { papers, name: `delivery-note-${reference}-${number}` }
    },
  )
  addPaper(
    '/admin/orders/:reference/label.pdf',
    { params: orderParams, query: sheetQuery },
    async ({ reference }, sheet) => {
      const order = await getOrder(reference)
      return { papers: toLabels([{ order, parcel: '' }], sheet), name: `label-${reference}` }
    },
  )
  addPaper('/admin/picking/:id/pick-list.pdf', { params: listParams }, async ({ id }) => {
    const { list } = await getList(id)
    return { papers: { documents: [createPickListDocument(config, list)] }, name: `pick-list-${id}` }
  })
  addPaper('/admin/picking/:id/delivery-notes.pdf', { params: listParams }, async ({ id }) => {
    const { list, orders } = await getList(id)
    const parcels = orders
      .map(order => ({ order, parcel: toPickedParcel(list, order) }))
      .filter(({ parcel }) => parcel.lines.length > 0)
    return { papers: toDocuments(parcels), name: `delivery-notes-list-${id}` }
  })
  addPaper(
    '/admin/picking/:id/labels.pdf',
    { params: listParams, query: sheetQuery },
    async ({ id }, sheet) => {
      const { list, orders } = await getList(id)
      const labels = orders.map(order => ({ order, parcel: formatBox(list, order) }))
      return { papers: toLabels(labels, sheet), name: `labels-list-${id}` }
    },
  )
}

/**
 * The pieces picked for an order, and those still to be picked of parts that are not confirmed yet: without what was taken
 * out of its box since, because the order was corrected or pieces were credited.
 */
function toPickedParcel(list: PickList, order: BoxedOrder): NotedParcel {
  const products = new Map(order.lines.map((line, index) => [getPosition(line, index), line.productId]))
  const sent = order.parcels
    .filter(({ despatchedAt }) => new Date(despatchedAt) >= list.createdAt)
    .flatMap(parcel => parcel.lines)
  const lines = list.lines
    .filter(line => line.orderId === order.id && products.get(line.position) === line.productId)
    .map(({ position, quantity, picked }) => {
      const sentPieces = sent.filter(line => line.position === position)
      const most = sentPieces.reduce((sum, line) => sum + line.quantity, order.reserved[position] ?? 0)
      return { position, quantity: Math.min(most, picked ?? (list.finishedAt === null ? quantity : 0)) }
    })
    .filter(({ quantity }) => quantity > 0)
  return { parcel: null, number: 1, lines, box: formatBox(list, order) }
}

const formatBox = (list: PickList, { id }: PaperOrder): string =>
  `Box ${list.orders.find(({ orderId }) => orderId === id)!.box}`

import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { inTransaction } from '../../../infra/database/db.ts'
import { handle } from '../../../infra/http/handle.ts'
import { toRequestKey } from '../../../infra/http/request.ts'
import { withoutPromise } from '../../../lib/availability.ts'
import { listTransferLines, toTransfer } from '../../../lib/bank-transfer.ts'
import { Problem } from '../../../lib/calls/problem.ts'
import { line } from '../../../lib/calls/validate.ts'
import { type PageDeps, requirePerson, toAccountPage, toLoginRedirect } from '../../accounts/service.ts'
import type { Person } from '../../accounts/visitor.ts'
import { linePageQuery, pickLinePage } from '../../basket/lines/line-pages.ts'
import { formatAddedProducts } from '../../basket/messages.ts'
import { addAvailableProducts } from '../../basket/service.ts'
import { validateText } from '../../correspondence/correspondence.ts'
import { writeToStaff } from '../../correspondence/service.ts'
import { orderUrl } from '../../orders/order.ts'
import { releaseChangedBasket, toAmountToPay } from '../../orders/service.ts'
import { findAccountOrder, listOrders } from '../queries.ts'
import type { LoadOrderReturns } from '../ReturnsSection.tsx'
import { reorder, writeAboutOrder } from '../schemas.ts'
import { toViewer } from './account-order.ts'
import { orderPage } from './OrderPage.tsx'
import { ordersPage } from './OrdersPage.tsx'
import { toOrderListItem, toOrderView } from './view.ts'

interface AccountOrderDeps extends PageDeps {
  loadReturns: LoadOrderReturns
  takesCards: boolean
}

const pageSize = 20
const params = z.object({ reference: z.string().max(20) })
const listQuery = z.object({
  query: line(1000).catch(''),
  document: line(100).nullable().catch('').default(null),
  page: z.coerce.number().int().min(1).max(100_000).catch(1),
})

/** Orders in the account: the list, an order, its invoice, and ordering it again. */
export function accountOrderRoutes(
  app: FastifyInstance,
  { context, visitors, pages, loadReturns, takesCards }: AccountOrderDeps,
): void {
  const { config, db } = context

  pages.get(
    '/account/orders',
    { query: listQuery },
    async ({ query: { query, page, document }, request }) => {
      const { person } = await visitors.get(request)
      if (!person) return toLoginRedirect(request)
      const viewer = toViewer(person)
      const { rows, total } = await listOrders(db, viewer, { query, page, size: pageSize })
      const pageUrl = `/account/orders?${new URLSearchParams({ query })}`
      // A page beyond the end has no rows, and so no total.
      if (rows.length === 0 && page > 1) return { to: pageUrl }
      return toAccountPage(person, ordersPage, 'Orders', {
        rows: rows.map(row => toOrderListItem(row, viewer, context.now())),
        query,
        total,
        page,
        pages: Math.ceil(total / pageSize),
        pageUrl,
        showsBuyers: viewer.companyId !== null,
        missingDocument: document,
      })
    },
  )

  pages.get(
    '/account/orders/:reference',
    { params, query: linePageQuery },
    async ({ params: { reference }, query, request }) => {
      const { person } = await visitors.get(request)
      if (!person) return toLoginRedirect(request)
      return renderOrder(person, reference, { page: query.page })
    },
  )

  const renderOrder = async (
    person: Person,
    reference: string,
    {
      page,
      typed = null,
      error = null,
    }: { page?: string | undefined; typed?: string | null; error?: string | null },
  ) => {
    const viewer = toViewer(person)
    const order = await findAccountOrder(db, viewer, reference)
    if (!order) throw new Problem(404)
    const view = toOrderView(order, viewer, {
      shopName: config.shopName,
      contact: config.contact,
      now: context.now(),
    })
    const props = {
      order: {
        ...pickLinePage(view, page, view.url),
        transfer: listTransferLines(toTransfer(order), config.seller.bank),
      },
      toPay: takesCards && order.personId === person.id ? toAmountToPay(config, order) : null,
      ...(await loadReturns(order)),
      message: order.kind === 'quote' ? null : { requestKey: randomUUID(), typed, error },
    }
    const title = `${error === null ? '' : 'Error: '}Order ${reference}`
    const head = { layout: withoutPromise, status: error === null ? 200 : 422 }
    return toAccountPage(person, orderPage, title, props, head)
  }

  handle(
    app,
    writeAboutOrder,
    async ({ params: { reference }, body: { text }, request }) => {
      const person = await requirePerson(visitors, request)
      const order = await findAccountOrder(db, toViewer(person), reference)
      if (!order || order.kind === 'quote') throw new Problem(404)
      const errors = validateText('message-text', text)
      if (Object.keys(errors).length > 0) return { success: false, message: '', errors }
      const message = { requestKey: toRequestKey(request), text, personId: person.id, now: context.now() }
      const result = await writeToStaff(db, order, message)
      return result.ok
        ? { success: true, message: 'We have your message and will answer by email.', errors: {} }
        : { success: false, message: '', errors: { 'message-text': result.reason } }
    },
    {
      authorize: (request: FastifyRequest) => requirePerson(visitors, request),
      form: async ({ params: { reference }, body, request, reply }, { success, message, errors }) => {
        if (success) {
          const flash = { kind: 'success', text: message } as const
          return pages.redirect(reply, { to: orderUrl(reference), flash })
        }
        const person = await requirePerson(visitors, request)
        const form = { typed: body.text, error: errors['message-text'] ?? message }
        return pages.send(request, reply, await renderOrder(person, reference, form))
      },
    },
  )

  handle(
    app,
    reorder,
    async ({ params: { reference }, request }) => {
      const person = await requirePerson(visitors, request)
      const order = await findAccountOrder(db, toViewer(person), reference)
      if (!order) throw new Problem(404)
      const owner = { personId: person.id, companyId: person.company?.id ?? null }
      const { added, refused } = await inTransaction(db, tx => addAvailableProducts(tx, owner, order.lines))
      await releaseChangedBasket(db, owner, context.now())
      return { success: added > 0, added, messages: refused, next_url: '/basket' }
    },
    {
      authorize: request => requirePerson(visitors, request),
      form: ({ reply }, { success, added, messages, next_url }) =>
        pages.redirect(reply, {
          to: next_url,
          flash: { kind: success ? 'success' : 'danger', text: formatAddedProducts(added, messages) },
        }),
    },
  )
}

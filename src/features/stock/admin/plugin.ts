import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { handle } from '../../../infra/http/handle.ts'
import { toRequestKey } from '../../../infra/http/request-key.ts'
import { type PageResult, toPageResult } from '../../../infra/pages/render.ts'
import type { FieldErrors } from '../../../lib/calls/field-checks.ts'
import { Problem } from '../../../lib/calls/problem.ts'
import { toLondonTime } from '../../../lib/dates.ts'
import { isOrAre } from '../../../lib/text.ts'
import type { StaffReply } from '../../back-office/schemas.ts'
import { type AdminDeps, addAdminPage, answerStaffForm, requireStaff } from '../../back-office/service.ts'
import type { SearchService } from '../../search/service.ts'
import { findStockProduct, listSendableLines } from '../queries.ts'
import { adjustStock, changeStorage } from '../schemas.ts'
import {
  type AdjustmentInput,
  formatDifference,
  formatStockVersion,
  formatStorageVersion,
  parseAdjustment,
  parseStorage,
  type StockProduct,
  stockMessages,
  stockUrl,
  toStockUrl,
} from '../stock.ts'
import { adjustStockOfProduct, changeStorageOfProduct } from './adjust.server.ts'
import { deliveryRoutes } from './deliveries.server.ts'
import { goodsInRoutes } from './goods-in-routes.server.ts'
import { listMovements } from './movement-queries.server.ts'
import { movementRoutes } from './movements.server.ts'
import { stockProductPage } from './StockProductPage.tsx'
import { stockListRoutes } from './stock-list.server.ts'
import {
  formatLeadTime,
  formatMovementsSince,
  maxListedLines,
  maxNamedMovements,
  toListedMovement,
  toListedOpenLines,
} from './view.ts'

export interface StockAdminDeps extends AdminDeps {
  search: SearchService
}

const pageSize = 50
const pageNumber = z.coerce.number().int().min(1).max(100_000).catch(1)
const params = z.object({ code: z.string().max(60) })

interface StockFormState {
  page?: number
  adjustment?: AdjustmentInput
  storage?: { bin: string; low_stock: string }
  notice?: string | null
  errors?: FieldErrors
}
const refuse = (message: string, errors: FieldErrors = {}): StaffReply => ({
  success: false,
  message,
  errors,
})

/** The staff's pages of the stock: the list, and a product with its adjustments (R-STOCK-2 to R-STOCK-4). */
export async function stockAdminPlugin(app: FastifyInstance, deps: StockAdminDeps): Promise<void> {
  const { context, visitors, pages } = deps
  const { db } = context
  stockListRoutes(deps.search)(app, deps)
  movementRoutes(app, deps)
  goodsInRoutes(app, deps)
  deliveryRoutes(app, deps)
  const authorize = (request: FastifyRequest) => requireStaff(visitors, request, 'warehouse')
  const toAction = async (request: FastifyRequest) => ({
    staffId: (await authorize(request)).id,
    now: context.now(),
  })

  addAdminPage(
    deps,
    `${stockUrl}/:code`,
    { right: 'warehouse', params, query: z.object({ page: pageNumber }) },
    async ({ params: { code }, query: { page } }) => renderProduct(await getProduct(code), { page }),
  )

  handle(
    app,
    adjustStock,
    async ({ params: { code }, body, request }): Promise<StaffReply> => {
      const action = await toAction(request)
      const { productId } = await getProduct(code)
      const parsed = parseAdjustment(body)
      if ('errors' in parsed) return refuse('', parsed.errors)
      const form = { ...parsed.adjustment, seen: body.seen, requestKey: toRequestKey(request) }
      const result = await adjustStockOfProduct(db, productId, form, action)
      if (result.done) {
        const message = `${formatDifference(result.change)}: ${result.onHand.toLocaleString('en-GB')} of ${code} ${isOrAre(result.onHand)} on hand now.`
        return { success: true, message, errors: {} }
      }
      if (!result.changed) return refuse('', { quantity: result.refusal })
      return refuse(await describeMovements(productId, body.seen))
    },
    {
      authorize,
      form: (form, result) =>
        answerForm(form, result, { adjustment: form.body }, ({ productId, lastMovementId, onHand }) =>
          formatStockVersion(lastMovementId, onHand) === form.body.seen
            ? ''
            : describeMovements(productId, form.body.seen),
        ),
    },
  )

  handle(
    app,
    changeStorage,
    async ({ params: { code }, body, request }): Promise<StaffReply> => {
      const action = await toAction(request)
      const { productId } = await getProduct(code)
      const parsed = parseStorage(body)
      if ('errors' in parsed) return refuse('', parsed.errors)
      const storage = { ...parsed.storage, seen: body.seen }
      const isSaved = await changeStorageOfProduct(db, productId, storage, action)
      return isSaved
        ? { success: true, message: `Bin and low-stock level of ${code} saved.`, errors: {} }
        : refuse(stockMessages.storageChanged(await getProduct(code)))
    },
    {
      authorize,
      form: (form, result) =>
        answerForm(form, result, { storage: form.body }, product =>
          formatStorageVersion(product) === form.body.seen ? '' : stockMessages.storageChanged(product),
        ),
    },
  )

  const getProduct = async (code: string): Promise<StockProduct> => {
    const product = await findStockProduct(db, code)
    if (!product) throw new Problem(404)
    return product
  }

  const describeMovements = async (productId: number, seen: string): Promise<string> => {
    const { rows } = await listMovements(db, productId, { size: maxNamedMovements, page: 1 })
    return `${stockMessages.changed}${formatMovementsSince(rows, seen)}`
  }

  // A rejected form is displayed again as it was typed, with the stock as it is now.
  const answerForm = (
    form: { params: { code: string }; request: FastifyRequest; reply: FastifyReply },
    result: StaffReply,
    typed: StockFormState,
    findNews: (product: StockProduct) => string | Promise<string>,
  ): Promise<FastifyReply> => {
    const { code } = form.params
    return answerStaffForm(pages, form, result, {
      to: toStockUrl(code),
      getCurrent: async () => {
        const product = await getProduct(code)
        return { version: product, news: await findNews(product) }
      },
      render: (rejection, product) => renderProduct(product, { ...typed, ...rejection }),
    })
  }

  const renderProduct = async (product: StockProduct, state: StockFormState): Promise<PageResult> => {
    const { page = 1, adjustment, storage, notice = null, errors = {} } = state
    const { productId, code, title, path, onHand, allocated, available, lastMovementId, lowStock, bin } =
      product
    const [lines, movements] = await Promise.all([
      listSendableLines(db, [productId], { limit: maxListedLines }),
      listMovements(db, productId, { size: pageSize, page }),
    ])
    const today = toLondonTime(context.now()).date
    const props = {
      code,
      title,
      url: toStockUrl(code),
      productUrl: `/${path}`,
      figures: { onHand, allocated, available },
      bin,
      isLow: lowStock !== null && available < lowStock,
      lowStock,
      leadTime: formatLeadTime(product.leadTime),
      versions: {
        stock: formatStockVersion(lastMovementId, onHand),
        storage: formatStorageVersion(product),
      },
      adjustment: { ...(adjustment ?? emptyAdjustment), request_key: randomUUID() },
      storage: storage ?? { bin, low_stock: lowStock === null ? '' : String(lowStock) },
      openLines: toListedOpenLines(lines, today),
      movements: movements.rows.map(toListedMovement),
      page,
      pages: Math.ceil(movements.total / pageSize),
      notice,
      errors,
    }
    const prefix = Object.keys(errors).length > 0 ? 'Error: ' : ''
    return toPageResult(stockProductPage, props, { title: `${prefix}Stock of ${code}` })
  }
}

const emptyAdjustment: AdjustmentInput = { mode: 'counted', quantity: '', reason: 'count', note: '' }

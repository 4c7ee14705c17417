import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { type PageResult, toPageResult } from '../../../infra/pages/render.ts'
import { Problem } from '../../../lib/calls/problem.ts'
import { toLondonTime } from '../../../lib/dates.ts'
import { isOrAre } from '../../../lib/text.ts'
import { type AdminDeps, addAdminPage, type Rejection } from '../../back-office/service.ts'
import { createStaffAction, done, invalid } from '../../back-office/staff-action.server.ts'
import type { SearchService } from '../../search/service.ts'
import { listPiecesToSend } from '../../warehouse/service.ts'
import {
  findMovementByRequest,
  findStockProduct,
  insertMovement,
  lockStockProduct,
  updateStorage,
} from '../queries.ts'
import { adjustStock, changeStorage } from '../schemas.ts'
import {
  type AdjustmentInput,
  decideChange,
  formatDifference,
  formatStockVersion,
  formatStorage,
  formatStorageVersion,
  movementReasons,
  parseAdjustment,
  parseStorage,
  type StockProduct,
  stockMessages,
  stockUrl,
  toStockUrl,
} from '../stock.ts'
import { deliveryRoutes } from './deliveries.server.ts'
import { goodsInRoutes } from './goods-in-routes.server.ts'
import { listMovements, movementRoutes } from './movements.server.ts'
import { stockProductPage } from './StockProductPage.tsx'
import { stockListRoutes } from './stock-list.server.ts'
import {
  formatLeadTime,
  formatMovementsSince,
  maxListedPieces,
  maxNamedMovements,
  toListedMovement,
  toListedPieces,
} from './view.ts'

interface StockAdminDeps extends AdminDeps {
  search: SearchService
}

const pageSize = 50
const pageNumber = z.coerce.number().int().min(1).max(100_000).catch(1)
const params = z.object({ code: z.string().max(60) })

interface StockFormState {
  adjustment?: AdjustmentInput
  storage?: { bin: string; low_stock: string }
}

/** The staff's pages of the stock: the list, and a product with its adjustments (R-STOCK-2 to R-STOCK-4). */
export async function stockAdminPlugin(app: FastifyInstance, deps: StockAdminDeps): Promise<void> {
  const { context } = deps
  const { db } = context
  stockListRoutes(deps.search)(app, deps)
  movementRoutes(app, deps)
  goodsInRoutes(app, deps)
  deliveryRoutes(app, deps)

  const getProduct = async (code: string): Promise<StockProduct> => {
    const product = await findStockProduct(db, code)
    if (!product) throw new Problem(404)
    return product
  }

  addAdminPage(
    deps,
    `${stockUrl}/:code`,
    { right: 'warehouse', params, query: z.object({ page: pageNumber }) },
    async ({ params: { code }, query: { page } }) =>
      renderProduct(await getProduct(code), {}, { errors: {}, notice: null }, page),
  )

  const staffForms = {
    toUrl: ({ params }: { params: { code: string } }) => toStockUrl(params.code),
    render: (product: StockProduct, typed: StockFormState, rejection: Rejection) =>
      renderProduct(product, typed, rejection),
  }

  const adjustment = createStaffAction(app, deps, {
    ...staffForms,
    load: async ({ code }: { code: string }) => {
      const product = await getProduct(code)
      return { ...product, version: formatStockVersion(product.lastMovementId, product.onHand) }
    },
    lock: (tx, { productId }) => lockStockProduct(tx, productId),
    describeChanges: async ({ productId }, expectedVersion) => {
      const { rows } = await listMovements(db, productId, { size: maxNamedMovements, page: 1 })
      return `${stockMessages.changed}${formatMovementsSince(rows, expectedVersion)}`
    },
  })

  adjustment(adjustStock, {
    right: 'warehouse',
    typed: ({ body }) => ({ adjustment: body }),
    validate: ({ body }) => parseAdjustment(body),
    findEarlier: async (tx, { requestKey }, { productId, code }) => {
      const earlier = await findMovementByRequest(tx, productId, requestKey)
      return earlier && done(formatAdjusted(code, earlier.change, earlier.onHand))
    },
    change: async (tx, { staff, requestKey, now }, { productId, code, onHand: before }, input) => {
      const { reason, note } = input.adjustment
      const decision = decideChange(input.adjustment, before)
      if ('refusal' in decision) return invalid({ quantity: decision.refusal })
      const { change } = decision
      const movement = { productId, change, reason, note, staffId: staff.id, requestKey, now }
      const onHand = await insertMovement(tx, movement)
      const figures = `${before} → ${onHand} (${formatDifference(change)})`
      return done(formatAdjusted(code, change, onHand), {
        action: 'stock adjusted',
        subject: `product ${code}`,
        detail: `${figures}, ${movementReasons[reason].toLowerCase()}${note === '' ? '' : `: ${note}`}`,
      })
    },
  })

  const storage = createStaffAction(app, deps, {
    ...staffForms,
    load: async ({ code }: { code: string }) => withStorageVersion(await getProduct(code)),
    lock: async (tx, { productId }) => withStorageVersion(await lockStockProduct(tx, productId)),
    describeChanges: stockMessages.storageChanged,
  })

  storage(changeStorage, {
    right: 'warehouse',
    typed: ({ body }) => ({ storage: body }),
    validate: ({ body }) => parseStorage(body),
    findEarlier: async (_tx, _form, { code, version }, input) =>
      version === formatStorageVersion(input.storage) ? done(formatStored(code)) : null,
    change: async (tx, _form, product, input) => {
      await updateStorage(tx, product.productId, input.storage)
      return done(formatStored(product.code), {
        action: 'stock details changed',
        subject: `product ${product.code}`,
        detail: `${formatStorage(product)} → ${formatStorage(input.storage)}`,
      })
    },
  })

  const renderProduct = async (
    product: StockProduct,
    { adjustment, storage }: StockFormState,
    { errors, notice }: Rejection,
    page = 1,
  ): Promise<PageResult> => {
    const { productId, code, title, path, onHand, allocated, available, lastMovementId, lowStock, bin } =
      product
    const [openPieces, movements] = await Promise.all([
      listPiecesToSend(db, [productId], { limit: maxListedPieces }),
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
      openPieces: toListedPieces(openPieces, today),
      movements: movements.rows.map(toListedMovement),
      page,
      pages: Math.ceil(movements.total / pageSize),
      notice,
      errors,
    }
    return toPageResult(stockProductPage, props, { title: `Stock of ${code}`, errors })
  }
}

const withStorageVersion = (product: StockProduct) => ({
  ...product,
  version: formatStorageVersion(product),
})

const formatAdjusted = (code: string, change: number, onHand: number): string =>
  `${formatDifference(change)}: ${onHand.toLocaleString('en-GB')} of ${code} ${isOrAre(onHand)} on hand now.`

const formatStored = (code: string): string => `Bin and low-stock level of ${code} saved.`

const emptyAdjustment: AdjustmentInput = { mode: 'counted', quantity: '', reason: 'count', note: '' }

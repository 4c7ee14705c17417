import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { inTransaction, retryConflicts } from '../../infra/database/db.ts'
import { handle, isPlainForm } from '../../infra/http/handle.ts'
import { getReturnPath } from '../../infra/http/request.ts'
import type { Pages } from '../../infra/pages/page-routes.ts'
import { toPageResult } from '../../infra/pages/render.ts'
import { findBackOrderedGoods, withoutPromise } from '../../lib/availability.ts'
import type { BodyOf, ReplyOf } from '../../lib/calls/call.ts'
import type { Flash } from '../../lib/flash.ts'
import { parseQuantity } from '../../lib/quantity.ts'
import { fillInContact } from '../../lib/shop-contact.ts'
import { findProductId, type SearchService } from '../search/service.ts'
import { addProducts } from './add-products.server.ts'
import {
  type Basket,
  calculateSubtotal,
  limitChanges,
  listEntryErrors,
  listOrderableLines,
  listUnreadQuantities,
  maxSubtotal,
  parseRowChanges,
  type RowChange,
} from './basket.ts'
import { maxLines } from './limits.ts'
import { findLineEntryError, formatUnmergedEntry, toLineEntry } from './lines/line-entry.ts'
import type { LineEntry } from './lines/line-entry-schema.ts'
import {
  formatProblemNotice,
  listAvailableQuantities,
  listLineProblems,
  validateAdd,
} from './lines/line-problems.ts'
import {
  addRefusalMessages,
  formatAdded,
  formatAddedProducts,
  formatUnreadQuantities,
  maxSubtotalMessage,
} from './messages.ts'
import { basketPage } from './page/BasketPage.tsx'
import { addLine, deleteBasketContents, deleteLeftovers, updateConsignments, updateLines } from './queries.ts'
import {
  addSeveral,
  addToBasket,
  type BasketReply,
  changeBasket,
  clearBasket,
  readBasket,
} from './schemas.ts'
import { serializeBasket } from './serialize.ts'
import {
  type BasketDeps,
  calculateLoadedTotals,
  ensureOwner,
  finishChange,
  getBuyer,
  loadBasket,
  loadBasketReply,
  removeLapsedVouchers,
} from './service.ts'
import { voucherRoutes } from './vouchers/voucher-routes.server.ts'

export interface BasketRoutesDeps extends BasketDeps {
  pages: Pages
  search: SearchService
}

const pageQuery = z.object({ page: z.string().max(10).optional().catch(undefined) })

export async function basketPlugin(app: FastifyInstance, deps: BasketRoutesDeps): Promise<void> {
  const { context, visitors, pages } = deps
  const { db } = context
  const { config } = context

  pages.get('/basket', { query: pageQuery }, async ({ query, request }) => {
    const loaded = await loadBasket(db, await visitors.get(request))
    const totals = calculateLoadedTotals(deps, loaded, true)
    const notices = await removeLapsedVouchers(db, loaded.basket, totals)
    return toPageResult(
      basketPage,
      {
        basket: serializeBasket(loaded.basket, totals, {
          minimumOrder: config.minimumOrder,
          page: query.page ?? 1,
        }),
        notices,
        leftovers: loaded.basket.leftovers,
        vatRate: totals.deliveryCost.vatRate,
      },
      {
        title: 'Basket',
        noindex: true,
        ...(findBackOrderedGoods(listOrderableLines(loaded.basket.lines)) && { layout: withoutPromise }),
      },
    )
  })

  const redirectBack = (
    { request, reply }: { request: FastifyRequest; reply: FastifyReply },
    { success, messages }: ReplyOf<typeof addToBasket>,
  ) =>
    pages.redirect(reply, {
      to: getReturnPath(request, '/basket'),
      flash: { kind: success ? 'success' : 'danger', text: messages[0] ?? '' },
    })

  handle(app, readBasket, ({ request }) => loadBasketReply(deps, request, false), { withMarkerOnly: true })

  handle(
    app,
    addToBasket,
    async ({ body, request, reply }) => {
      const { message, basket } = await add(request, reply, body)
      return {
        success: message.kind === 'success',
        messages: [message.text],
        basket: basket ?? (await loadBasketReply(deps, request, false, body.page)),
      }
    },
    { form: redirectBack },
  )

  handle(
    app,
    changeBasket,
    async ({ body, request, reply }) => {
      const visitor = await visitors.get(request)
      const before = await loadBasket(db, visitor)
      const requested = listRowChanges(body, before.basket)
      const changes = limitChanges(before.basket, requested)
      const entryErrors = listEntryErrors(body.updated_items, before.basket)
      const limitNotices = changes.length < requested.length ? [formatMaxSubtotal()] : []
      // The basket page itself sends no others, and a call ignores them (R-BASKET-6).
      const unread = isPlainForm(request) ? listUnreadQuantities(body.updated_items, before.basket) : []
      if (before.basket.id !== null) {
        await updateLines(db, before.basket.id, changes)
        if (body.consignments) await updateConsignments(db, before.basket.id, body.consignments)
        if (body.clear_leftovers) await deleteLeftovers(db, before.basket.id)
      }
      const isChanged = changes.length > 0 || body.consignments !== undefined
      if (isChanged && before.basket.id !== null) await finishChange(deps, request, reply)
      const after = isChanged ? await loadBasket(db, visitor) : before
      const totals = calculateLoadedTotals(deps, after, body.with_shipping)
      // Without JavaScript the basket page that follows removes them and shows the messages.
      const notices = isPlainForm(request) ? [] : await removeLapsedVouchers(db, after.basket, totals)
      const changedIds = new Set(changes.map(({ rowId }) => rowId))
      const stockNotices = listLineProblems(after.basket)
        .filter(({ line }) => changedIds.has(line.id))
        .map(formatProblemNotice)
      return serializeBasket(after.basket, totals, {
        minimumOrder: config.minimumOrder,
        notices: [
          ...formatUnreadQuantities(unread),
          ...entryErrors,
          ...limitNotices,
          ...stockNotices,
          ...notices,
        ],
        page: body.page,
      })
    },
    {
      form: ({ reply }, { notices = [], page = 1 }) =>
        pages.redirect(reply, {
          to: page > 1 ? `/basket?page=${page}` : '/basket',
          ...(notices.length > 0 && { flash: { kind: 'danger', text: notices.join(' ') } }),
        }),
    },
  )

  handle(
    app,
    addSeveral,
    async ({ body, request, reply }) => {
      const { owner, finish } = await ensureOwner(deps, request, reply)
      const wrongItem = body.items.find(item => findLineEntryError(item) !== null)
      const items = body.items.map(({ product, quantity, ...sent }) => ({
        product,
        quantity,
        entry: toLineEntry(sent),
      }))
      const { added, refused, notes } = wrongItem
        ? {
            added: 0,
            refused: new Map([[wrongItem.product, { message: findLineEntryError(wrongItem)! }]]),
            notes: [],
          }
        : await inTransaction(db, tx => addProducts(tx, owner, items))
      if (added > 0) await finish()
      return {
        success: refused.size === 0,
        messages: [
          formatAddedProducts(added, [...[...refused.values()].map(({ message }) => message), ...notes]),
        ],
        basket: await loadBasketReply(deps, request, false, body.page),
      }
    },
    { form: redirectBack },
  )

  handle(app, clearBasket, async ({ request, reply }) => {
    const { basket } = await loadBasket(db, await visitors.get(request))
    if (basket.id !== null) {
      await deleteBasketContents(db, basket.id)
      await finishChange(deps, request, reply)
    }
    return loadBasketReply(deps, request, false)
  })

  voucherRoutes(app, deps)

  /** By id, or by a part number typed into the quick add of a browser without JavaScript. */
  const findProduct = async ({ product, code }: BodyOf<typeof addToBasket>): Promise<number | null> => {
    const id = parseProductId(product)
    if (id !== null) return id
    return code?.trim() ? findProductId(await deps.search.getEngine(), code) : null
  }

  const formatMaxSubtotal = () => fillInContact(maxSubtotalMessage, config.contact)

  /** `basket`: after the add; null when nothing was added. */
  const add = async (
    request: FastifyRequest,
    reply: FastifyReply,
    body: BodyOf<typeof addToBasket>,
  ): Promise<{ message: Flash; basket: BasketReply | null }> => {
    const quantity = body.quantity === undefined ? 1 : parseQuantity(body.quantity)
    const productId = await findProduct(body)
    const refuse = (text: string) => ({ message: { kind: 'danger' as const, text }, basket: null })
    const entryError = findLineEntryError(body)
    if (quantity === null) return refuse(addRefusalMessages.bad_quantity({}))
    if (entryError !== null) return refuse(`${entryError} Nothing was added.`)
    if (productId === null) return refuse(addRefusalMessages.unknown_product({}))
    const entry = toLineEntry(body)
    const { owner, finish } = await ensureOwner(deps, request, reply)
    const buyer = getBuyer(await visitors.get(request))
    const result = await retryConflicts(() => addLine(db, owner, { product: productId, quantity, entry }))
    if (result.added && result.product && result.basket) {
      if (calculateSubtotal(result.basket) > maxSubtotal) {
        await undoAdd(result.basket, result.product)
        return refuse(formatMaxSubtotal())
      }
      await finish()
      const totals = calculateLoadedTotals(deps, { basket: result.basket, buyer }, false)
      return {
        message: { kind: 'success', text: formatAddedLine(result.product, result.basket, quantity, entry) },
        basket: serializeBasket(result.basket, totals, {
          minimumOrder: config.minimumOrder,
          page: body.page,
        }),
      }
    }
    // A concurrent order may have taken the last pieces after the row was read.
    const isFull = result.product?.inBasket === 0 && result.lineCount >= maxLines
    const refusal = validateAdd(result.product, quantity) ?? (isFull ? 'basket_full' : 'too_many')
    return refuse(addRefusalMessages[refusal](result.product ?? {}))
  }

  // The total is known only after the insert. The limit is so rarely hit that checking afterwards is cheaper than a
  // query before every add.
  const undoAdd = async (basket: Basket, { id, inBasket }: { id: number; inBasket: number }) => {
    const line = basket.lines.find(({ productId }) => productId === id)
    if (line && basket.id !== null)
      await updateLines(db, basket.id, [{ rowId: line.id, quantity: inBasket, entry: {} }])
  }
}

/** With what of the entry the line could not take over. */
function formatAddedLine(
  product: { id: number; code: string; title: string },
  { lines }: Basket,
  quantity: number,
  entry: LineEntry,
): string {
  const line = lines.find(({ productId }) => productId === product.id)
  const notes = line ? formatUnmergedEntry(line.code, line.entry, entry) : []
  return [formatAdded(product, quantity), ...notes].join(' ')
}

/** The changes of the rows, of the button of one row, or of the button of all rows. */
function listRowChanges(
  { updated_items, remove, use_available }: BodyOf<typeof changeBasket>,
  basket: Pick<Basket, 'lines' | 'consignments'>,
): RowChange[] {
  if (use_available !== undefined) return listAvailableQuantities(basket, use_available)
  if (remove === undefined) return parseRowChanges(updated_items)
  if (remove === '*') return basket.lines.map(({ id }) => ({ rowId: id, quantity: 0, entry: {} }))
  return parseRowChanges({ [remove]: { qty: 0 } })
}

function parseProductId(product: string | number | null | undefined): number | null {
  const isId =
    typeof product === 'number' || (typeof product === 'string' && /^\s*\d{1,10}\s*$/.test(product))
  const id = isId ? Number(product) : 0
  return Number.isInteger(id) && id > 0 && id <= 2_147_483_647 ? id : null
}

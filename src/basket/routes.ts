import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Visitor } from '../accounts/visitor.ts'
import { limitAttempts } from '../platform/attempts.ts'
import { cameFrom } from '../platform/came-from.ts'
import { inTransaction } from '../platform/db.ts'
import { handle, isPlainForm } from '../platform/handle.ts'
import type { Pages } from '../platform/page-routes.ts'
import { show } from '../platform/render.ts'
import { findProductId, type SearchService } from '../search/server.ts'
import type { BodyOf } from '../shared/call.ts'
import type { Flash } from '../shared/flash.ts'
import { basketPage } from './BasketPage.tsx'
import {
  affordable,
  type Basket,
  goodsOf,
  largestQuantity,
  largestSubtotal,
  readQuantity,
  readRowChanges,
} from './basket.ts'
import {
  addToBasket,
  addVoucher,
  type BasketReply,
  changeBasket,
  clearBasket,
  readBasket,
  removeVoucher,
} from './contract.ts'
import { addLine, changeLines, emptyLines } from './data.ts'
import { judgeAdd } from './judge-add.ts'
import { pageWords } from './page-words.ts'
import {
  type BasketHouse,
  basketReplyFor,
  buyerOf,
  lockBasket,
  openBasket,
  ownerToFill,
  reckonFor,
  settleVouchers,
} from './server.ts'
import { dropVouchers, holdVoucher, voucherByCode } from './voucher-data.server.ts'
import { judgeBeside, judgeVoucher, refusalWords, voucherCode } from './vouchers.ts'
import { basketOnTheWire } from './wire.ts'
import { addedWords, addRefusalWords, tooDearWords, voucherAddedWords, voucherLimitWords } from './words.ts'

export interface BasketDeps extends BasketHouse {
  pages: Pages
  search: SearchService
}

export async function basketPlugin(app: FastifyInstance, room: BasketDeps): Promise<void> {
  const { house, visitors, pages } = room
  const { db } = house

  pages.get('/basket', {}, async ({ request }) => {
    const open = await openBasket(db, await visitors.of(request))
    const reckoning = reckonFor(room, open, true)
    const notices = await settleVouchers(db, open.basket, reckoning)
    return show(
      basketPage,
      { basket: basketOnTheWire(open.basket, reckoning), notices },
      { title: 'Basket', noindex: true },
    )
  })

  handle(app, readBasket, ({ request }) => basketReplyFor(room, request, false), { withMarkerOnly: true })

  handle(
    app,
    addToBasket,
    async ({ body, request, reply }) => {
      const { message, basket } = await add(request, reply, body)
      return {
        success: message.kind === 'success',
        messages: [message.text],
        basket: basket ?? (await basketReplyFor(room, request, false)),
      }
    },
    {
      form: ({ request, reply }, answer) =>
        pages.redirect(reply, {
          to: cameFrom(request, '/basket'),
          flash: { kind: answer.success ? 'success' : 'danger', text: answer.messages[0] ?? '' },
        }),
    },
  )

  handle(
    app,
    changeBasket,
    async ({ body, request }) => {
      const visitor = await visitors.of(request)
      const wanted = readRowChanges(body.updated_items)
      const before = await openBasket(db, visitor)
      const changes = affordable(before.basket, wanted)
      const tooDear = changes.length < wanted.length ? [tooDearWords] : []
      if (before.basket.id !== null) await changeLines(db, before.basket.id, changes)
      const open = changes.length > 0 ? await openBasket(db, visitor) : before
      const reckoning = reckonFor(room, open, body.with_shipping)
      // Without JavaScript the basket page that comes next settles them and says so.
      const notices = isPlainForm(request) ? [] : await settleVouchers(db, open.basket, reckoning)
      return basketOnTheWire(open.basket, reckoning, [...tooDear, ...notices])
    },
    {
      form: ({ reply }, { notices = [] }) =>
        pages.redirect(reply, {
          to: '/basket',
          ...(notices[0] !== undefined && { flash: { kind: 'danger', text: notices[0] } }),
        }),
    },
  )

  handle(app, clearBasket, async ({ request }) => {
    const { basket } = await openBasket(db, await visitors.of(request))
    if (basket.id !== null) await emptyLines(db, basket.id)
    return basketReplyFor(room, request, false)
  })

  handle(
    app,
    addVoucher,
    async ({ body, request }) => {
      const code = voucherCode(body.code)
      const visitor = await visitors.of(request)
      const { basket } = await openBasket(db, visitor)
      // Without JavaScript the row's Delete button posts here: a form knows no DELETE.
      if (body.remove && basket.id !== null) await dropVouchers(db, basket.id, [voucherCode(body.remove)])
      if (code === '') return { accepted: false, message: '' }
      await limitGuesses(request)
      if (basket.id === null || basket.lines.length === 0)
        return { accepted: false, message: pageWords.empty }
      return enterVoucher(code, basket.id, visitor)
    },
    {
      form: ({ reply }, { accepted, message }) =>
        pages.redirect(reply, {
          to: '/basket',
          ...(message ? { flash: { kind: accepted ? 'success' : 'danger', text: message } } : {}),
        }),
    },
  )

  handle(app, removeVoucher, async ({ query, request }) => {
    const { basket } = await openBasket(db, await visitors.of(request))
    if (basket.id !== null) await dropVouchers(db, basket.id, [voucherCode(query.code)])
    return basketReplyFor(room, request, false)
  })

  // Under the basket's lock: two codes that are typed at once see each other.
  const enterVoucher = (code: string, basketId: number, visitor: Visitor) =>
    inTransaction(db, async tx => {
      await lockBasket(tx, basketId)
      const { basket, buyer } = await openBasket(tx, visitor)
      const voucher = await voucherByCode(tx, code, basketId, buyer.personId)
      const circumstances = {
        ...buyer,
        subtotal: goodsOf(basket),
        now: house.now(),
        usesTotal: voucher?.usesTotal ?? 0,
        usesByCustomer: voucher?.usesByCustomer ?? 0,
      }
      const itself = judgeVoucher(voucher, circumstances)
      const verdict = itself.accepted && voucher ? judgeBeside(voucher, basket.vouchers) : itself
      if (!verdict.accepted) return { accepted: false, message: refusalWords(verdict.why, voucher) }
      await holdVoucher(tx, basketId, voucher!.id)
      return { accepted: true, message: voucherAddedWords }
    })

  const limitGuesses = (request: FastifyRequest) => {
    const { vouchersPerMinute } = house.config.limits
    return limitAttempts(db, `voucher:${request.ip}`, vouchersPerMinute, 60, house.now(), voucherLimitWords)
  }

  /** By id, or by a number typed into the quick add of a browser without JavaScript. */
  const findProduct = async (body: { product?: unknown; code?: unknown }): Promise<number | null> => {
    const id = parseProductId(body.product)
    if (id !== null) return id
    if (typeof body.code !== 'string' || body.code.trim() === '') return null
    return findProductId(await room.search.getEngine(), body.code)
  }

  /** `basket`: as it is now; null when it was left alone. */
  const add = async (
    request: FastifyRequest,
    reply: FastifyReply,
    body: BodyOf<typeof addToBasket>,
  ): Promise<{ message: Flash; basket: BasketReply | null }> => {
    const quantity = body.quantity === undefined ? 1 : readQuantity(body.quantity, 1)
    const productId = await findProduct(body)
    const refuse = (text: string) => ({ message: { kind: 'danger' as const, text }, basket: null })
    if (quantity === null) return refuse(addRefusalWords.bad_quantity({}))
    if (productId === null) return refuse(addRefusalWords.unknown_product({}))
    const { owner, keep } = await ownerToFill(room, request, reply)
    const outcome = await addLine(db, owner, productId, quantity, largestQuantity)
    if (outcome.added && outcome.product && outcome.basket) {
      if (goodsOf(outcome.basket) > largestSubtotal) {
        await takeBack(outcome.basket, outcome.product)
        return refuse(tooDearWords)
      }
      await keep()
      const buyer = buyerOf(await visitors.of(request))
      const reckoning = reckonFor(room, { basket: outcome.basket, buyer }, false)
      return {
        message: { kind: 'success', text: addedWords(outcome.product.title, quantity) },
        basket: basketOnTheWire(outcome.basket, reckoning),
      }
    }
    const why = judgeAdd(outcome.product, quantity, largestQuantity)
    return refuse(addRefusalWords[why](outcome.product ?? {}))
  }

  // What it came to is known when it is in: nearly nobody adds so much, and all others pay for no question more.
  const takeBack = async (basket: Basket, { id, inBasket }: { id: number; inBasket: number }) => {
    const line = basket.lines.find(found => found.productId === id)
    if (line && basket.id !== null) await changeLines(db, basket.id, [{ rowId: line.id, quantity: inBasket }])
  }
}

function parseProductId(product: unknown): number | null {
  const isId =
    typeof product === 'number' || (typeof product === 'string' && /^\s*\d{1,10}\s*$/.test(product))
  const id = isId ? Number(product) : 0
  return Number.isInteger(id) && id > 0 && id <= 2_147_483_647 ? id : null
}

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { inTransaction } from '../../../infra/database/db.ts'
import { handle } from '../../../infra/http/handle.ts'
import type { Pages } from '../../../infra/pages/page-routes.ts'
import { enforceLimit } from '../../../infra/rate-limit/attempts.ts'
import { toClientNetwork } from '../../../infra/rate-limit/client-network.ts'
import type { Visitor } from '../../accounts/visitor.ts'
import { calculateSubtotal } from '../basket.ts'
import { voucherLimitMessage } from '../messages.ts'
import { basketMessages, voucherAddedMessage } from '../page-messages.ts'
import { lockBasket } from '../queries.ts'
import { addVoucher, removeVoucher } from '../schemas.ts'
import { type BasketDeps, finishChange, loadBasket, loadBasketReply } from '../service.ts'
import { findVoucherByCode, insertVoucher, removeVouchers } from './voucher-queries.server.ts'
import { formatVoucherRefusal, parseVoucherCode, validateCombination, validateVoucher } from './vouchers.ts'

export function voucherRoutes(app: FastifyInstance, deps: BasketDeps & { pages: Pages }): void {
  const { context, visitors, pages } = deps
  const { db } = context

  handle(
    app,
    addVoucher,
    async ({ body, request, reply }) => {
      const code = parseVoucherCode(body.code)
      const visitor = await visitors.get(request)
      const { basket } = await loadBasket(db, visitor)
      // Without JavaScript the row's Delete button posts here, because a form cannot send DELETE.
      if (body.remove && basket.id !== null) {
        await removeVouchers(db, basket.id, [parseVoucherCode(body.remove)])
        await finishChange(deps, request, reply)
      }
      if (code === '') return { accepted: false, message: '' }
      await limitVoucherAttempts(request)
      if (basket.id === null || basket.lines.length === 0)
        return { accepted: false, message: basketMessages.empty }
      const result = await applyVoucher(code, basket.id, visitor)
      if (result.accepted) await finishChange(deps, request, reply)
      return result
    },
    {
      form: ({ reply }, { accepted, message }) =>
        pages.redirect(reply, {
          to: '/basket',
          ...(message ? { flash: { kind: accepted ? 'success' : 'danger', text: message } } : {}),
        }),
    },
  )

  handle(app, removeVoucher, async ({ query, request, reply }) => {
    const { basket } = await loadBasket(db, await visitors.get(request))
    if (basket.id !== null) {
      await removeVouchers(db, basket.id, [parseVoucherCode(query.code)])
      await finishChange(deps, request, reply)
    }
    return loadBasketReply(deps, request, false)
  })

  // The basket is locked, so that two codes entered at the same time are checked against each other.
  const applyVoucher = (code: string, basketId: number, visitor: Visitor) =>
    inTransaction(db, async tx => {
      await lockBasket(tx, basketId)
      const { basket, buyer } = await loadBasket(tx, visitor)
      const voucher = await findVoucherByCode(tx, code, basketId, buyer.personId)
      const conditions = {
        ...buyer,
        subtotal: calculateSubtotal(basket),
        now: context.now(),
        usesTotal: voucher?.usesTotal ?? 0,
        usesByCustomer: voucher?.usesByCustomer ?? 0,
      }
      const alone = validateVoucher(voucher, conditions)
      const decision = alone.ok && voucher ? validateCombination(voucher, basket.vouchers) : alone
      if (!decision.ok) return { accepted: false, message: formatVoucherRefusal(decision.reason, voucher) }
      await insertVoucher(tx, basketId, voucher!.id)
      return { accepted: true, message: voucherAddedMessage }
    })

  const limitVoucherAttempts = (request: FastifyRequest) => {
    const { vouchersPerMinute } = context.config.limits
    return enforceLimit(
      db,
      `voucher:${toClientNetwork(request.ip)}`,
      vouchersPerMinute,
      60,
      context.now(),
      voucherLimitMessage,
    )
  }
}

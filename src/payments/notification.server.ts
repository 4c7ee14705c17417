import { lockOrder, placeOrder, reverseOrder } from '../orders/server.ts'
import { inTransaction } from '../platform/db.ts'
import type { Tx } from '../platform/house.ts'
import { type AttemptState, judgeNotification } from './attempts.ts'
import { type Attempt, attemptByCode, lockAttempt, settleAttempt } from './data.ts'
import { verifySignature } from './opayo.server.ts'
import { isVendorTxCode } from './opayo.ts'
import { decodeForm, type Fields } from './opayo-form.ts'
import { answerNotification, outcomeOf, statusOf } from './opayo-notification.ts'
import { type Payments, returnPath } from './server.ts'

/**
 * Answers the provider's notification. One transaction under the attempt's and the order's locks decides, writes and
 * keeps the very answer; told again, the provider gets that answer again and nothing else happens (reference §6.3).
 */
export async function receiveNotification(
  payments: Payments,
  body: string,
  termsVersion: string,
): Promise<string> {
  const { house, gateway } = payments
  const decoded = decodeForm(body)
  if (!decoded.ok) return invalid(payments, 'The notification could not be read.')
  const { fields } = decoded
  const code = fields.VendorTxCode ?? ''
  const attempt = isVendorTxCode(code) ? await attemptByCode(house.db, code) : null
  const status = statusOf(fields)
  if (!attempt || !status) return invalid(payments, 'The notification names no payment of ours.')
  const { securityKey, vpsTxId } = attempt
  if (!securityKey || vpsTxId !== fields.VPSTxId || !verifySignature(fields, gateway.vendor, securityKey)) {
    house.log.error({ code: attempt.vendorTxCode }, 'a card notification did not carry our signature')
    return invalid(payments, 'The signature does not match.')
  }
  return inTransaction(house.db, tx => settle(tx, payments, attempt, fields, outcomeOf[status], termsVersion))
}

async function settle(
  tx: Tx,
  payments: Payments,
  found: Attempt,
  fields: Fields,
  outcome: Parameters<typeof judgeNotification>[1],
  termsVersion: string,
): Promise<string> {
  const now = payments.house.now()
  const order = await lockOrder(tx, found.orderId)
  const attempt = await lockAttempt(tx, found.id)
  if (!order) return invalid(payments, 'The order is not there.')
  const answered = attempt.answer !== null
  const verdict = judgeNotification({ attempt: attempt.state, answered, order: order.state }, outcome)
  const actor = 'card provider'
  const write = async (state: AttemptState, answer: string) => {
    await settleAttempt(tx, attempt.id, { ...cardOf(fields), state, answer, now })
    return answer
  }
  switch (verdict.do) {
    case 'repeat':
      return attempt.answer ?? answerTo(payments, attempt, 'OK', '')
    case 'wait':
      return answerTo(payments, attempt, 'OK', '')
    case 'note':
      return write(
        verdict.attempt,
        answerTo(
          payments,
          attempt,
          verdict.answer,
          verdict.answer === 'OK' ? '' : 'The order can no longer be paid.',
        ),
      )
    case 'reverse':
      await reverseOrder(tx, order, { actor, why: 'the provider took the payment back', now })
      payments.house.log.error({ order: order.reference }, 'a confirmed payment was taken back')
      return write('reversed', answerTo(payments, attempt, 'OK', ''))
    case 'place': {
      const placed = await placeOrder(tx, order, { actor, why: 'paid by card', now, termsVersion })
      if (placed.placed) return write('paid', answerTo(payments, attempt, 'OK', ''))
      // Stock or voucher is gone: INVALID keeps the provider from charging (reference §6.6).
      payments.house.log.error({ order: order.reference, why: placed.why }, 'a late payment was refused')
      return write('refused', answerTo(payments, attempt, 'INVALID', 'The order can no longer be placed.'))
    }
  }
}

function answerTo(payments: Payments, attempt: Attempt, status: 'OK' | 'INVALID', detail: string): string {
  const redirectUrl = `${payments.house.baseUrl()}${returnPath}/${attempt.returnToken}`
  return answerNotification({ status, redirectUrl, detail })
}

function invalid(payments: Payments, detail: string): string {
  return answerNotification({
    status: 'INVALID',
    redirectUrl: `${payments.house.baseUrl()}${returnPath}/unknown`,
    detail,
  })
}

function cardOf(fields: Fields) {
  const lastFour = fields.Last4Digits ?? ''
  return {
    statusDetail: (fields.StatusDetail ?? '').slice(0, 255),
    txAuthNo: fields.TxAuthNo ? fields.TxAuthNo.slice(0, 20) : null,
    cardType: fields.CardType ? fields.CardType.slice(0, 15) : null,
    lastFour: /^\d{4}$/.test(lastFour) ? lastFour : null,
  }
}

import { lockOrder, placeOrder, releaseAndTransition } from '../orders/server.ts'
import { inTransaction } from '../platform/db.ts'
import type { Tx } from '../platform/house.ts'
import { type AttemptState, judgeNotification } from './attempts.ts'
import { countDecline, isTestedCard } from './card-testing.server.ts'
import { type Attempt, attemptByCode, doubtAttempt, lockAttempt, sessionOf, settleAttempt } from './data.ts'
import { verifySignature } from './opayo.server.ts'
import { isVendorTxCode } from './opayo.ts'
import { decodeForm, type Fields } from './opayo-form.ts'
import { answerNotification, outcomeOf, statusOf } from './opayo-notification.ts'
import { type Payments, returnPath } from './setup.server.ts'

/**
 * Answers the provider's notification. One transaction under the attempt's and the order's locks decides, writes and
 * keeps the very answer; told again, the provider gets that answer again and nothing else happens (reference §6.3).
 * `from`: whose frame it is, as `addressMark` wrote it into our address.
 */
export async function receiveNotification(
  payments: Payments,
  body: string,
  termsVersion: string,
  from: string | null,
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
    // The provider ends its frame when it hears INVALID; the next send gets another.
    await doubtAttempt(house.db, attempt.id)
    return invalid(payments, 'The signature does not match.')
  }
  const { answer, isDeclined } = await inTransaction(house.db, tx =>
    settle(tx, payments, attempt, fields, outcomeOf[status], termsVersion),
  )
  if (isDeclined) await noteDecline(payments, attempt.orderId, from, cardOf(fields).lastFour)
  return answer
}

// What was decided stands and is told, whatever becomes of the counting.
async function noteDecline(
  { house }: Payments,
  orderId: number,
  from: string | null,
  lastFour: string | null,
): Promise<void> {
  try {
    await countDecline(house, { sessionHash: await sessionOf(house.db, orderId), from, lastFour })
  } catch (error) {
    house.log.error({ err: { message: (error as Error).message } }, 'a declined card was not counted')
  }
}

interface Settled {
  answer: string
  /** A card was declined that was not known to be. */
  isDeclined: boolean
}

async function settle(
  tx: Tx,
  payments: Payments,
  found: Attempt,
  fields: Fields,
  outcome: Parameters<typeof judgeNotification>[1],
  termsVersion: string,
): Promise<Settled> {
  const { house } = payments
  const now = house.now()
  const order = await lockOrder(tx, found.orderId)
  const attempt = await lockAttempt(tx, found.id)
  if (!order) return told(invalid(payments, 'The order is not there.'))
  const answered = attempt.answer !== null
  const verdict = judgeNotification({ attempt: attempt.state, answered, order: order.state }, outcome)
  const actor = 'card provider'
  const write = async (state: AttemptState, answer: string) => {
    await settleAttempt(tx, attempt.id, { ...cardOf(fields), state, answer, now })
    return told(answer)
  }
  switch (verdict.do) {
    case 'repeat':
      return told(attempt.answer ?? answerTo(payments, attempt, 'OK', ''))
    case 'wait':
      return told(answerTo(payments, attempt, 'OK', ''))
    case 'note': {
      const detail = verdict.answer === 'OK' ? '' : 'The order can no longer be paid.'
      const noted = await write(verdict.attempt, answerTo(payments, attempt, verdict.answer, detail))
      return { ...noted, isDeclined: verdict.attempt === 'declined' && attempt.state !== 'declined' }
    }
    case 'reverse':
      await releaseAndTransition(tx, order.id, {
        to: 'payment_reversed',
        actor,
        why: 'the provider took the payment back',
        now,
      })
      house.log.error({ order: order.reference }, 'a confirmed payment was taken back')
      return write('reversed', answerTo(payments, attempt, 'OK', ''))
    case 'place': {
      if (await isTestedCard(house, tx, cardOf(fields).lastFour)) {
        return write('refused', answerTo(payments, attempt, 'INVALID', 'The card was declined too often.'))
      }
      const placed = await placeOrder(tx, order, { actor, why: 'paid by card', now, termsVersion })
      if (placed.placed) return write('paid', answerTo(payments, attempt, 'OK', ''))
      // Stock or voucher is gone: INVALID keeps the provider from charging (reference §6.6).
      house.log.error({ order: order.reference, why: placed.why }, 'a late payment was refused')
      return write('refused', answerTo(payments, attempt, 'INVALID', 'The order can no longer be placed.'))
    }
  }
}

const told = (answer: string): Settled => ({ answer, isDeclined: false })

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

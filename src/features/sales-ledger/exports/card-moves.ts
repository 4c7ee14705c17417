import type { IsoDate } from '../../../lib/dates.ts'
import { pence } from '../../../lib/money.ts'
import type { TakenBy } from './ledger-document.ts'
import type { CardMove } from './vat.ts'

interface MoneyEvent {
  /** An ISO instant, always in the same form. */
  at: string
  day: IsoDate
}

interface MoneyMove extends MoneyEvent {
  amount: number
  takenBy: TakenBy
}

/** Pence inc VAT, and the VAT in it. */
interface TaxedSum {
  total: number
  vat: number
}

interface OrderSums extends TaxedSum {
  vatRateBp: number
}

/** All that has changed what an order's payments count in the VAT. */
export interface CardOrder {
  reference: string
  customer: string
  /** As the order is now. */
  sums: OrderSums
  /** The earliest first, with what the order came to until then. */
  corrections: readonly (MoneyEvent & { before: OrderSums })[]
  payments: readonly MoneyMove[]
  /** Without a credit note, and not refused. */
  refunds: readonly MoneyMove[]
  /** Credit notes of refunds that are issued with the invoice. */
  deferred: readonly (MoneyEvent & TaxedSum)[]
  /** Of payments that the provider took back, or that staff entered wrongly. */
  reversals: readonly MoneyMove[]
  /** `at`: when it was issued. */
  invoices: readonly (TaxedSum & { at: string; taxPoint: IsoDate })[]
}

/** What happened at one time, and what it changed. */
interface CardPosting extends MoneyEvent, OrderSums {
  kind: CardMove['kind']
  takenBy: readonly TakenBy[]
}

const nothing: TaxedSum = { total: 0, vat: 0 }

/**
 * What counts in the VAT of an order paid in advance besides its documents. A payment counts in the VAT of its day as the order was then
 * (VAT Act 1994, section 6(4)), and what changes it later counts on that later day, so that a VAT return that was sent stays
 * true. An invoice has a payment's day as its tax point and takes the place of as much of the payment.
 */
export function listMovesOfOrder(order: CardOrder): CardMove[] {
  const postings = listPostings(order)
  const changes = postings.filter(({ kind }) => kind !== 'payment')
  return [...listPaymentMoves(order, postings), ...changes]
    .filter(({ total, vat }) => total !== 0 || vat !== 0)
    .map(({ kind, takenBy, day, vatRateBp, total, vat }) => {
      const { reference, customer } = order
      return { kind, takenBy, reference, customer, day, vatRateBp, net: pence(total - vat), vat: pence(vat) }
    })
}

function listPostings(order: CardOrder): CardPosting[] {
  const { payments, refunds, reversals, corrections } = order
  const events = [...payments, ...refunds, ...reversals, ...corrections]
  const times = [...new Map(events.map(({ at, day }) => [at, { at, day }])).values()]
  let held = 0
  let isTakenBack = false
  let before = nothing
  return times
    .toSorted((one, other) => (one.at < other.at ? -1 : 1))
    .map(time => {
      const paid = amountAt(payments, time)
      const takenBack = amountAt(reversals, time)
      const isPayment = paid > 0
      held += paid - amountAt(refunds, time) - takenBack
      isTakenBack ||= takenBack > 0
      const invoiced = addUp(order.invoices.filter(({ at }) => at <= time.at))
      // What is invoiced was credited by then, or is still owed (VAT Regulations 1995, regulation 38).
      const isOwed = isTakenBack && held <= invoiced.total
      const after = isOwed ? invoiced : withVat(held, getSums(order, time))
      const sums = isPayment ? getSums(order, time) : getSumsBefore(order, time)
      const change = subtract(after, before)
      before = after
      const kind = isPayment
        ? 'payment'
        : takenBack > 0
          ? 'reversal'
          : change.total === 0
            ? 'correction'
            : 'refund'
      const moves = [...payments, ...refunds, ...reversals].filter(({ at }) => at === time.at)
      return { ...time, ...change, kind, takenBy: listTakenBy(moves), vatRateBp: sums.vatRateBp }
    })
}

const listTakenBy = (moves: readonly MoneyMove[]): TakenBy[] => [
  ...new Set(moves.map(({ takenBy }) => takenBy)),
]

const amountAt = (events: readonly { at: string; amount: number }[], { at }: MoneyEvent): number =>
  events.filter(event => event.at === at).reduce((total, { amount }) => total + amount, 0)

/** What was to be paid for the order after what happened at this time. */
function getSums({ sums, corrections, deferred }: CardOrder, { at }: MoneyEvent): OrderSums {
  const ordered = corrections.find(correction => correction.at > at)?.before ?? sums
  return { ...ordered, ...subtract(ordered, addUp(deferred.filter(credit => credit.at <= at))) }
}

const getSumsBefore = ({ sums, corrections }: CardOrder, { at }: MoneyEvent): OrderSums =>
  corrections.find(correction => correction.at >= at)?.before ?? sums

/** All that was paid of an order has its VAT to the penny, another sum what is within it. */
const withVat = (paid: number, { total, vat, vatRateBp }: OrderSums): TaxedSum => ({
  total: paid,
  vat: paid === total ? vat : Math.round((paid * vatRateBp) / (10_000 + vatRateBp)),
})

/**
 * What of the payments of each day is not in an invoice: what is still to be invoiced, then what has gone back or was
 * corrected. An order that was paid on several days has all of its invoices on one of them.
 */
function listPaymentMoves(order: CardOrder, postings: readonly CardPosting[]): CardPosting[] {
  const { vatRateBp } = order.sums
  let open = subtract(addUp(postings), addUp(order.invoices))
  const goneBack = listTakenBy(order.reversals)
  let back = 0 - addUp(postings.filter(({ kind }) => kind !== 'payment')).total
  return listPaymentDays(order, postings)
    .toReversed()
    .flatMap(payment => {
      const toInvoice = takePart(payment.total, open, vatRateBp)
      const rest = subtract(payment, toInvoice)
      const returned = rest.total <= back ? rest : withVat(back, { ...rest, vatRateBp: payment.vatRateBp })
      const since = rest.total < 0 ? nothing : returned
      open = subtract(open, toInvoice)
      back -= since.total
      // What was entered wrongly on the day of the right entry is not what is still to be invoiced.
      const select = (isBack: boolean): readonly TakenBy[] => {
        const takenBy = payment.takenBy.filter(by => goneBack.includes(by) === isBack)
        return takenBy.length === 0 ? payment.takenBy : takenBy
      }
      const otherKind = rest.total < 0 ? 'earlier_payment' : 'other_day'
      return [
        { ...payment, ...toInvoice, takenBy: select(false), vatRateBp },
        { ...payment, ...since, kind: 'returned' as const, takenBy: select(true) },
        { ...payment, ...subtract(rest, since), kind: otherKind, takenBy: select(false) },
      ]
    })
}

function takePart(available: number, from: TaxedSum, vatRateBp: number): TaxedSum {
  const total = Math.max(0, Math.min(available, from.total))
  return total === 0 ? nothing : withVat(total, { ...from, vatRateBp })
}

/** The payments of each day, less the invoices with that tax point. */
function listPaymentDays({ invoices }: CardOrder, postings: readonly CardPosting[]): CardPosting[] {
  const payments = postings.filter(({ kind }) => kind === 'payment')
  const days = [...new Set(payments.map(({ day }) => day))]
  const getDay = (taxPoint: IsoDate) => (days.includes(taxPoint) ? taxPoint : days[0])
  return days.map(day => {
    const ofDay = payments.filter(payment => payment.day === day)
    const invoiced = invoices.filter(({ taxPoint }) => getDay(taxPoint) === day)
    const takenBy = [...new Set(ofDay.flatMap(payment => payment.takenBy))]
    return { ...ofDay[0]!, takenBy, ...subtract(addUp(ofDay), addUp(invoiced)) }
  })
}

const addUp = (sums: readonly TaxedSum[]): TaxedSum =>
  sums.reduce((all, { total, vat }) => ({ total: all.total + total, vat: all.vat + vat }), nothing)

const subtract = (from: TaxedSum, less: TaxedSum): TaxedSum => ({
  total: from.total - less.total,
  vat: from.vat - less.vat,
})

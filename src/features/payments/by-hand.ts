import { formatDate, type IsoDate, parseIsoDate } from '../../lib/dates.ts'
import { formatPounds, type Pence, parsePounds } from '../../lib/money.ts'

/** Money that staff take themselves; each is the provider of its payment attempt. */
export const handKinds = ['cash', 'terminal', 'bank'] as const
export type HandKind = (typeof handKinds)[number]

export const handKindNames: Record<HandKind, string> = {
  cash: 'Cash',
  terminal: 'Card terminal',
  bank: 'Bank transfer',
}

export const isHandKind = (provider: string): provider is HandKind =>
  handKinds.some(kind => kind === provider)

/** Pence of cash of one customer on a day from which the money laundering rules ask who pays. */
export const namedCashFrom = 10_000_00

export const handPaymentMessages = {
  amount: 'Enter the amount that was paid, in pounds and pence.',
  tooMuch: (due: string) =>
    `Only ${due} is to be paid for this order. Enter that, and pay the rest back or put it on the customer’s account.`,
  day: 'Enter the day the money came in.',
  future: 'The day can’t be later than today.',
  beforeOrder: (day: IsoDate) =>
    `The order was placed on ${formatDate(day)}: the money can’t have come before.`,
  changed: 'The order has changed meanwhile. Check what is to be paid, and enter the payment again.',
  entered: 'The payment is entered.',
  reference: 'Enter the reference on the bank statement.',
  nothingDue: 'Nothing more is to be paid for this order, so nothing was entered.',
  cashName:
    'For cash of £10,000 or more the money laundering rules ask for the name and address of the person who pays. Enter both.',
  reason: 'Say what was wrong with the entry.',
  cancelledMeanwhile: 'A colleague has cancelled this payment meanwhile.',
  paidBack: (amount: Pence) =>
    `${formatPounds(amount)} of it was paid back already, so the entry stays. Enter what is wrong as another refund, on the order’s page.`,
  hasLeft:
    'The goods have left, so the order must stay paid: say how it was really paid. To give money back, refund it on the order’s page.',
}

/** What staff type of a payment: amount in pounds, day as an ISO date; '': today. */
export interface HandPaymentInput {
  kind: HandKind
  amount: string
  payment_reference: string
  till: string
  received_on: string
}

/** The amount and the day of a payment, or what is wrong with its fields. */
export function parseHandPayment(
  { kind, amount: typed, payment_reference: reference, received_on: day }: HandPaymentInput,
  { amountDue, placedOn, today }: { amountDue: Pence; placedOn: IsoDate | null; today: IsoDate },
): { amount: Pence; receivedOn: IsoDate } | { errors: Record<string, string> } {
  const errors: Record<string, string> = {}
  const amount = parsePounds(typed)
  const receivedOn = day === '' ? today : parseIsoDate(day)
  if (!amount) errors.amount = handPaymentMessages.amount
  else if (amount > amountDue) errors.amount = handPaymentMessages.tooMuch(formatPounds(amountDue))
  if (kind === 'bank' && reference === '') errors.payment_reference = handPaymentMessages.reference
  if (!receivedOn) errors.received_on = handPaymentMessages.day
  else if (receivedOn > today) errors.received_on = handPaymentMessages.future
  else if (placedOn !== null && receivedOn < placedOn)
    errors.received_on = handPaymentMessages.beforeOrder(placedOn)
  return amount && receivedOn && Object.keys(errors).length === 0 ? { amount, receivedOn } : { errors }
}

export interface BankLine {
  /** Null: there is none in it. */
  amount: Pence | null
  /** What may be order numbers. */
  references: string[]
}

/**
 * Amount and order numbers in a line of a bank statement: '24/11 FPI WEBB FH4R 2K9Q XA 24.60'. The amount is the last number
 * with pence, else the only whole number after a pound sign.
 */
export function parseBankLine(text: string): BankLine {
  const amounts = text.match(/(?<![\d.,])\d{1,3}(?:,\d{3})+\.\d{2}(?![\d.])|(?<![\d.,])\d+\.\d{2}(?![\d.])/g)
  const amount = amounts?.at(-1) ?? /£\s*(\d+)(?![\d.,])/.exec(text)?.[1]
  const squeezed = text.toUpperCase().replace(/[^A-Z0-9]/g, '')
  const named = [...squeezed.matchAll(/FH(?=([2-9A-HJ-NP-Z]{8}))/g)].map(([, code]) => `FH${code}`)
  const words = text.toUpperCase().match(/(?<![A-Z0-9])[2-9A-HJ-NP-Z]{8}(?![A-Z0-9])/g) ?? []
  return {
    amount: amount === undefined ? null : parsePounds(amount.replaceAll(',', '')),
    references: [...new Set([...named, ...words.map(word => `FH${word}`)])],
  }
}

export interface WaitingPayment {
  /** Of the order. */
  id: number
  reference: string
  customer: string
  due: Pence
}

export interface BankMatch {
  /** The order that the line is proposed for; null: none, or several. */
  order: WaitingPayment | null
  /** Those that it may be for. */
  candidates: readonly WaitingPayment[]
  note: string
}

/**
 * Which order a line of the bank statement is for: the one that it names, else those that wait for exactly its amount.
 * `orders`: with those that it names and that wait for nothing.
 */
export function matchBankLine(
  { amount, references }: BankLine,
  orders: readonly WaitingPayment[],
): BankMatch {
  const named = orders.filter(({ reference }) => references.includes(reference))
  const waiting = named.filter(({ due }) => due > 0)
  const candidates = waiting.length > 0 ? waiting : named.length > 0 ? [] : orders
  const order = candidates.length === 1 ? candidates[0]! : null
  const sum = amount === null ? '' : formatPounds(amount)
  const toNote = (): string => {
    if (waiting.length > 1) return 'The line names several orders. Choose one; what is over is for the next.'
    if (waiting.length === 0 && named.length > 0)
      return `${named[0]!.reference} waits for no payment. Check the number, or refund what came twice.`
    if (waiting.length === 1 && amount !== null && amount !== order!.due) {
      const due = formatPounds(order!.due)
      return amount > order!.due
        ? `${sum} came, but only ${due} is to be paid for ${order!.reference}. Enter that, and agree with the customer what happens with the rest.`
        : `${sum} is less than the ${due} to be paid: the order stays held until the rest comes.`
    }
    if (waiting.length === 1) return ''
    if (amount === null)
      return 'There is neither an order number nor an amount in it. Type one, such as 24.60.'
    if (candidates.length === 0)
      return `No order waits for exactly ${sum}, and the line names none. Ask the customer for the order number.`
    return order === null
      ? `The line names no order, and several wait for exactly ${sum}. Choose one.`
      : `The line names no order; ${order.reference} of ${order.customer} waits for exactly ${sum}. Check the name before you enter it.`
  }
  return { order, candidates, note: toNote() }
}

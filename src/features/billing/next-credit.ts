import { type Pence, pence, sum } from '../../lib/money.ts'
import type { Result } from '../../lib/result.ts'
import { isOrAre } from '../../lib/text.ts'
import { pickLineName } from '../basket/lines/line-entry.ts'
import type { LineName } from '../basket/lines/line-entry-schema.ts'
import type { Pieces } from '../orders/order-line.ts'
import { type DocumentLine, noGoods } from './document.ts'

/** What a credit note is to credit. `amount`: inc VAT. 'all': whatever is left. */
export type CreditItems =
  | 'all'
  | {
      lines: readonly Pieces[]
      delivery: boolean
      amount: Pence | null
      /** Percentage of the price of these pieces that the shop retains for handling their return. */
      chargePercent?: number
    }

type ChosenParts = Pick<Exclude<CreditItems, 'all'>, 'lines' | 'delivery'>

export type CreditRefusal =
  | {
      why:
        | 'nothing_invoiced'
        | 'nothing_charged'
        | 'nothing_left'
        | 'nothing_chosen'
        | 'line_twice'
        | 'no_delivery'
    }
  | { why: 'too_many'; code: string; left: number }
  | { why: 'too_much'; left: Pence }

export const formatLeftToCredit = (
  code: string,
  left: number,
  verb: 'credit' | 'refund' = 'credit',
): string =>
  left === 0
    ? `Nothing of ${code} is left to ${verb}.`
    : `Only ${left} of ${code} ${isOrAre(left)} left to ${verb}.`

/** A part of an order that can be credited. Ex VAT but `vat`. */
type CreditablePart = Pick<DocumentLine, 'quantity' | 'net' | 'vat'>

/** What was invoiced of an order and not credited yet. */
export interface Creditable {
  lines: (CreditablePart & LineName & { position: number; productId: number })[]
  /** Null: there is no charge, or it was credited. */
  delivery: (CreditablePart & { title: string }) | null
  /** Of the order; less than the sum of its lines once amounts were credited. */
  net: Pence
  vat: Pence
  total: Pence
}

export interface CreditSums {
  lines: DocumentLine[]
  net: Pence
  vat: Pence
  total: Pence
}

/** The lines of the order's invoices, and of its credit notes. */
interface IssuedDocuments {
  invoiced: readonly DocumentLine[]
  credited: readonly DocumentLine[]
}

export function getCreditable({ invoiced, credited }: IssuedDocuments): Creditable {
  const goods = invoiced.filter(({ kind }) => kind === 'goods')
  const positions = [...new Set(goods.map(({ position }) => position!))].sort((one, other) => one - other)
  const lines = positions.flatMap(position => {
    const first = goods.find(line => line.position === position)!
    const left = subtract(pickLine(invoiced, position), pickLine(credited, position))
    return left.quantity > 0
      ? [{ position, productId: first.productId!, ...pickLineName(first), ...left }]
      : []
  })
  const charges = invoiced.filter(({ kind }) => kind === 'delivery')
  const charge = subtract(
    charges,
    credited.filter(({ kind }) => kind === 'delivery'),
  )
  const { net, vat } = subtract(invoiced, credited)
  const delivery = charge.net + charge.vat > 0 ? { title: charges[0]!.title, ...charge, quantity: 1 } : null
  return { lines, delivery, net, vat, total: pence(net + vat) }
}

const pickLine = (lines: readonly DocumentLine[], position: number): DocumentLine[] =>
  lines.filter(line => line.kind === 'goods' && line.position === position)

function subtract(lines: readonly DocumentLine[], less: readonly DocumentLine[]): CreditablePart {
  const count = (of: readonly DocumentLine[]) => of.reduce((total, { quantity }) => total + quantity, 0)
  return {
    quantity: count(lines) - count(less),
    net: pence(sum(lines.map(line => line.net)) - sum(less.map(line => line.net))),
    vat: pence(sum(lines.map(line => line.vat)) - sum(less.map(line => line.vat))),
  }
}

/**
 * What a credit note has: never more than was invoiced and is not credited yet, by line and in all. Some of the pieces that
 * are left of a line have their share of what is left of its net and VAT; the last piece has the remainder.
 */
export function calculateCredit(
  issued: IssuedDocuments & { vatRateBp: number },
  items: CreditItems,
): Result<CreditSums, CreditRefusal> {
  const left = getCreditable(issued)
  if (issued.invoiced.length === 0) return refuse({ why: 'nothing_invoiced' })
  if (left.total === 0)
    return refuse({ why: isNothingCharged(issued.invoiced) ? 'nothing_charged' : 'nothing_left' })
  const chosen = items === 'all' ? toEverything(left) : items
  if (chosen.lines.length === 0 && !chosen.delivery && chosen.amount === null)
    return refuse({ why: 'nothing_chosen' })
  const refusal = findRefusal(issued, left, chosen)
  if (refusal) return refuse(refusal)
  const capped = creditParts(left, chosen)
  const rest = subtractSums(left, capped)
  if (chosen.amount !== null && chosen.amount > rest.net + rest.vat)
    return refuse({ why: 'too_much', left: pence(rest.net + rest.vat) })
  const lines = [
    ...capped,
    ...(chosen.amount === null ? [] : [creditAmount(rest, chosen.amount, issued.vatRateBp)]),
    ...deductCharge(capped, chosen.chargePercent ?? 0),
  ]
  const net = sum(lines.map(line => line.net))
  const vat = sum(lines.map(line => line.vat))
  if (net + vat !== 0) return { ok: true, lines, net, vat, total: pence(net + vat) }
  return refuse({ why: isNothingCharged(capped) ? 'nothing_charged' : 'nothing_left' })
}

const refuse = (reason: CreditRefusal) => ({ ok: false, reason }) as const

const isNothingCharged = (lines: readonly DocumentLine[]): boolean =>
  lines.every(line => line.net === 0 && line.vat === 0)

/** Inc VAT. Every piece and the charge that are chosen must be left to credit. */
export const calculateParts = (left: Creditable, chosen: ChosenParts): Pence =>
  sum(creditParts(left, chosen).flatMap(({ net, vat }) => [net, vat]))

function creditParts(left: Creditable, { lines, delivery }: ChosenParts): DocumentLine[] {
  const parts = [
    ...lines.map(pieces => creditPieces(left, pieces)),
    ...(delivery ? [creditDelivery(left)] : []),
  ]
  return [...parts, ...creditEarlierAmounts(left, parts)]
}

const toEverything = ({ lines, delivery }: Creditable): Exclude<CreditItems, 'all'> => ({
  lines,
  delivery: delivery !== null,
  amount: null,
})

function findRefusal(
  { invoiced }: IssuedDocuments,
  left: Creditable,
  { lines, delivery }: Exclude<CreditItems, 'all'>,
): CreditRefusal | null {
  if (new Set(lines.map(({ position }) => position)).size < lines.length) return { why: 'line_twice' }
  for (const { position, quantity } of lines) {
    const line = left.lines.find(one => one.position === position)
    if (line && quantity <= line.quantity) continue
    const code = pickLine(invoiced, position)[0]?.code ?? `line ${position}`
    return { why: 'too_many', code, left: line?.quantity ?? 0 }
  }
  return delivery && left.delivery === null ? { why: 'no_delivery' } : null
}

function creditPieces({ lines }: Creditable, { position, quantity }: Pieces): DocumentLine {
  const line = lines.find(one => one.position === position)!
  const share = (amount: Pence): Pence =>
    pence(Number((BigInt(amount) * BigInt(quantity)) / BigInt(line.quantity)))
  return {
    kind: 'goods',
    position,
    productId: line.productId,
    ...pickLineName(line),
    quantity,
    net: share(line.net),
    vat: share(line.vat),
  }
}

function creditDelivery({ delivery }: Creditable): DocumentLine {
  const { title, net, vat } = delivery!
  return { kind: 'delivery', ...noGoods, title, net, vat }
}

/** Amounts that were credited before are a part of what the goods cost: they are taken off, not credited twice. */
function creditEarlierAmounts(left: Creditable, parts: readonly DocumentLine[]): DocumentLine[] {
  const rest = subtractSums(left, parts)
  const net = pence(Math.min(0, rest.net))
  const vat = pence(Math.min(0, rest.vat))
  if (net === 0 && vat === 0) return []
  return [{ kind: 'amount', ...noGoods, title: 'Less what was credited before', net, vat }]
}

/** The charge for handling a return, with its VAT; at most what is credited. */
function deductCharge(credited: readonly DocumentLine[], percent: number): DocumentLine[] {
  const goods = credited.filter(({ kind }) => kind === 'goods')
  const share = (pick: (line: DocumentLine) => Pence): Pence => {
    const charge = Math.round((sum(goods.map(pick)) * percent) / 100)
    return pence(Math.min(charge, sum(credited.map(pick))))
  }
  const [net, vat] = [share(line => line.net), share(line => line.vat)]
  if (net <= 0 && vat <= 0) return []
  const title = `Less handling charge of ${percent}%`
  return [{ kind: 'amount', ...noGoods, title, net: pence(-net), vat: pence(-vat) }]
}

const subtractSums = (left: Creditable, lines: readonly DocumentLine[]) => ({
  net: pence(left.net - sum(lines.map(line => line.net))),
  vat: pence(left.vat - sum(lines.map(line => line.vat))),
})

/** The VAT within an amount is rounded to the penny; the last amount has the remainder. */
function creditAmount(rest: { net: Pence; vat: Pence }, amount: Pence, vatRateBp: number): DocumentLine {
  const exact = pence(Math.round((amount * vatRateBp) / (10_000 + vatRateBp)))
  const vat = Math.min(rest.vat, Math.max(exact, amount - rest.net))
  return { kind: 'amount', ...noGoods, title: 'Credit', net: pence(amount - vat), vat: pence(vat) }
}

import { formatDate, type IsoDate } from '../../lib/dates.ts'
import { formatPounds, type Pence, pence } from '../../lib/money.ts'

/** What a company owes, and may owe, on account. */
export interface AccountDebt {
  /** Invoices less credit notes and payments; below 0: the shop owes the company. */
  balance: Pence
  /** Placed on account and not invoiced yet, with VAT. */
  toInvoice: Pence
  creditLimit: Pence | null
}

export interface Credit {
  /** Null: none was agreed. */
  limit: Pence | null
  /** What is owed, with orders that are not invoiced yet. */
  used: Pence
  /** Below 0: over the limit. Null: there is no limit. */
  available: Pence | null
}

/** R-LEDGER-5: money that is not allocated yet counts too, because it has been paid. */
export function toCredit({ balance, toInvoice, creditLimit }: AccountDebt): Credit {
  const used = pence(Math.max(0, balance + toInvoice))
  return { limit: creditLimit, used, available: creditLimit === null ? null : pence(creditLimit - used) }
}

/** The figures of the last check of an order. */
export interface CreditCheck {
  used: Pence
  /** Null: none was agreed, or the order was checked for overdue invoices alone. */
  limit: Pence | null
  /** When the oldest invoice was due that has been overdue for too long; null: there is none. */
  overdueSince: IsoDate | null
}

export const isOverLimit = ({ used, limit }: Pick<CreditCheck, 'used' | 'limit'>): boolean =>
  limit !== null && used > limit

export const needsCreditHold = (check: CreditCheck): boolean =>
  isOverLimit(check) || check.overdueSince !== null

/** For staff: 'over the credit limit: £624.60 of £500.00 used'. */
export function formatCreditHold(check: CreditCheck): string {
  const { used, limit, overdueSince } = check
  return [
    isOverLimit(check) && `over the credit limit: ${formatPounds(used)} of ${formatPounds(limit!)} used`,
    overdueSince !== null && `an invoice that was due on ${formatDate(overdueSince)} isn’t paid`,
  ]
    .filter(Boolean)
    .join('; ')
}

/** From 80% of the limit on both sides are warned: 'Over the limit', '87% of the limit used'; null: there is no need. */
export function formatLimitUse({ used, limit }: Pick<Credit, 'used' | 'limit'>): string | null {
  if (limit === null || used * 5 < limit * 4) return null
  if (isOverLimit({ used, limit })) return 'Over the limit'
  return limit === 0 ? null : `${Math.floor((used * 100) / limit)}% of the limit used`
}

/** For staff, before an order on account of this total is placed: why it will be held; null: it won't. */
export function formatStaffCreditWarning(
  { used, limit, overdueSince }: CreditCheck,
  total: Pence,
): string | null {
  const isBeyond = limit !== null && used + total > limit
  if (!isBeyond && overdueSince === null) return null
  const left = isBeyond && used < limit ? formatPounds(pence(limit - used)) : 'Nothing'
  const why = [
    isBeyond && `${left} of their ${formatPounds(limit)} credit is left`,
    overdueSince !== null && `an invoice that was due on ${formatDate(overdueSince)} isn’t paid`,
  ].filter(reason => reason !== false)
  const sentence = why.join(', and ')
  return `${sentence[0]!.toUpperCase()}${sentence.slice(1)}: on account, this order will be held.`
}

/** Before an order on account is placed that will be held; null: its total is within the credit. */
export function formatCreditWarning({ limit, available }: Omit<Credit, 'used'>, total: Pence): string | null {
  if (limit === null || available === null || total <= available) return null
  const rest = available > 0 ? formatPounds(available) : 'Nothing'
  return `${rest} of your ${formatPounds(limit)} credit is left: this order will be held until we have spoken.`
}

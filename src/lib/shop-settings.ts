import { z } from 'zod'
import { pluralize } from './count.ts'
import { addDays, getEndOfMonth, type IsoDate } from './dates.ts'
import { parseJson } from './json.ts'

const code = z.string().trim().min(1).max(30)

const sageCodes = z.strictObject({
  /** Nominal codes of the sales, of delivery, and of the bank account that payments on account come into. */
  sales: code.default('4000'),
  delivery: code.default('4905'),
  bank: code.default('1200'),
  /** The bank account of card payments; its standard name is credit card receipts. */
  cardReceipts: code.default('1250'),
  cashReceipts: code.default('1235'),
  terminalReceipts: code.default('1251'),
  bankReceipts: code.default('1201'),
  /** The customer account of orders that are not on account. */
  cardCustomers: code.default('WEB'),
})
/** Codes of Sage 50; the defaults are those of its standard chart of accounts. */
export type SageCodes = z.output<typeof sageCodes>

const xeroCodes = z.strictObject({
  sales: code.default('200'),
  delivery: code.default('200'),
  /** Names of tax rates, as Xero shows them. */
  vat: code.default('20% (VAT on Income)'),
  zeroRated: code.default('Zero Rated Income'),
  /** Bank accounts that money of orders comes into. */
  bankReceipts: code.default('090'),
  cashReceipts: code.default('091'),
  terminalReceipts: code.default('092'),
  cardReceipts: code.default('093'),
})
/** Codes of Xero; the defaults are those of its United Kingdom chart of accounts. */
export type XeroCodes = z.output<typeof xeroCodes>

/** A JSON object of some of the codes; null: it is none. */
export const parseSageCodes = (text: string): SageCodes | null => parseCodes(sageCodes, text)
export const parseXeroCodes = (text: string): XeroCodes | null => parseCodes(xeroCodes, text)

function parseCodes<S extends z.ZodType>(schema: S, text: string): z.output<S> | null {
  const parsed = schema.safeParse(parseJson(text))
  return parsed.success ? parsed.data : null
}

/** How many days after the invoice, or after the end of its month, an invoice is due. */
export interface InvoiceDue {
  days: number
  isFromEndOfMonth: boolean
}

/** '30' or '30 end of month'; null: neither. */
export function parseInvoiceDue(text: string): InvoiceDue | null {
  const [, days, endOfMonth] = /^(\d{1,3})(?: (end of month))?$/.exec(text.trim()) ?? []
  return days === undefined ? null : { days: Number(days), isFromEndOfMonth: endOfMonth !== undefined }
}

/** '30 days', '30 days from the end of the month'. */
export const formatInvoiceDue = ({ days, isFromEndOfMonth }: InvoiceDue): string =>
  `${pluralize(days, 'day')}${isFromEndOfMonth ? ' from the end of the month' : ''}`

/** The last day to pay an invoice. */
export function calculateDueDay(issuedOn: IsoDate, { days, isFromEndOfMonth }: InvoiceDue): IsoDate {
  return addDays(isFromEndOfMonth ? getEndOfMonth(issuedOn) : issuedOn, days)
}

/** What the shop offers beyond the law, for parts that are not faulty. */
export interface ReturnSettings {
  /** Within how many days of delivery unused parts may come back; null: by agreement. */
  days: number | null
  /** Of the price, kept for the handling; null: not said. */
  chargePercent: number | null
  /** Empty: the shop names one on request. */
  address: string[]
}

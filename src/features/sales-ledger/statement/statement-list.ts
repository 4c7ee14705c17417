import { formatDate, toLondonTime } from '../../../lib/dates.ts'
import { formatPounds, type Pence } from '../../../lib/money.ts'
import { formatMonth, type Month } from './statement.ts'

/** A month in the list of statements. */
export interface ListedStatement {
  month: Month
  /** 'November 2026' */
  name: string
  closing: string
  pdfUrl: string
  csvUrl: string
  /** 'Sent on 1 December 2026'; ''. */
  sent: string
  /** An ISO instant; ''. */
  sentAt: string
}

export interface MonthBalance {
  month: Month
  closing: Pence
  /** When its statement was sent; null: it was not. */
  sentAt: Date | null
}

/** `url`: of the list; its files are below it. */
export const toListedStatement = (
  { month, closing, sentAt }: MonthBalance,
  url: string,
): ListedStatement => ({
  month,
  name: formatMonth(month),
  closing: formatPounds(closing),
  pdfUrl: `${url}/${month}.pdf`,
  csvUrl: `${url}/${month}.csv`,
  sentAt: sentAt?.toISOString() ?? '',
  sent: sentAt === null ? '' : `Sent on ${formatDate(toLondonTime(sentAt).date)}`,
})

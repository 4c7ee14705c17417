import { addDays, getEndOfMonth, type IsoDate } from './dates.ts'

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

/** The last day to pay an invoice. */
export function calculateDueDay(issuedOn: IsoDate, { days, isFromEndOfMonth }: InvoiceDue): IsoDate {
  return addDays(isFromEndOfMonth ? getEndOfMonth(issuedOn) : issuedOn, days)
}

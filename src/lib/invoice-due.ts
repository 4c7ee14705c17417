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

import { expect, test } from 'vitest'
import { toIsoDate } from './dates.ts'
import { calculateDueDay, parseInvoiceDue } from './shop-settings.ts'

test('when invoices are due is days after the invoice, or after the end of its month', () => {
  expect(parseInvoiceDue('30')).toEqual({ days: 30, isFromEndOfMonth: false })
  expect(parseInvoiceDue(' 30 end of month ')).toEqual({ days: 30, isFromEndOfMonth: true })
  for (const text of ['', 'soon', '-1', '30 days', '1000', '30 end']) expect(parseInvoiceDue(text)).toBeNull()
})

test('R-INVOICE-2: an invoice is due days after it, or after the end of its month, leap years too', () => {
  const due = (day: string, text: string) => calculateDueDay(toIsoDate(day), parseInvoiceDue(text)!)
  expect(due('2026-11-24', '30')).toBe('2026-12-24')
  expect(due('2026-11-24', '30 end of month')).toBe('2026-12-30')
  expect(due('2026-12-31', '0 end of month')).toBe('2026-12-31')
  expect(due('2028-02-01', '1 end of month')).toBe('2028-03-01')
})

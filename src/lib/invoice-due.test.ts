import { expect, test } from 'vitest'
import { parseInvoiceDue } from './invoice-due.ts'

test('when invoices are due is days after the invoice, or after the end of its month', () => {
  expect(parseInvoiceDue('30')).toEqual({ days: 30, isFromEndOfMonth: false })
  expect(parseInvoiceDue(' 30 end of month ')).toEqual({ days: 30, isFromEndOfMonth: true })
  for (const text of ['', 'soon', '-1', '30 days', '1000', '30 end']) expect(parseInvoiceDue(text)).toBeNull()
})

import { expect, test } from 'vitest'
import { toInvoiceLink } from './view.ts'

const link = (invoices: number) =>
  toInvoiceLink({ state: 'placed', method: 'account', invoices }, '/account/orders/FH1')

test('R-INVOICE-6: what opens the invoices says what it opens, and several are opened from their list', () => {
  expect(link(0)).toMatchObject({ name: 'Pro forma invoice (PDF)', url: '/account/orders/FH1/invoice.pdf' })
  expect(link(1)).toMatchObject({ name: 'Invoice (PDF)', url: '/account/orders/FH1/invoice.pdf' })
  expect(link(3)).toMatchObject({ name: '3 invoices', url: '/account/orders/FH1#documents' })
  const of = { state: 'cancelled', method: 'account', invoices: 0 } as const
  expect(toInvoiceLink(of, '/account/orders/FH1')).toBeNull()
  expect(toInvoiceLink({ ...of, state: 'placed', method: 'godmode' }, '/account/orders/FH1')).toBeNull()
})

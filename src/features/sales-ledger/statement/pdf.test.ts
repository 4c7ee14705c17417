import { expect, test } from 'vitest'
import { parseConfig } from '../../../infra/config.ts'
import { toIsoDate } from '../../../lib/dates.ts'
import { pence } from '../../../lib/money.ts'
import { createStatementDocument, maxListedRows } from './pdf.server.ts'
import type { Month, Statement } from './statement.ts'

const config = parseConfig({ SHOP_MODE: 'demo' })

/** So many invoices of £1.00 each, all open. */
function createStatement(count: number): Statement {
  const numbers = Array.from({ length: count }, (_, index) => index + 1)
  const day = toIsoDate('2026-10-01')
  const invoice = { reference: 'FH22222222', dueOn: null }
  return {
    month: '2026-10' as Month,
    company: { name: 'Northfield Plant Hire', accountNumber: 'NPH001', address: [] },
    opening: pence(500),
    entries: numbers.map(number => ({
      ...invoice,
      kind: 'invoice',
      day,
      number,
      purchaseOrder: '',
      method: null,
      receivedOn: null,
      amount: pence(100),
    })),
    closing: pence(500 + 100 * count),
    openInvoices: numbers.map(number => ({
      ...invoice,
      number,
      issuedOn: day,
      total: pence(100),
      open: pence(100),
    })),
  }
}

test('a statement lists each entry and each open invoice, and sums those that are too many to draw', () => {
  const whole = createStatementDocument(config, createStatement(maxListedRows))
  expect(whole.table.rows).toHaveLength(1 + maxListedRows)
  expect(whole.appendix!.table.rows).toHaveLength(maxListedRows)
  expect(whole.table.rows.at(-1)).toContain('INV-005000')

  const { table, appendix, bands, totals } = createStatementDocument(
    config,
    createStatement(maxListedRows + 1234),
  )
  expect(table.rows).toHaveLength(1 + maxListedRows + 1)
  expect(table.rows.at(-1)).toEqual([
    '31 October 2026',
    '1,234 more',
    'Later entries of the month, summed',
    '£1,234.00',
    '£6,239.00',
  ])
  expect(appendix!.table.rows).toHaveLength(maxListedRows + 1)
  expect(appendix!.table.rows.at(-1)).toEqual([
    '1,234 more',
    'Due later, summed',
    '',
    '',
    '£1,234.00',
    '£1,234.00',
  ])
  expect(totals[0]!.value).toBe('£6,239.00')
  expect(bands![0]).toEqual({ name: 'Not due', value: '£6,234.00' })
})

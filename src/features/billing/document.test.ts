import { expect, test } from 'vitest'
import { formatDocumentNumber, parseDocumentNumber } from './document.ts'

test('numbers of documents sort as text, and are read as they are written', () => {
  expect(formatDocumentNumber('invoice', 42)).toBe('INV-000042')
  expect(formatDocumentNumber('credit_note', 1_234_567)).toBe('CN-1234567')
  expect(parseDocumentNumber('CN-000007')).toEqual({ kind: 'credit_note', number: 7 })
  for (const text of ['INV-42', 'INV-0000042', 'inv-000042', 'INV-000042.pdf', 'PO-000042', ''])
    expect(parseDocumentNumber(text)).toBeNull()
})

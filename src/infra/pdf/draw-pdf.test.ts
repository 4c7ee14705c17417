import { expect, test } from 'vitest'
import { toSafeFileName } from './draw-pdf.server.ts'

test('the name of a file has only what a header can have', () => {
  expect(toSafeFileName('statement-NPH001-2026-11.pdf')).toBe('statement-NPH001-2026-11.pdf')
  expect(toSafeFileName('statement-Łódź "1"/2\r\n-2026-11.pdf')).toBe('statement--d-1-2--2026-11.pdf')
})

import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { createOrderLine } from '../../../../tests/support/order-fixtures.ts'
import { EmailLines } from './EmailLines.tsx'

test('the e-mail about an order of 1,000 lines stays below the size at which Gmail cuts it', () => {
  const html = renderToStaticMarkup(
    <EmailLines lines={Array.from({ length: 1_000 }, () => createOrderLine())} />,
  )
  expect(html.length).toBeLessThan(90_000)
  expect(html).toContain('and 900 more lines')
})

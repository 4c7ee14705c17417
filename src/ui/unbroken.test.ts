import { expect, test } from 'vitest'
import { renderUnbroken } from './unbroken.tsx'

const listUnbroken = (text: string) =>
  renderUnbroken(text).flatMap(part => (typeof part === 'string' ? [] : [part.props.children]))

test.each([
  ['Oil filter, spin-on, 1 3/8-16 UN', ['spin-on,', '1 3/8-16 UN']],
  ['About 7-10 days', ['7-10']],
  ['orders-and-invoices@north-yorkshire-plant.example.org', []],
])('%s keeps short words whole, and lets a narrow column break long ones', (text, unbroken) => {
  expect(listUnbroken(text)).toEqual(unbroken)
})

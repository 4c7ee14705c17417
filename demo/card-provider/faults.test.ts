import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createFaults, faultNames } from './faults.ts'

test('every fault is described in docs/card-sandbox.md', () => {
  const document = readFileSync('docs/card-sandbox.md', 'utf8')
  expect(faultNames.filter(name => !document.includes(`\`${name}\``))).toEqual([])
})

test('a fault applies once, to the payment it is meant for', () => {
  const faults = createFaults()
  faults.enable('bad_signature', { vendorTxCode: 'mine' })
  expect(faults.consume('bad_signature', 'other')).toBeNull()
  expect(faults.consume('bad_signature', 'mine')).not.toBeNull()
  expect(faults.consume('bad_signature', 'mine')).toBeNull()
})

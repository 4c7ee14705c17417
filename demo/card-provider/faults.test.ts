import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createFaults, faultNames } from './faults.ts'

test('every fault that can be switched on is told in docs/card-sandbox.md', () => {
  const told = readFileSync('docs/card-sandbox.md', 'utf8')
  expect(faultNames.filter(name => !told.includes(`\`${name}\``))).toEqual([])
})

test('a fault strikes the payment it is meant for, once', () => {
  const faults = createFaults()
  faults.arm('bad_signature', { vendorTxCode: 'mine' })
  expect(faults.take('bad_signature', 'other')).toBeNull()
  expect(faults.take('bad_signature', 'mine')).not.toBeNull()
  expect(faults.take('bad_signature', 'mine')).toBeNull()
})

import { expect, test } from 'vitest'
import { isBeyondEnd, toMachineAnswer } from './answer.ts'

const reply = {
  image: null,
  model: null,
  variant_name: null,
  full_customer: true,
  size: 10,
  groups: [],
  add_all: null,
}

test('a page beyond the last one is recognised; an empty list and locked results are not beyond the end', () => {
  expect(isBeyondEnd(toMachineAnswer({ ...reply, list: [], total: 4, page: 99 }))).toBe(true)
  expect(isBeyondEnd(toMachineAnswer({ ...reply, list: [], total: 0, page: 99 }))).toBe(false)
  const locked = [{ locked: true as const }]
  expect(isBeyondEnd(toMachineAnswer({ ...reply, list: locked, total: 1, page: 99 }))).toBe(false)
})

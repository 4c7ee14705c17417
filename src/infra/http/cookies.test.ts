import type { FastifyReply } from 'fastify'
import { expect, test } from 'vitest'
import { type Cookies, storeFlash } from './cookies.ts'

test('a long message still fits into a cookie', () => {
  let stored = ''
  const cookies = { write: (_reply: unknown, _name: unknown, value: string) => (stored = value) }
  storeFlash(cookies as unknown as Cookies, {} as FastifyReply, { kind: 'danger', text: '–'.repeat(5000) })
  expect(stored.length).toBeGreaterThan(500)
  expect(stored.length).toBeLessThan(3000)
})

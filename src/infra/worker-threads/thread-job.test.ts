import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { toJobOwner } from './thread-job.ts'

const from = (ip: string) => ({ ip }) as FastifyRequest

test('the limits count a customer by the account, on whatever address', () => {
  expect(toJobOwner(from('192.0.2.1'), { id: 7 })).toBe(toJobOwner(from('192.0.2.2'), { id: 7 }))
  expect(toJobOwner(from('192.0.2.1'), { id: 7 })).not.toBe(toJobOwner(from('192.0.2.1'), { id: 8 }))
})

test('the limits count a visitor without an account by the network, so that dropping a cookie changes nothing', () => {
  expect(toJobOwner(from('2001:db8::1'), null)).toBe(toJobOwner(from('2001:db8::ffff'), null))
  expect(toJobOwner(from('192.0.2.1'), null)).not.toBe(toJobOwner(from('192.0.2.2'), null))
})

import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { getRequestId, toOwnPath } from './request.ts'
import { createTrustProxy } from './trust-proxy.ts'

const generatedId = /^[0-9a-f]{8}-[0-9a-z]+$/

const getId = (id: string | string[] | undefined, trust: boolean | string = true, peer = '127.0.0.1') =>
  getRequestId(
    { headers: { 'x-request-id': id }, socket: { remoteAddress: peer } } as unknown as IncomingMessage,
    createTrustProxy(trust),
  )

test.for(['a', '7f3c-1', 'Root=1-67891233.abc_DEF'.replace('=', '.'), 'x'.repeat(64)])(
  'the id %s of a trusted proxy is accepted',
  id => expect(getId(id)).toBe(id),
)

test.for([undefined, '', 'x'.repeat(65), 'a b', 'a\nb', 'é', '<b>', '{"a":1}', ['a', 'b']])(
  'instead of %j the shop generates an id',
  id => expect(getId(id)).toMatch(generatedId),
)

test.for([
  [false, '127.0.0.1', false],
  ['10.0.0.0/8', '127.0.0.1', false],
  ['10.0.0.0/8', '10.1.2.3', true],
  ['10.0.0.0/8', '::ffff:10.1.2.3', true],
  ['192.0.2.7, loopback', '::1', true],
  ['192.0.2.7, loopback', '192.0.2.8', false],
  ['loopback', '', false],
] as [boolean | string, string, boolean][])(
  'with TRUST_PROXY=%s the id of peer %s is accepted: %s',
  ([trust, peer, isAccepted]) =>
    expect(getId('from-the-peer', trust, peer) === 'from-the-peer').toBe(isAccepted),
)

test('no two ids of the shop are the same', () => {
  expect(new Set(Array.from({ length: 100 }, () => getId(undefined))).size).toBe(100)
})

test.each(['/checkout', '/', '/search?query=P551712', '/find-replacement-filters#make?manufacturer=jcb'])(
  '%s is a path of the shop',
  path => expect(toOwnPath(path)).toBe(path),
)

test.each([
  undefined,
  '',
  'checkout',
  '//evil.example',
  '/\\evil.example',
  '/%2f/evil.example',
  '/%5cevil.example',
  '\\/evil.example',
  'https://evil.example/',
  'javascript:alert(1)',
  '/\t/evil.example',
  '/..//evil.example',
  '/%',
])('%s leads home instead', path => expect(toOwnPath(path)).toBe('/'))

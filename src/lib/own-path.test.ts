import { expect, test } from 'vitest'
import { toOwnPath } from './own-path.ts'

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

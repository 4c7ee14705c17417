import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isAllowedUrl } from './provider.ts'

test('a URL on another origin is not allowed', () => {
  const foreign = [
    'https://evil.example/pay',
    'https://pay.example.evil.example/pay',
    'https://pay.example@evil.example/pay',
    'https://pay.example:8443/pay',
    'https://pay.example\\@evil.example/',
    'http://pay.example/pay',
    'javascript:alert(1)//https://pay.example/',
    '//pay.example/pay',
    ' https://pay.example/pay',
    'https://pay.example/pay\r\nX: y',
    '',
  ]
  expect(foreign.filter(url => isAllowedUrl(url, ['https://pay.example']))).toEqual([])
  expect(isAllowedUrl('https://pay.example/pay?id={1}', ['https://pay.example'])).toBe(true)
})

test('an allowed URL has that origin for a browser too', () => {
  const origins = ['https://pay.example', 'http://127.0.0.1:4000']
  const tail = fc.string({ unit: 'binary-ascii' })
  fc.assert(
    fc.property(fc.constantFrom(...origins), tail, (origin, rest) => {
      const url = origin + rest
      if (isAllowedUrl(url, origins)) expect(new URL(url).origin).toBe(origin)
    }),
  )
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodeForm, parseAnswer, parseForm } from './form.ts'

const latin1 = fc.string({ unit: fc.integer({ min: 0, max: 255 }).map(code => String.fromCharCode(code)) })

test('what is encoded comes back as it was, byte for byte', () => {
  fc.assert(
    fc.property(fc.dictionary(latin1, latin1), fields => {
      expect(parseForm(encodeForm(fields))).toEqual({ ok: true, fields: { ...fields } })
    }),
  )
})

test('a pound sign is one byte on the wire, a blank is a plus', () => {
  expect(encodeForm({ Description: 'Café £5' })).toBe('Description=Caf%E9+%A35')
})

test('a character outside latin-1 is an error of the caller', () => {
  expect(() => encodeForm({ BillingSurname: 'Łukasz' })).toThrow(RangeError)
})

test('values are decoded exactly once and not trimmed', () => {
  expect(parseForm('CAVV=AAAB%3D&Detail=+two%2Bthree+&Twice=%2541')).toEqual({
    ok: true,
    fields: { CAVV: 'AAAB=', Detail: ' two+three ', Twice: '%41' },
  })
})

test('a key that comes twice is refused, also when one of them is written in another way', () => {
  expect(parseForm('Status=NOTAUTHED&Status=OK')).toEqual({ ok: false, reason: 'repeated_key' })
  expect(parseForm('Status=NOTAUTHED&%53tatus=OK')).toEqual({ ok: false, reason: 'repeated_key' })
})

test('a broken percent sign is refused', () => {
  expect(parseForm('Status=%ZZ')).toEqual({ ok: false, reason: 'malformed' })
})

test('a key with a name of the language itself is an ordinary field', () => {
  const parsed = parseForm('__proto__=x&constructor=y')
  expect(parsed.ok && Object.keys(parsed.fields)).toEqual(['__proto__', 'constructor'])
})

test('a line of an answer is split at its first equals sign only', () => {
  expect(parseAnswer('Status=OK\r\nNextURL=https://gateway.example/pay?vpstxid={A}&x=1\r\n')).toEqual({
    ok: true,
    fields: { Status: 'OK', NextURL: 'https://gateway.example/pay?vpstxid={A}&x=1' },
  })
})

test('an answer that is not made of named lines is malformed', () => {
  for (const text of ['', '\r\n', 'VPSProtocol 4.00\r\nStatus: OK', '<html>Bad gateway</html>', '=OK'])
    expect(parseAnswer(text)).toEqual({ ok: false, reason: 'malformed' })
  expect(parseAnswer('Status=OK\r\nStatus=OK')).toEqual({ ok: false, reason: 'repeated_key' })
})

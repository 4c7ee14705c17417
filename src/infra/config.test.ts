import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { ConfigurationError, parseConfig } from './config.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'fh-config-'))
afterAll(() => rmSync(dataDir, { recursive: true }))

const production = { SHOP_MODE: 'production', SESSION_SECRET: 'a1b2c3d4e5f6g7h8i9j0-k1l2m3n4o5p6' }
const read = (env: Record<string, string>) => parseConfig({ DATA_DIR: dataDir, ...env })

describe('an invalid setting is refused with one sentence:', () => {
  const wrong: [Record<string, string>, string][] = [
    [{ TRUST_PROXY: 'banana' }, 'TRUST_PROXY is not valid'],
    [{ TRUST_PROXY: '10.0.0.1, banana' }, 'TRUST_PROXY is not valid'],
    [{ TRUST_PROXY: '10.0.0.0/33' }, 'TRUST_PROXY is not valid'],
    [{ TRUST_PROXY: '10.0.0.0/0' }, 'TRUST_PROXY is not valid'],
    [{ SESSION_IDLE_MINUTES: '4' }, 'SESSION_IDLE_MINUTES is not valid'],
    [{ MAIL_FROM: 'Filterhouse' }, 'MAIL_FROM is not valid'],
    [{ MAIL_FROM: 'Filterhouse <parts>' }, 'MAIL_FROM is not valid'],
    [{ NEWSLETTER_FIELDS: '[' }, 'NEWSLETTER_FIELDS is not valid'],
    [{ SMTP_URL: 'smtp://' }, 'SMTP_URL is not valid'],
    [
      { OPAYO_FOO: '' },
      'OPAYO_FOO is not known: the OPAYO_ settings are OPAYO_VENDOR, OPAYO_ENVIRONMENT and OPAYO_FRAME_SRC.',
    ],
    [{ LIMIT_NONSENSE: '5' }, 'LIMIT_NONSENSE is not known: the LIMIT_ settings are LIMIT_'],
    [{ ...production, BASE_URL: 'shop.example.com' }, 'BASE_URL is not valid'],
    [{ ...production, BASE_URL: 'ftp://shop.example.com' }, 'BASE_URL is not valid'],
    [{ ...production, BASE_URL: 'http://shop.example.com' }, 'BASE_URL is not valid'],
    [{ ...production, BASE_URL: 'http://localhost.example.com' }, 'BASE_URL is not valid'],
    [{ ...production, BASE_URL: 'http://127.0.0.1.example.com' }, 'BASE_URL is not valid'],
    [{ DATA_DIR: '/dev/null/var' }, 'DATA_DIR /dev/null/var cannot be written'],
  ]
  test.each(wrong)('%o', (env, sentence) => {
    const reading = () => read(env)
    expect(reading).toThrow(ConfigurationError)
    expect(reading).toThrow(sentence)
  })

  test.runIf(process.platform === 'linux')('a folder that cannot be created, without delay', () => {
    expect(() => read({ DATA_DIR: '/proc/nope/deeper' })).toThrow(
      'DATA_DIR /proc/nope/deeper cannot be written',
    )
  })
})

describe('a valid setting is accepted:', () => {
  test('proxies by address, by network and by name', () => {
    const list = 'loopback, 10.0.0.0/8,192.0.2.1, 2001:db8::/32'
    expect(read({ TRUST_PROXY: list }).trustProxy).toBe(list)
    expect([read({ TRUST_PROXY: '1' }), read({})].map(config => config.trustProxy)).toEqual([true, false])
  })

  test('in production an https URL, or one of localhost; in demo mode any or none', () => {
    for (const BASE_URL of [
      'https://shop.example.com',
      'http://localhost:3000',
      'http://127.0.0.1:3000',
      'http://[::1]:3000',
    ]) {
      expect(read({ ...production, BASE_URL }).baseUrl).toBe(BASE_URL)
    }
    expect(read({ BASE_URL: 'http://demo.example.com/' }).baseUrl).toBe('http://demo.example.com')
    expect(read({}).baseUrl).toBeNull()
    expect(read({ ...production, BASE_URL: '' }).baseUrl).toBeNull()
  })

  test('the sender with and without a name', () => {
    for (const from of ['parts@example.com', 'Filterhouse, Leeds <parts@example.com>'])
      expect(read({ MAIL_FROM: from }).mailFrom).toBe(from)
  })

  test('a known name with an empty value is not set', () => {
    const config = read({ OPAYO_VENDOR: '', SMTP_URL: '', NEWSLETTER_FIELDS: '' })
    expect([config.opayo, config.smtpUrl, config.newsletter]).toEqual([null, null, null])
  })

  test('a data folder several levels below an existing one', () => {
    const deep = join(dataDir, 'a', 'b', 'c')
    expect(read({ DATA_DIR: deep }).dataDir).toBe(deep)
  })
})

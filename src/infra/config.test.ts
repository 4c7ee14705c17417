import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { ConfigurationError, findWeakness, parseConfig } from './config.ts'

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
    [{ SAGE_CODES: '{"sale":"4000"}' }, 'SAGE_CODES is not valid'],
    [{ SAGE_CODES: '4000' }, 'SAGE_CODES is not valid'],
    [{ XERO_CODES: '{"sales":""}' }, 'XERO_CODES is not valid'],
    [{ STATEMENTS: 'weekly' }, 'STATEMENTS is not valid'],
    [{ QUOTE_REMINDER_DAYS: '-1' }, 'QUOTE_REMINDER_DAYS is not valid'],
    [{ MAIL_FROM: 'Filterhouse' }, 'MAIL_FROM is not valid'],
    [{ MAIL_FROM: 'Filterhouse <parts>' }, 'MAIL_FROM is not valid'],
    [{ NEWSLETTER_FIELDS: '[' }, 'NEWSLETTER_FIELDS is not valid'],
    [{ SMTP_URL: 'smtp://' }, 'SMTP_URL is not valid'],
    [
      { OPAYO_FOO: '' },
      'OPAYO_FOO is not known: the OPAYO_ settings are OPAYO_VENDOR, OPAYO_ENVIRONMENT and OPAYO_FRAME_SRC.',
    ],
    [
      { SESSION_IDLE_MINUTE: '10' },
      'SESSION_IDLE_MINUTE is not known: SESSION_IDLE_MINUTES is probably meant.',
    ],
    [{ DATABSE_URL: 'x' }, 'DATABSE_URL is not known: DATABASE_URL is probably meant.'],
    [{ BASEURL: 'x' }, 'BASEURL is not known: BASE_URL is probably meant.'],
    [{ shop_mode: 'production' }, 'shop_mode is not known: SHOP_MODE is probably meant.'],
    [{ LIMIT_SAVE_PER_MINUTE: '5' }, 'LIMIT_SAVES_PER_MINUTE is probably meant.'],
    [{ SMTP_HOST: 'mail' }, 'SMTP_HOST is not known: SMTP_URL is probably meant.'],
    [
      { NEWSLETTER_URL: 'x' },
      'NEWSLETTER_URL is not known: the NEWSLETTER_ settings are NEWSLETTER_ACTION and NEWSLETTER_FIELDS.',
    ],
    [
      { ...production, SESSION_SECRET: 'abcd1234'.repeat(4) },
      'SESSION_SECRET is too weak: it repeats itself; use',
    ],
    [
      { ...production, METRICS_TOKEN: 'change-me-please-1' },
      'METRICS_TOKEN is too weak: it is a placeholder',
    ],
    [{ SESSION_SECRET_PREVIOUS: 'short' }, 'SESSION_SECRET_PREVIOUS is not valid: at least 32 characters.'],
    [{ LIMIT_NONSENSE: '5' }, 'LIMIT_NONSENSE is not known: the LIMIT_ settings are LIMIT_'],
    [{ ...production, BASE_URL: 'shop.example.com' }, 'BASE_URL is not valid'],
    [{ ...production, BASE_URL: 'ftp://shop.example.com' }, 'BASE_URL is not valid'],
    [{ ...production, BASE_URL: 'http://shop.example.com' }, 'BASE_URL is not valid'],
    [{ ...production, BASE_URL: 'http://localhost.example.com' }, 'BASE_URL is not valid'],
    [{ ...production, BASE_URL: 'http://127.0.0.1.example.com' }, 'BASE_URL is not valid'],
    [{ DATABASE_DIRECT_URL: 'postgresql://db/shop' }, 'DATABASE_DIRECT_URL is set without DATABASE_URL'],
    [{ DATABASE_READ_URL: 'postgresql://db/shop' }, 'DATABASE_READ_URL is set without DATABASE_URL'],
    [
      { DATABASE_URL: 'postgresql://db/shop', DATABASE_DIRECT_URL: 'http://db/shop' },
      'DATABASE_DIRECT_URL is not valid: a postgresql:// address.',
    ],
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

  test('a variable of the desktop, of another program or of the container platform', () => {
    const env = {
      SESSION_MANAGER: 'local/host:@/tmp/.ICE-unix/1',
      SESSIONNAME: 'Console',
      XDG_SESSION_ID: '4',
      DATABASE_PORT: 'tcp://10.0.0.1:5432',
      DATABASE_PORT_5432_TCP_ADDR: '10.0.0.1',
      SHOP_SERVICE_HOST: '10.0.0.2',
      HOSTNAME: 'web',
      HOSTS: 'x',
      PORTS: '1',
      MAIL: '/var/mail/me',
      LOGNAME: 'me',
      LOG_FORMAT: 'json',
      DATA_HOME: '/x',
      npm_config_base_url: 'x',
    }
    expect(read(env).mode).toBe('demo')
  })

  test('a weak secret, in a demo', () => {
    const config = read({ SESSION_SECRET: 'abcd1234'.repeat(4), METRICS_TOKEN: 'metrics-token-123' })
    expect(config.metricsToken).toBe('metrics-token-123')
  })

  test('a data folder several levels below an existing one', () => {
    const deep = join(dataDir, 'a', 'b', 'c')
    expect(read({ DATA_DIR: deep }).dataDir).toBe(deep)
  })
})

describe('R-EMPTY-1: what the operator has not set', () => {
  test('is null in production, and the demo’s in a demo', () => {
    const { contact, seller, delivery, minimumOrder, terms, mailFrom } = read(production)
    expect({ contact, seller, delivery, minimumOrder, terms, mailFrom }).toEqual({
      contact: { phone: null, email: null },
      seller: { address: [], vatNumber: null, companyNumber: null, bank: [] },
      delivery: null,
      minimumOrder: 0,
      terms: null,
      mailFrom: null,
    })
    const demo = read({})
    expect(demo.contact).toEqual({ phone: '0113 496 0000', email: 'parts@example.com' })
    expect(demo.minimumOrder).toBe(10_00)
    expect(demo.mailFrom).toBe('Filterhouse <parts@example.com>')
    expect(demo.delivery).toMatchObject({ cutOffMinutes: 870, collectionPoint: 'Leeds counter' })
  })

  test('is what is set, in both', () => {
    const set = {
      SHOP_EMAIL: 'parts@humberfilters.co.uk',
      DELIVERY_PRICES: 'ND=7.50',
      DELIVERY_CUT_OFF: '16:00',
    }
    for (const mode of [production, {}]) {
      const { contact, delivery, mailFrom } = read({ ...mode, ...set })
      expect(contact.email).toBe('parts@humberfilters.co.uk')
      expect(mailFrom).toBe('Filterhouse <parts@humberfilters.co.uk>')
      expect(delivery).toEqual({
        cutOffMinutes: 960,
        freeFrom: null,
        collectionPoint: null,
        prices: { ND: 750 },
      })
    }
  })

  test('is refused with one sentence where one setting needs another', () => {
    expect(() => read({ ...production, DELIVERY_PRICES: 'ND=8' })).toThrow('DELIVERY_CUT_OFF is missing: ')
    expect(() => read({ MINIMUM_ORDER: 'ten' })).toThrow('MINIMUM_ORDER is not valid: ')
  })
})

describe('a secret is weak', () => {
  test.each([
    ['a'.repeat(40), 'it hardly varies'],
    ['abcdefgh'.repeat(4), 'it repeats itself'],
    ['0123456789abcdef0123456789abcdef', 'it repeats itself'],
    ['kJ8#mN2$kJ8#mN2$kJ8#mN2$kJ8#mN2$kJ', 'it repeats itself'],
    ['abcdefghijklmnopqrstuvwxyz0123456789', 'it follows the alphabet'],
    ['qwertyuiopasdfghjklzxcvbnm1234567890', 'it follows the alphabet'],
    ['change-me-to-a-long-random-secret-please', 'it is a placeholder'],
    ['your-32-character-random-secret-here', 'it is a placeholder'],
    ['Passw0rd-of-the-shop-in-production-2026', 'it is a placeholder'],
  ])('such as %s', (secret, weakness) => {
    expect(findWeakness(secret)).toContain(weakness)
  })
})

test('random secrets of every usual form are accepted', () => {
  for (let round = 0; round < 300; round++) {
    for (const secret of [
      randomBytes(32).toString('base64'),
      randomBytes(24).toString('base64url'),
      randomBytes(16).toString('hex'),
    ]) {
      expect(findWeakness(secret), secret).toBe(null)
    }
    const token = randomBytes(12).toString('base64url')
    expect(findWeakness(token), token).toBe(null)
  }
})

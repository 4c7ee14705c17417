import { describe, expect, test } from 'vitest'
import { claimedAddress, decideAddress } from '../scripts/doctor/address.ts'
import { decideRights, decideVersion } from '../scripts/doctor/database-checks.ts'
import { decideClock } from '../scripts/doctor/limits.ts'
import { decideBackup } from '../src/infra/backup/last-backup.ts'
import { decideDisk } from '../src/infra/disk.ts'

const gibibyte = 1024 ** 3
const hourMs = 3_600_000

describe('R-DOCTOR-2: the proxy', () => {
  const baseUrl = 'https://shop.example.com'
  const view = {
    signature: '',
    baseUrl,
    peer: '127.0.0.1',
    ip: '198.51.100.7',
    protocol: 'https',
    host: 'shop.example.com',
    forwardedFor: '198.51.100.7',
    forwardedProto: 'https',
  }
  const decide = (change: Partial<typeof view>, hsts: string | null = 'max-age=1') =>
    decideAddress(baseUrl, { view: { ...view, ...change }, hsts })

  test('is fine when the shop sees the address and protocol of its visitors', () => {
    expect(decide({})).toEqual(['ok', expect.stringContaining('leads to this shop')])
  })

  test.each([
    [
      'passes on what a visitor claims',
      { ip: claimedAddress, forwardedFor: claimedAddress },
      'anybody can choose an address',
    ],
    [
      'sets no X-Forwarded-For',
      { ip: '127.0.0.1', forwardedFor: claimedAddress },
      'does not set X-Forwarded-For',
    ],
    ['sets no X-Forwarded-Proto', { forwardedProto: null as never }, 'does not set X-Forwarded-Proto'],
    [
      'is not trusted',
      { ip: '127.0.0.1', protocol: 'http' },
      "TRUST_PROXY does not contain the proxy's address 127.0.0.1",
    ],
    [
      'is not trusted, seen from itself',
      { ip: '127.0.0.1', forwardedFor: '127.0.0.1', protocol: 'http' },
      'TRUST_PROXY does not contain',
    ],
    [
      'says http',
      { protocol: 'http', forwardedProto: 'http' },
      'sets X-Forwarded-Proto to http instead of https',
    ],
    [
      'leads to a shop with other settings',
      { baseUrl: 'https://old.example.com' },
      'another BASE_URL, https://old.example.com',
    ],
  ])('is a problem when it %s', (_, change, sentence) => {
    expect(decide(change)).toEqual(['problem', expect.stringContaining(sentence)])
  })

  test('is a problem when it removes HSTS, and a warning when it changes Host', () => {
    expect(decide({}, null)).toEqual(['problem', expect.stringContaining('Strict-Transport-Security')])
    expect(decide({ host: '127.0.0.1:3000' })).toEqual(['warning', expect.stringContaining('Host')])
  })
})

describe('R-DOCTOR-1: the database', () => {
  const facts = {
    version: '18.4',
    major: 18,
    encoding: 'UTF8',
    isReadOnly: false,
    mayCreateSchemas: true,
    mayCreateTables: true,
    hasExtensions: true,
    isSuperuser: false,
  }

  test('is fine with a supported version and a role of its own', () => {
    expect([decideVersion(facts)[0], decideRights(facts, false)[0]]).toEqual(['ok', 'ok'])
    expect(decideRights({ ...facts, isSuperuser: true }, true)[0]).toBe('ok')
    expect(decideRights({ ...facts, isSuperuser: true }, false)[0]).toBe('warning')
  })

  test('is a problem when it is too old, in another encoding, read-only, or lacks a right', () => {
    for (const change of [{ major: 14, version: '14.9' }, { encoding: 'SQL_ASCII' }, { isReadOnly: true }])
      expect(decideVersion({ ...facts, ...change })[0]).toBe('problem')
    for (const right of ['mayCreateSchemas', 'mayCreateTables', 'hasExtensions'])
      expect(decideRights({ ...facts, [right]: false }, false)[0]).toBe('problem')
  })
})

test('R-DOCTOR-1: little free space is a warning, then a problem', () => {
  const states = [40, 1.5, 0.3].map(free => decideDisk('/srv/shop', free * gibibyte, 60 * gibibyte)[0])
  expect(states).toEqual(['ok', 'warning', 'problem'])
  expect(decideDisk('/srv/shop', 3 * gibibyte, 100 * gibibyte)).toEqual([
    'warning',
    '3.0 GB (3 %) are free on the disk of /srv/shop.',
  ])
})

test('R-DOCTOR-1: a clock that differs is a warning, then a problem', () => {
  const states = [1, -3, 40].map(seconds => decideClock("the database's", seconds, 2)[0])
  expect(states).toEqual(['ok', 'warning', 'problem'])
  expect(decideClock("the database's", -40, 2)[1]).toContain("40 s behind the database's")
})

test('R-DOCTOR-1: an old backup is a warning, then a problem; a demo needs none', () => {
  const states = [2, 30, 80].map(hours => decideBackup(hours * hourMs, true)[0])
  expect([...states, decideBackup(null, true)[0]]).toEqual(['ok', 'warning', 'problem', 'problem'])
  expect([decideBackup(80 * hourMs, false)[0], decideBackup(null, false)[0]]).toEqual(['ok', 'ok'])
})

import { Writable } from 'node:stream'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { parseConfig } from '../../infra/config.ts'
import { createCalendarWatch } from './calendar-watch.server.ts'

const warn = 40
const error = 50

test('the log warns once a day before the bank holiday tables end, and reports an error after', () => {
  const lines: { level: number; until: string; msg: string }[] = []
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)))
      done()
    },
  })
  let now = '2027-11-01T09:00:00Z'
  const watch = createCalendarWatch({ config: parseConfig({}), now: () => new Date(now), log: pino(stream) })
  const at = (iso: string) => {
    now = iso
    watch()
    return lines.splice(0).map(({ level, until }) => [level, until])
  }
  expect(at('2027-11-01T23:59:00Z')).toEqual([])
  expect(at('2027-11-02T00:00:00Z')).toEqual([[warn, '2027-12-31']])
  expect(at('2027-11-02T00:01:00Z')).toEqual([])
  expect(at('2027-11-02T23:59:00Z')).toEqual([])
  expect(at('2027-11-03T00:01:00Z')).toEqual([[warn, '2027-12-31']])
  expect(at('2027-12-31T12:00:00Z')).toEqual([[warn, '2027-12-31']])
  expect(at('2028-01-01T12:00:00Z')).toEqual([[error, '2027-12-31']])
  expect(at('2028-01-01T12:01:00Z')).toEqual([])
})

import { describe, expect, test } from 'vitest'
import {
  getEndAfterRequest,
  getNewSessionEnd,
  getPresentEnd,
  getProlongedEnd,
  getSessionLifetime,
} from './session-lifetime.ts'

const at = (iso: string) => new Date(iso)
const now = at('2026-11-24T09:00:00Z')
const staffSession = { idleMinutes: 30, maxHours: 12 }
const buyer = { roles: ['buyer'] }
const without = getSessionLifetime({ sessionIdleMinutes: null, staffSession }, buyer)
const withIdle = getSessionLifetime({ sessionIdleMinutes: 30, staffSession }, buyer)
const guest = getSessionLifetime({ sessionIdleMinutes: 30, staffSession }, null)
const staff = getSessionLifetime({ sessionIdleMinutes: null, staffSession }, { roles: ['buyer', 'staff'] })

describe('a session', () => {
  test('lasts thirty days, or the idle timeout; a guest’s always thirty days', () => {
    expect(getNewSessionEnd(now, without)).toEqual(at('2026-12-24T09:00:00Z'))
    expect(getNewSessionEnd(now, withIdle)).toEqual(at('2026-11-24T09:30:00Z'))
    expect(getNewSessionEnd(now, guest)).toEqual(at('2026-12-24T09:00:00Z'))
  })

  test('restarts the idle timeout with each request, within thirty days of its start', () => {
    const times = { began: at('2026-10-25T09:10:00Z'), seen: now, ends: at('2026-11-24T09:02:00Z') }
    expect(getEndAfterRequest({ ...times, began: at('2026-11-24T08:00:00Z') }, now, withIdle)).toEqual(
      at('2026-11-24T09:30:00Z'),
    )
    expect(getEndAfterRequest(times, now, withIdle)).toEqual(at('2026-11-24T09:10:00Z'))
    expect(getEndAfterRequest(times, now, without)).toEqual(times.ends)
  })

  test('that was prolonged is not shortened', () => {
    const ends = at('2026-11-24T09:25:00Z')
    const times = { began: at('2026-10-25T09:10:00Z'), seen: now, ends }
    expect(getEndAfterRequest(times, now, withIdle)).toEqual(ends)
  })
})

describe('a session of staff', () => {
  test('ends after thirty idle minutes and twelve hours, whatever was stored before', () => {
    expect(getNewSessionEnd(now, staff)).toEqual(at('2026-11-24T09:30:00Z'))
    const ends = at('2026-12-20T09:00:00Z')
    const times = { began: at('2026-11-24T08:00:00Z'), seen: at('2026-11-24T08:45:00Z'), ends }
    expect(getPresentEnd(times, staff)).toEqual(at('2026-11-24T09:15:00Z'))
    expect(getEndAfterRequest(times, now, staff)).toEqual(at('2026-11-24T09:30:00Z'))
    const old = { ...times, began: at('2026-11-23T21:10:00Z') }
    expect(getEndAfterRequest(old, now, staff)).toEqual(at('2026-11-24T09:10:00Z'))
    expect(getProlongedEnd(old, now, staff)).toEqual(at('2026-11-24T09:10:00Z'))
  })

  test('ends earlier where the timeout for everybody is shorter', () => {
    const { idleMinutes } = getSessionLifetime({ sessionIdleMinutes: 10, staffSession }, { roles: ['staff'] })
    expect(idleMinutes).toBe(10)
  })
})

import { describe, expect, test } from 'vitest'
import { getEndAfterRequest, getNewSessionEnd } from './session-lifetime.ts'

const at = (iso: string) => new Date(iso)
const now = at('2026-11-24T09:00:00Z')

describe('a session', () => {
  test('lasts thirty days, or the idle timeout; a guest’s always thirty days', () => {
    expect(getNewSessionEnd(now, false, { idleMinutes: null })).toEqual(at('2026-12-24T09:00:00Z'))
    expect(getNewSessionEnd(now, false, { idleMinutes: 30 })).toEqual(at('2026-11-24T09:30:00Z'))
    expect(getNewSessionEnd(now, true, { idleMinutes: 30 })).toEqual(at('2026-12-24T09:00:00Z'))
  })

  test('restarts the idle timeout with each request, within thirty days of its start', () => {
    const began = at('2026-10-25T09:10:00Z')
    const ends = at('2026-11-24T09:02:00Z')
    expect(getEndAfterRequest(at('2026-11-24T08:00:00Z'), ends, now, { idleMinutes: 30 })).toEqual(
      at('2026-11-24T09:30:00Z'),
    )
    expect(getEndAfterRequest(began, ends, now, { idleMinutes: 30 })).toEqual(at('2026-11-24T09:10:00Z'))
    expect(getEndAfterRequest(began, ends, now, { idleMinutes: null })).toEqual(ends)
  })

  test('that was prolonged is not shortened', () => {
    const ends = at('2026-11-24T09:25:00Z')
    expect(getEndAfterRequest(at('2026-10-25T09:10:00Z'), ends, now, { idleMinutes: 30 })).toEqual(ends)
  })
})

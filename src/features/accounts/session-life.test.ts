import { describe, expect, test } from 'vitest'
import { endAfterAsking, endFromNow } from './session-life.ts'

const at = (iso: string) => new Date(iso)
const now = at('2026-11-24T09:00:00Z')

describe('a session', () => {
  test('lasts thirty days, or as long as somebody may be idle; a guest’s always thirty days', () => {
    expect(endFromNow(now, false, { idleMinutes: null })).toEqual(at('2026-12-24T09:00:00Z'))
    expect(endFromNow(now, false, { idleMinutes: 30 })).toEqual(at('2026-11-24T09:30:00Z'))
    expect(endFromNow(now, true, { idleMinutes: 30 })).toEqual(at('2026-12-24T09:00:00Z'))
  })

  test('begins its idle minutes anew with each question, but never lasts longer than thirty days by that', () => {
    const began = at('2026-10-25T09:10:00Z')
    const ends = at('2026-11-24T09:02:00Z')
    expect(endAfterAsking(at('2026-11-24T08:00:00Z'), ends, now, { idleMinutes: 30 })).toEqual(
      at('2026-11-24T09:30:00Z'),
    )
    expect(endAfterAsking(began, ends, now, { idleMinutes: 30 })).toEqual(at('2026-11-24T09:10:00Z'))
    expect(endAfterAsking(began, ends, now, { idleMinutes: null })).toEqual(ends)
  })

  test('that he asked to keep is not shortened', () => {
    const ends = at('2026-11-24T09:25:00Z')
    expect(endAfterAsking(at('2026-10-25T09:10:00Z'), ends, now, { idleMinutes: 30 })).toEqual(ends)
  })
})

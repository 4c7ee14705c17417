import { isStaff, type Person } from '../visitor.ts'

export interface SessionSettings {
  /** Of customers; null: sessions without an idle timeout. */
  sessionIdleMinutes: number | null
  staffSession: { idleMinutes: number; maxHours: number }
}

export interface SessionLifetime {
  /** The session ends after so many minutes without a request; null: only after `usualMinutes`. */
  idleMinutes: number | null
  usualMinutes: number
  /** The limit for prolonging a session: a stolen one ends too. */
  maxMinutes: number
  /** Ends hold for sessions that were begun with longer ones: before a release, or before their owner became staff. */
  isStrict: boolean
}

export interface SessionTimes {
  began: Date
  seen: Date
  ends: Date
}

export const sessionDays = 30
const maxSessionDays = 90

/** Sessions of staff are shorter, because their browser may refund money (R-ACCOUNT-20). `person` null: a guest's. */
export function getSessionLifetime(
  config: SessionSettings,
  person: Pick<Person, 'roles'> | null,
): SessionLifetime {
  const { sessionIdleMinutes, staffSession } = config
  if (isStaff(person)) {
    const idleMinutes = Math.min(staffSession.idleMinutes, sessionIdleMinutes ?? Number.POSITIVE_INFINITY)
    const maxMinutes = staffSession.maxHours * 60
    return { idleMinutes, usualMinutes: maxMinutes, maxMinutes, isStrict: true }
  }
  const idleMinutes = person ? sessionIdleMinutes : null
  return {
    idleMinutes,
    usualMinutes: sessionDays * 1440,
    maxMinutes: maxSessionDays * 1440,
    isStrict: false,
  }
}

export function getNewSessionEnd(now: Date, { idleMinutes, usualMinutes }: SessionLifetime): Date {
  return addMinutes(now, Math.min(idleMinutes ?? usualMinutes, usualMinutes))
}

/** The end of a session that is in use; it may be in the past. */
export function getPresentEnd({ began, seen, ends }: SessionTimes, lifetime: SessionLifetime): Date {
  const { idleMinutes, maxMinutes, isStrict } = lifetime
  if (!isStrict) return ends
  return earliest(ends, addMinutes(began, maxMinutes), addMinutes(seen, idleMinutes ?? maxMinutes))
}

/** The end of a session after a request: the idle timeout starts anew, within the usual time since it began. */
export function getEndAfterRequest(times: SessionTimes, now: Date, lifetime: SessionLifetime): Date {
  const { idleMinutes, usualMinutes } = lifetime
  const present = getPresentEnd(times, lifetime)
  if (idleMinutes === null) return present
  const latest = earliest(addMinutes(now, idleMinutes), addMinutes(times.began, usualMinutes))
  // A session that was prolonged is never shortened.
  return new Date(Math.max(latest.getTime(), present.getTime()))
}

/** The end of a session whose owner asks to stay signed in. */
export function getProlongedEnd({ began }: SessionTimes, now: Date, lifetime: SessionLifetime): Date {
  return earliest(getNewSessionEnd(now, lifetime), addMinutes(began, lifetime.maxMinutes))
}

const earliest = (...dates: Date[]): Date => new Date(Math.min(...dates.map(date => date.getTime())))
const addMinutes = (from: Date, minutes: number): Date => new Date(from.getTime() + minutes * 60_000)

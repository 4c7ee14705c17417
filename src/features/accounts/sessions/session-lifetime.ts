export interface SessionLifetime {
  /** The session ends after so many minutes without a request; null: only after `sessionDays`. */
  idleMinutes: number | null
}

export const sessionDays = 30
/** The limit for prolonging a session: a stolen one ends too. */
export const maxSessionDays = 90

/** The end of a session that begins now or is prolonged now. A guest's has no idle timeout. */
export function getNewSessionEnd(now: Date, isGuest: boolean, { idleMinutes }: SessionLifetime): Date {
  return addMinutes(now, isGuest || idleMinutes === null ? sessionDays * 1440 : idleMinutes)
}

/** The end of a session after a request: the idle timeout starts anew, within `sessionDays` of the session's start. */
export function getEndAfterRequest(
  began: Date,
  ends: Date,
  now: Date,
  { idleMinutes }: SessionLifetime,
): Date {
  if (idleMinutes === null) return ends
  const latest = Math.min(
    addMinutes(now, idleMinutes).getTime(),
    addMinutes(began, sessionDays * 1440).getTime(),
  )
  // A session that was prolonged is never shortened.
  return new Date(Math.max(latest, ends.getTime()))
}

const addMinutes = (from: Date, minutes: number): Date => new Date(from.getTime() + minutes * 60_000)

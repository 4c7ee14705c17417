/** How long whoever is signed in stays so. */
export interface SessionLife {
  /** Without a request for so long he is signed out; null: only when the days are over. */
  idleMinutes: number | null
}

export const sessionDays = 30
/** However often somebody asks to stay: then he signs in again, and so does whoever stole his session. */
export const mostSessionDays = 90

/** When a session ends that begins now, or that somebody asked to keep. A guest's knows no idleness. */
export function endFromNow(now: Date, isGuest: boolean, { idleMinutes }: SessionLife): Date {
  return after(now, isGuest || idleMinutes === null ? sessionDays * 1440 : idleMinutes)
}

/** When it ends after he asked for something: idleness counts from now, and never beyond the days since he came. */
export function endAfterAsking(began: Date, ends: Date, now: Date, { idleMinutes }: SessionLife): Date {
  if (idleMinutes === null) return ends
  const latest = Math.min(after(now, idleMinutes).getTime(), after(began, sessionDays * 1440).getTime())
  // What he asked to keep is not taken back.
  return new Date(Math.max(latest, ends.getTime()))
}

const after = (from: Date, minutes: number): Date => new Date(from.getTime() + minutes * 60_000)

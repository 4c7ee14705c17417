/** A clock that can be put forward, and what is due on it. Instants and spans are milliseconds. */
export type Agenda = {
  clock(): number
  at(due: number, run: () => Promise<void>): void
  /** Does what is due by now. */
  tick(): Promise<void>
  /** Puts the clock forward, doing everything on the way in its order and at its time. */
  advance(byMs: number): Promise<void>
}

export function createAgenda(now: () => Date): Agenda {
  let aheadMs = 0
  let running: Promise<void> = Promise.resolve()
  const entries: { due: number; run: () => Promise<void> }[] = []
  const clock = () => now().getTime() + aheadMs

  // One after the other: a tick during an advance would do things twice.
  function runUntil(target: () => number): Promise<void> {
    const until = running.then(async () => {
      const end = target()
      for (let next = takeNext(end); next !== null; next = takeNext(end)) {
        aheadMs += Math.max(0, next.due - clock())
        await next.run()
      }
      aheadMs += Math.max(0, end - clock())
    })
    running = until.catch(() => undefined)
    return until
  }

  function takeNext(end: number) {
    const [first] = entries
    return first !== undefined && first.due <= end ? entries.shift()! : null
  }

  return {
    clock,
    at(due, run) {
      // Kept in order; what is new is nearly always due last.
      const before = entries.findLastIndex(entry => entry.due <= due)
      entries.splice(before + 1, 0, { due, run })
    },
    tick: () => runUntil(clock),
    advance: byMs => runUntil(() => clock() + byMs),
  }
}

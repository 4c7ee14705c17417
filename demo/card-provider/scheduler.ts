/** A clock that can be moved forward, with the tasks scheduled on it. Instants and durations are milliseconds. */
export type Scheduler = {
  nowMs(): number
  schedule(dueMs: number, run: () => Promise<void>): void
  /** Runs the tasks that are due. */
  runDue(): Promise<void>
  /** Moves the clock forward; each task on the way runs at its own time, in order. */
  advance(byMs: number): Promise<void>
}

export function createScheduler(now: () => Date): Scheduler {
  let offsetMs = 0
  let queue: Promise<void> = Promise.resolve()
  const tasks: { dueMs: number; run: () => Promise<void> }[] = []
  const nowMs = () => now().getTime() + offsetMs

  // Queued: runDue during an advance would run tasks twice.
  function runUntil(target: () => number): Promise<void> {
    const done = queue.then(async () => {
      const end = target()
      for (let next = shiftDue(end); next !== null; next = shiftDue(end)) {
        offsetMs += Math.max(0, next.dueMs - nowMs())
        await next.run()
      }
      offsetMs += Math.max(0, end - nowMs())
    })
    queue = done.catch(() => undefined)
    return done
  }

  function shiftDue(end: number) {
    const [first] = tasks
    return first !== undefined && first.dueMs <= end ? tasks.shift()! : null
  }

  return {
    nowMs,
    schedule(dueMs, run) {
      // Sorted by due time; a new task is nearly always the last.
      const previous = tasks.findLastIndex(task => task.dueMs <= dueMs)
      tasks.splice(previous + 1, 0, { dueMs, run })
    },
    runDue: () => runUntil(nowMs),
    advance: byMs => runUntil(() => nowMs() + byMs),
  }
}

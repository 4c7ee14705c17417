const minuteMs = 60_000

/** Works something out once a minute instead of at every request: for what only changes with the clock on the wall. */
export function perMinute<T>(now: () => Date, workOut: (now: Date) => T): () => T {
  let known: { minute: number; value: T } | null = null
  return () => {
    const at = now()
    const minute = Math.floor(at.getTime() / minuteMs)
    if (known?.minute !== minute) known = { minute, value: workOut(at) }
    return known.value
  }
}

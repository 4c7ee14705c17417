import { readFileSync } from 'node:fs'

/** Time of all processors since the start of the machine, in the kernel's ticks. */
interface ProcessorTime {
  used: number
  /** Not given by the host, though this machine had work ('steal' in proc(5)). */
  stolen: number
}

/** Starts a measurement; the result gives the share of the time this machine wanted of its processors that it did not get: 0 to 1. */
export function measureStealTime(): () => number {
  const before = readProcessorTime()
  return () => {
    const after = readProcessorTime()
    const stolen = after.stolen - before.stolen
    const total = after.used - before.used + stolen
    return total > 0 ? stolen / total : 0
  }
}

/** Zeros where /proc does not exist. */
function readProcessorTime(): ProcessorTime {
  try {
    const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, stolen = 0] = readFileSync(
      '/proc/stat',
      'utf8',
    )
      .split('\n', 1)[0]!
      .split(/\s+/)
      .slice(1)
      .map(Number)
    return { used: user + nice + system + irq + softirq, stolen }
  } catch {
    return { used: 0, stolen: 0 }
  }
}

import { ok, problem, type Verdict, warning } from '../../src/lib/finding.ts'

/** `seconds`: how far this machine's clock is ahead of the other one. */
export function decideClock(other: string, seconds: number, toleranceSeconds: number): Verdict {
  const distance = Math.abs(seconds)
  if (distance <= toleranceSeconds) return ok(`The clock agrees with ${other}.`)
  const sentence = `The clock is ${Math.round(distance)} s ${seconds > 0 ? 'ahead of' : 'behind'} ${other}.`
  return distance > 30 ? problem(`${sentence} Sign-in codes and payments depend on it.`) : warning(sentence)
}

import { ok, problem, type Verdict, warning } from '../../src/lib/finding.ts'

const mebibyte = 1024 ** 2
const gibibyte = 1024 ** 3

/** Free space where the shop writes. */
export function decideDisk(folder: string, freeBytes: number, totalBytes: number): Verdict {
  const share = Math.round((freeBytes / totalBytes) * 100)
  const size =
    freeBytes < gibibyte
      ? `${Math.round(freeBytes / mebibyte)} MB`
      : `${(freeBytes / gibibyte).toFixed(1)} GB`
  const sentence = `${size} (${share} %) are free on the disk of ${folder}.`
  if (freeBytes < 512 * mebibyte) return problem(sentence)
  return freeBytes < 2 * gibibyte || share < 5 ? warning(sentence) : ok(sentence)
}

/** `seconds`: how far this machine's clock is ahead of the other one. */
export function decideClock(other: string, seconds: number, toleranceSeconds: number): Verdict {
  const distance = Math.abs(seconds)
  if (distance <= toleranceSeconds) return ok(`The clock agrees with ${other}.`)
  const sentence = `The clock is ${Math.round(distance)} s ${seconds > 0 ? 'ahead of' : 'behind'} ${other}.`
  return distance > 30 ? problem(`${sentence} Sign-in codes and payments depend on it.`) : warning(sentence)
}

import { statfs } from 'node:fs/promises'
import { ok, problem, type Verdict, warning } from '../lib/finding.ts'

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

export async function checkDisk(folder: string): Promise<Verdict> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return decideDisk(folder, bavail * bsize, blocks * bsize)
}

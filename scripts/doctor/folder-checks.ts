import { randomUUID } from 'node:crypto'
import { rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { ok, problem, type Verdict, warning } from '../../src/lib/finding.ts'

export async function checkPictures(dataDir: string): Promise<Verdict> {
  const folder = join(dataDir, 'images')
  const info = await stat(folder).catch(() => null)
  if (info && !info.isDirectory()) return problem(`${folder} is not a folder.`)
  const error = await tryWriting(info ? folder : dataDir)
  if (error)
    return problem(`The pictures cannot be stored: ${info ? folder : dataDir} cannot be written (${error}).`)
  return info
    ? ok(`The pictures are in ${folder}.`)
    : warning(`${folder} does not exist yet: the first import with pictures creates it.`)
}

/** The code of the error; null: a file could be written. The permissions alone do not tell: the disk may be full. */
async function tryWriting(folder: string): Promise<string | null> {
  const file = join(folder, `.doctor-${randomUUID()}`)
  try {
    await writeFile(file, 'a test')
    return null
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'unknown'
  } finally {
    await rm(file, { force: true }).catch(() => {})
  }
}

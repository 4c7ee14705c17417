import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { InvalidFolderError } from './import-folder.server.ts'
import { createTemplates } from './validation/templates.ts'

/** Writes the templates (R-IMPORT-7) and returns their paths. Throws InvalidFolderError rather than replacing a file. */
export async function writeTemplates(folder: string): Promise<string[]> {
  const files = createTemplates().map(({ name, text }) => ({ path: join(folder, name), text }))
  const present = files.find(({ path }) => existsSync(path))
  if (present) throw new InvalidFolderError(`${present.path} already exists: choose an empty folder.`)
  try {
    await mkdir(folder, { recursive: true })
    // 'wx': another process may have written one meanwhile.
    for (const { path, text } of files) await writeFile(path, text, { flag: 'wx' })
  } catch (error) {
    throw new InvalidFolderError(`${folder} cannot be written (${(error as NodeJS.ErrnoException).code}).`)
  }
  return files.map(({ path }) => path)
}

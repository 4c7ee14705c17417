import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The project's folder, found from this file both in the sources and in the build. */
export const projectRoot = findRoot(import.meta.dirname)

function findRoot(folder: string): string {
  if (existsSync(join(folder, 'package.json')) && existsSync(join(folder, 'db', 'migrations'))) return folder
  const parent = dirname(folder)
  if (parent === folder) throw new Error('The project folder (package.json, db/migrations) was not found.')
  return findRoot(parent)
}

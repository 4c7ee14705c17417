import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Creates a folder and its missing parents. Throws the system's error. Node's own `recursive` loops forever where a
 * folder exists but nothing can be created in it (/proc).
 */
export function createFolder(path: string): void {
  if (isFolder(path)) return
  try {
    mkdirSync(path)
  } catch (error) {
    // Another process may have created it meanwhile.
    if (isFolder(path)) return
    if ((error as { code?: string }).code !== 'ENOENT' || existsSync(dirname(path))) throw error
    createFolder(dirname(path))
    createFolder(path)
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}

/** The project's folder, found from this file both in the sources and in the build. */
export const projectRoot = findRoot(import.meta.dirname)

function findRoot(folder: string): string {
  if (existsSync(join(folder, 'package.json')) && existsSync(join(folder, 'db', 'migrations'))) return folder
  const parent = dirname(folder)
  if (parent === folder) throw new Error('The project folder (package.json, db/migrations) was not found.')
  return findRoot(parent)
}

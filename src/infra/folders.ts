import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

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

import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a folder with those above it that are missing. Throws the system's error. Node's own `recursive` goes round for
 * ever where a folder is there and still nothing can be made in it (/proc).
 */
export function createFolder(path: string): void {
  if (isFolder(path)) return
  try {
    mkdirSync(path)
  } catch (error) {
    // Another process may have been quicker.
    if (isFolder(path)) return
    if ((error as { code?: string }).code !== 'ENOENT' || existsSync(dirname(path))) throw error
    createFolder(dirname(path))
    createFolder(path)
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}

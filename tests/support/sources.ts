import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

export const root = join(import.meta.dirname, '..', '..')

const ignoredFolders = new Set(['node_modules', 'dist', 'release', 'var', '.git', '.vite'])

/** All files of the project below a folder, as sorted paths from its root ('src/features/basket/totals.ts'). */
export function filesBelow(folder = '.'): string[] {
  const entries = readdirSync(join(root, folder), { withFileTypes: true })
  return entries
    .filter(entry => !ignoredFolders.has(entry.name))
    .flatMap(entry => {
      const path = join(folder, entry.name)
      return entry.isDirectory() ? filesBelow(path) : [relative('.', path)]
    })
    .sort()
}

export function read(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

export const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path)

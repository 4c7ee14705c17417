import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

interface LockedPackage {
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
  os?: string | string[]
  cpu?: string | string[]
  libc?: string | string[]
}

/**
 * The folders (`node_modules/…`) of the packages that the shop runs on: its dependencies and what they need in turn, from
 * package-lock.json. Development packages are not among them, nor the packages of types, nor what a package could use
 * but nobody installed for it. `platformPackages`: the optional ones that are wanted.
 */
export function listRuntimePackages(root: string, platformPackages: string[]): string[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>
  }
  const folders = new Set<string>()
  const add = (folder: string | null) => {
    if (folder === null || folders.has(folder) || !existsSync(join(root, folder))) return
    if (!isForThisMachine(packages[folder]!)) return
    folders.add(folder)
    for (const name of listNeeds(packages[folder]!)) add(findPackage(packages, folder, name))
  }
  const names = [...Object.keys(packages['']!.dependencies ?? {}), ...platformPackages]
  for (const name of names) add(findPackage(packages, '', name))
  return [...folders]
}

/** Older versions of npm install the packages of another C library too. */
function isForThisMachine({ os, cpu, libc }: LockedPackage): boolean {
  const includes = (list: string | string[] | undefined, value: string) =>
    !list || [list].flat().includes(value)
  return includes(os, process.platform) && includes(cpu, process.arch) && includes(libc, 'glibc')
}

function listNeeds(entry: LockedPackage): string[] {
  const { dependencies, optionalDependencies, peerDependencies = {}, peerDependenciesMeta } = entry
  const peers = Object.keys(peerDependencies).filter(name => !peerDependenciesMeta?.[name]?.optional)
  const names = [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]
  return names.filter(name => !name.startsWith('@types/'))
}

/** Where Node finds the package from a package's folder: in its own node_modules, or in those of a parent. */
function findPackage(packages: Record<string, LockedPackage>, folder: string, name: string): string | null {
  const candidate = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`
  if (packages[candidate]) return candidate
  if (folder === '') return null
  return findPackage(packages, folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/'))), name)
}

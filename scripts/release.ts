import { existsSync, readFileSync } from 'node:fs'
import { chmod, copyFile, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createMissingLinks } from '../src/infra/embedded-postgres/binaries.ts'
import { launcher } from './release/launcher.ts'
import { listRuntimePackages } from './release/runtime-packages.ts'

// npm run build [-- --without-postgres]: makes release/, the folder that a server runs the shop from (R-RUN-20). It is
// complete: Node, the built shop and its commands, the runtime packages and PostgreSQL. The new folder replaces the old
// one when it is complete. Called by run.mjs after the build.

const root = join(import.meta.dirname, '..')
const target = join(root, 'release')
const draft = join(root, '.vite', 'release-draft')
const oldRelease = join(root, '.vite', 'release-old')
const machine = `${process.platform}-${process.arch}`
const postgresPackage = `@embedded-postgres/${machine}`

/** What no program reads when it runs: types, source maps, static libraries, documents. Licences stay. */
const unusedFile =
  /(?:\.d\.[cm]?ts|\.[cm]?tsx?|\.map|\.a|\.flow|\.markdown|(?<!licen[cs]e)\.md|\.tsbuildinfo)$/i
/** What an operator reads and installs beside the shop. */
const operatorFiles = [
  'deploy',
  ...['operations', 'first-catalogue', 'runbook'].map(name => `docs/${name}.md`),
]

const { values } = parseArgs({ options: { 'without-postgres': { type: 'boolean', default: false } } })
await makeRelease(!values['without-postgres'])

async function makeRelease(withPostgres: boolean): Promise<void> {
  await rm(draft, { recursive: true, force: true })
  for (const path of ['dist', 'db/migrations', ...operatorFiles]) await copyTree(path, () => true)
  for (const path of listRuntimePackages(root, withPostgres ? [postgresPackage] : [])) {
    await copyTree(path, name => name !== 'node_modules' && !unusedFile.test(name))
  }
  if (withPostgres) await createMissingLinks(join(draft, 'node_modules', postgresPackage))
  await writePrograms()
  await replaceRelease()
  process.stdout.write(`release/ is ready: ${Math.ceil((await measure(target)) / 1e6)} MB.\n`)
}

async function writePrograms(): Promise<void> {
  const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    name: string
    version: string
  }
  const manifest = { name, version, private: true, type: 'module' }
  await writeFile(join(draft, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o644 })
  await makeFolder(join(draft, 'bin'))
  await copyAs(process.execPath, join(draft, 'bin', 'node'), 0o755)
  await writeFile(join(draft, 'bin', 'filterhouse'), launcher)
  await chmod(join(draft, 'bin', 'filterhouse'), 0o755)
}

/** Copies a file or folder of the project, readable by every user whatever the umask is. */
async function copyTree(path: string, isIncluded: (name: string) => boolean): Promise<void> {
  const source = join(root, path)
  const copy = join(draft, path)
  const status = await stat(source)
  if (!status.isDirectory()) {
    await makeFolder(join(copy, '..'))
    return copyAs(source, copy, status.mode & 0o100 ? 0o755 : 0o644)
  }
  await makeFolder(copy)
  for (const entry of await readdir(source, { withFileTypes: true })) {
    const isCopied = isIncluded(entry.name) && !entry.isSymbolicLink()
    if (isCopied) await copyTree(join(path, entry.name), isIncluded)
  }
}

async function copyAs(source: string, copy: string, mode: number): Promise<void> {
  await copyFile(source, copy)
  await chmod(copy, mode)
}

async function makeFolder(path: string): Promise<void> {
  if (existsSync(path)) return
  await makeFolder(join(path, '..'))
  await mkdir(path)
  await chmod(path, 0o755)
}

async function replaceRelease(): Promise<void> {
  await rm(oldRelease, { recursive: true, force: true })
  if (existsSync(target)) await rename(target, oldRelease)
  await rename(draft, target)
  await rm(oldRelease, { recursive: true, force: true })
}

async function measure(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter(entry => entry.isFile())
  const sizes = await Promise.all(
    files.map(async file => (await stat(join(file.parentPath, file.name))).size),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

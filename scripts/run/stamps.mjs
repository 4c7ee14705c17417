// Compares packages and build with the sources. Runs at every start, so it must be quick.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './child.mjs'
import { operatorCommands } from './operator-commands.mjs'

const lockFile = join(root, 'package-lock.json')
const packages = join(root, 'node_modules')
const installedStamp = join(packages, '.installed')
const machine = `${process.platform}-${process.arch}`

/** The files that the build reads. */
const sources = [
  ...['src', 'demo', 'db', 'public', 'vite.config.ts', 'package-lock.json'],
  ...['scripts/build.ts', 'scripts/command-line.ts', 'scripts/run/operator-commands.mjs'],
  ...operatorCommands.flatMap(name => [`scripts/${name}.ts`, `scripts/${name}`]),
]
const builtStamp = join(root, 'dist', '.built')
const builtFiles = [
  join(root, 'dist', 'server', 'main.js'),
  join(root, 'dist', 'client', '.vite', 'manifest.json'),
]

/** True when node_modules matches package-lock.json on this kind of machine. */
export function isInstalled() {
  const stamp = packagesStamp()
  if (read(installedStamp) === stamp) return true
  if (!agreesWithNpm()) return false
  writeFileSync(installedStamp, stamp)
  return true
}

export function rememberInstalled() {
  writeFileSync(installedStamp, packagesStamp())
}

export function isBuilt() {
  return builtFiles.every(file => existsSync(file)) && read(builtStamp) === buildStamp()
}

/** A hash of all sources of the build. */
export function buildStamp() {
  const hash = createHash('sha256')
  for (const source of sources) addTo(hash, source)
  return hash.digest('hex')
}

function addTo(hash, path) {
  const entries = listEntries(join(root, path))
  if (entries) {
    for (const entry of entries) if (!isTest(entry)) addTo(hash, `${path}/${entry}`)
  } else {
    hash
      .update(`${path}\0`)
      .update(readOrNothing(join(root, path)))
      .update('\0')
  }
}

const isTest = name => /\.test\.tsx?$/.test(name)

function listEntries(path) {
  try {
    return readdirSync(path).sort()
  } catch {
    return null
  }
}

function packagesStamp() {
  return createHash('sha256').update(machine).update(readFileSync(lockFile)).digest('hex')
}

// After an ordinary `npm install` npm's own record of the installed packages equals the lock file.
function agreesWithNpm() {
  const record = read(join(packages, '.package-lock.json'))
  if (record === null) return false
  const lockedPackages = JSON.parse(readFileSync(lockFile, 'utf8')).packages
  const installedPackages = JSON.parse(record).packages
  const same = (a, b) => a?.version === b?.version && a?.integrity === b?.integrity
  const missing = Object.keys(lockedPackages).some(
    key => key !== '' && !installedPackages[key] && isNeededHere(lockedPackages[key]),
  )
  return (
    !missing && Object.keys(installedPackages).every(key => same(installedPackages[key], lockedPackages[key]))
  )
}

function isNeededHere({ optional, os, cpu, libc }) {
  if (!optional) return true
  return Boolean(os && cpu && !libc && os.includes(process.platform) && cpu.includes(process.arch))
}

function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

function readOrNothing(file) {
  return existsSync(file) ? readFileSync(file) : ''
}

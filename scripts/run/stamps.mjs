// What tells that the packages and the build are those of the sources: read at every start, so it must be quick.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './child.mjs'

const lockFile = join(root, 'package-lock.json')
const packages = join(root, 'node_modules')
const installedStamp = join(packages, '.installed')
const machine = `${process.platform}-${process.arch}`

/** Everything that the build reads. */
const sources = ['src', 'demo', 'db', 'public', 'vite.config.ts', 'package-lock.json', 'scripts/build.ts']
const builtStamp = join(root, 'dist', '.built')
const builtFiles = [
  join(root, 'dist', 'server', 'main.js'),
  join(root, 'dist', 'client', '.vite', 'manifest.json'),
]

/** True when node_modules is what package-lock.json asks for, on this kind of machine. */
export function isInstalled() {
  const wanted = packagesStamp()
  if (read(installedStamp) === wanted) return true
  if (!agreesWithNpm()) return false
  writeFileSync(installedStamp, wanted)
  return true
}

export function rememberInstalled() {
  writeFileSync(installedStamp, packagesStamp())
}

export function isBuilt() {
  return builtFiles.every(file => existsSync(file)) && read(builtStamp) === buildStamp()
}

/** Names the content of all sources of the build. */
export function buildStamp() {
  const hash = createHash('sha256')
  for (const source of sources) addTo(hash, source)
  return hash.digest('hex')
}

function addTo(hash, path) {
  const entries = entriesOf(join(root, path))
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

function entriesOf(path) {
  try {
    return readdirSync(path).sort()
  } catch {
    return null
  }
}

function packagesStamp() {
  return createHash('sha256').update(machine).update(readFileSync(lockFile)).digest('hex')
}

// After an ordinary `npm install` npm's own record of what it installed says the same as the lock file.
function agreesWithNpm() {
  const record = read(join(packages, '.package-lock.json'))
  if (record === null) return false
  const wanted = JSON.parse(readFileSync(lockFile, 'utf8')).packages
  const there = JSON.parse(record).packages
  const same = (a, b) => a?.version === b?.version && a?.integrity === b?.integrity
  const missing = Object.keys(wanted).some(key => key !== '' && !there[key] && isNeededHere(wanted[key]))
  return !missing && Object.keys(there).every(key => same(there[key], wanted[key]))
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

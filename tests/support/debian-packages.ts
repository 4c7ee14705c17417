import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const folders = ['/usr/sbin', '/usr/bin', '/sbin', '/bin']
const servicePolicy = '/usr/sbin/policy-rc.d'

/**
 * The path of a system program, installed from Debian's packages where it is missing and where the tests run as root on
 * Debian; elsewhere the error says what to install. Services that a package brings are not started.
 */
export function findDebianProgram(name: string, packageName: string): string {
  const program = findProgram(name)
  if (program !== null) return program
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) return installPackage(name, packageName)
  throw new Error(`The program ${name} is missing: install Debian's package ${packageName}.`)
}

function findProgram(name: string): string | null {
  return folders.map(folder => join(folder, name)).find(isExecutable) ?? null
}

function installPackage(name: string, packageName: string): string {
  const createdPolicy = !existsSync(servicePolicy)
  if (createdPolicy) writeFileSync(servicePolicy, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    runApt('update')
    runApt('install', '--yes', '--no-install-recommends', packageName)
  } finally {
    if (createdPolicy) rmSync(servicePolicy)
  }
  const program = findProgram(name)
  if (program === null) throw new Error(`The package ${packageName} has no program ${name}.`)
  return program
}

function runApt(...parameters: string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const options = ['-qq', '-o', 'DPkg::Lock::Timeout=300']
  const { status, stdout, stderr } = spawnSync('apt-get', [...options, ...parameters], {
    env,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`apt-get ${parameters.join(' ')} failed: ${stdout}${stderr}`)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

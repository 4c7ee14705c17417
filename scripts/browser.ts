import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { findChromium, findHeadlessChromium } from '../tests/support/chromium.ts'

// Provides the browsers of the end-to-end tests: installs them where possible, else prints what to do.

const attempts = 2
const configurationExitCode = 78

const canInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get') && !process.env.CHROMIUM_PATH

if (canInstall && !canRun(findChromium())) install('chromium')
// The tests also run without it, more slowly.
if (canInstall && findHeadlessChromium() === findChromium()) install('chromium-headless-shell')
if (!canRun(findChromium())) {
  process.stderr.write(
    'The browser tests need Chromium or Google Chrome: install one of them, or set CHROMIUM_PATH to its program.\n',
  )
  process.exitCode = configurationExitCode
}

/** The existence of the program is not enough: Ubuntu's `chromium-browser` only refers to another package manager. */
function canRun(program: string | null): boolean {
  return (
    program !== null && spawnSync(program, ['--version', '--no-sandbox'], { stdio: 'ignore' }).status === 0
  )
}

function install(name: string): void {
  process.stderr.write(`Installing ${name} for the browser tests (first time only) …\n`)
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const errorOutput = runApt('update') ?? runApt('install', '--yes', '--no-install-recommends', name)
    if (errorOutput === null) return
    if (attempt === attempts) process.stderr.write(`apt-get could not install ${name}:\n${errorOutput}\n`)
  }
}

/** Null on success, else the end of its output. */
function runApt(...parameters: string[]): string | null {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const { status, stdout, stderr } = spawnSync('apt-get', ['-qq', ...parameters], { env, encoding: 'utf8' })
  return status === 0 ? null : `${stdout}${stderr}`.trim().split('\n').slice(-10).join('\n')
}

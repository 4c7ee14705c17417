import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { findChromium } from '../tests/support/chromium.ts'

// Provides the browser of the end-to-end tests: installs Chromium where possible, else prints what to do.

const attempts = 2
const configurationExitCode = 78

if (!canRunBrowser()) {
  if (canInstall()) installChromium()
  if (!canRunBrowser()) {
    process.stderr.write(
      'The browser tests need Chromium or Google Chrome: install one of them, or set CHROMIUM_PATH to its program.\n',
    )
    process.exitCode = configurationExitCode
  }
}

/** The existence of the program is not enough: Ubuntu's `chromium-browser` only refers to another package manager. */
function canRunBrowser(): boolean {
  const program = findChromium()
  return (
    program !== null && spawnSync(program, ['--version', '--no-sandbox'], { stdio: 'ignore' }).status === 0
  )
}

function canInstall(): boolean {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get') && !process.env.CHROMIUM_PATH
}

function installChromium(): void {
  process.stderr.write('Installing Chromium for the browser tests (first time only) …\n')
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const errorOutput = runApt('update') ?? runApt('install', '--yes', '--no-install-recommends', 'chromium')
    if (errorOutput === null) return
    if (attempt === attempts) process.stderr.write(`apt-get could not install Chromium:\n${errorOutput}\n`)
  }
}

/** Null on success, else the end of its output. */
function runApt(...parameters: string[]): string | null {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const { status, stdout, stderr } = spawnSync('apt-get', ['-qq', ...parameters], { env, encoding: 'utf8' })
  return status === 0 ? null : `${stdout}${stderr}`.trim().split('\n').slice(-10).join('\n')
}

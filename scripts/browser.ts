import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { findChromium } from '../tests/support/chromium.ts'

// Sees to it that the browser journeys have a browser: installs Chromium where we may, else says what to do.

const attempts = 2
const configurationExitCode = 78

if (!browserRuns()) {
  if (mayInstall()) installChromium()
  if (!browserRuns()) {
    process.stderr.write(
      'The browser tests need Chromium or Google Chrome: install one of them, or set CHROMIUM_PATH to its program.\n',
    )
    process.exitCode = configurationExitCode
  }
}

/** A program of that name is not enough: Ubuntu's `chromium-browser` only tells to use another package manager. */
function browserRuns(): boolean {
  const program = findChromium()
  return (
    program !== null && spawnSync(program, ['--version', '--no-sandbox'], { stdio: 'ignore' }).status === 0
  )
}

function mayInstall(): boolean {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get') && !process.env.CHROMIUM_PATH
}

function installChromium(): void {
  process.stderr.write('Installing Chromium for the browser tests (first time only) …\n')
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const complaint = apt('update') ?? apt('install', '--yes', '--no-install-recommends', 'chromium')
    if (complaint === null) return
    if (attempt === attempts) process.stderr.write(`apt-get could not install Chromium:\n${complaint}\n`)
  }
}

/** Null when it succeeded, else the end of what it said. */
function apt(...parameters: string[]): string | null {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const { status, stdout, stderr } = spawnSync('apt-get', ['-qq', ...parameters], { env, encoding: 'utf8' })
  return status === 0 ? null : `${stdout}${stderr}`.trim().split('\n').slice(-10).join('\n')
}

import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** The browser's program: CHROMIUM_PATH when it is set, else the first that is installed; null when there is none. */
export function findChromium(): string | null {
  const given = process.env.CHROMIUM_PATH
  if (given) return isProgram(given) ? given : null
  const folders = ['/usr/bin', ...(process.env.PATH ?? '').split(delimiter)]
  const places = names.flatMap(name => folders.map(folder => join(folder, name)))
  return [...places, ...applications].find(isProgram) ?? null
}

/**
 * Starts Chromium with nothing that talks to its maker. Throws when none is installed. `remembersPages`: pages come back
 * out of its memory after Back, as they do for people; else each is loaded anew.
 */
export function launchChromium({ remembersPages = false } = {}): Promise<Browser> {
  const executablePath = findChromium()
  if (!executablePath)
    throw new Error('No Chromium is installed: npm test installs it, or set CHROMIUM_PATH.')
  return chromium.launch({
    executablePath,
    args: chromiumFlags,
    ignoreDefaultArgs: remembersPages ? ['--disable-back-forward-cache'] : [],
  })
}

export const chromiumFlags = [
  // Chromium's own sandbox does not work for root.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

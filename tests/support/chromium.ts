import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
/** Chromium without windows needs half of the CPU time, but has no back/forward cache. */
const headlessNames = ['chromium-headless-shell']
const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** The browser's executable: CHROMIUM_PATH when it is set, else the first that is installed; null without one. */
export function findChromium(): string | null {
  const configuredPath = process.env.CHROMIUM_PATH
  if (configuredPath) return isExecutable(configuredPath) ? configuredPath : null
  return findProgram(names) ?? applications.find(isExecutable) ?? null
}

function findProgram(programNames: string[]): string | null {
  const folders = ['/usr/bin', ...(process.env.PATH ?? '').split(delimiter)]
  const candidates = programNames.flatMap(name => folders.map(folder => join(folder, name)))
  return candidates.find(isExecutable) ?? null
}

/** The executable for tests that need no back/forward cache. */
export function findHeadlessChromium(): string | null {
  return (process.env.CHROMIUM_PATH ? null : findProgram(headlessNames)) ?? findChromium()
}

/**
 * Starts Chromium without its background requests. Throws when none is installed. `hasPageCache`: Back restores pages
 * from the back/forward cache, as for people; without it each is loaded again.
 */
export function launchChromium({ remembersPages: hasPageCache = false } = {}): Promise<Browser> {
  const executablePath = hasPageCache ? findChromium() : findHeadlessChromium()
  if (!executablePath)
    throw new Error('No Chromium is installed: npm test installs it, or set CHROMIUM_PATH.')
  return chromium.launch({
    executablePath,
    args: hasPageCache ? chromiumFlags : [...chromiumFlags, ...flagsWithoutWindow],
    ignoreDefaultArgs: hasPageCache ? ['--disable-back-forward-cache'] : [],
  })
}

// They save CPU time: the picture is never displayed.
const flagsWithoutWindow = ['--in-process-gpu', '--disable-lcd-text', '--font-render-hinting=none']

// Playwright's list, because Chromium takes the last --disable-features alone …
const featuresDisabledByPlaywright = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]
// … and the pages behind the address bar, which are invisible in headless mode: loading them for each new window takes
// half of the time of opening a page.
const addressBarFeatures = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup']
// A process in reserve for each navigation.
const reserveFeatures = ['SpareRendererForSitePerProcess']

export const chromiumFlags = [
  `--disable-features=${[...featuresDisabledByPlaywright, ...addressBarFeatures, ...reserveFeatures].join(',')}`,
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

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

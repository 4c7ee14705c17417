export interface Late<Code> {
  /** Null until it is loaded. */
  get: () => Code | null
  /**
   * Loads it once. A new release may have replaced the code: then the page is reloaded. Rejects when that has not helped or the
   * shop cannot be reached; the next call tries again.
   */
  load: () => Promise<Code>
  /** Loads it for later; a failure is left to `load`. */
  preload: () => Promise<unknown>
}

/** Code of a screen that its first view does not need: the screen loads it after hydration. */
export function createLate<Code>(importCode: () => Promise<Code>): Late<Code> {
  let code: Code | null = null
  const load = async () => {
    code ??= await importCode()
    return code
  }
  return {
    get: () => code,
    load: () => load().catch(reload),
    preload: () => load().catch(() => {}),
  }
}

/** Where a reload does not help, none follows by itself. */
const minMsBetweenReloads = 20_000
const reloadedAtKey = 'reloadedAt'

async function reload(error: unknown): Promise<never> {
  const isRecent = Date.now() - Number(sessionStorage.getItem(reloadedAtKey)) < minMsBetweenReloads
  // Without a connection a reload would lose the page.
  if (isRecent || !(await fetch(location.href, { method: 'HEAD' })).ok) throw error
  sessionStorage.setItem(reloadedAtKey, String(Date.now()))
  location.reload()
  return new Promise(() => {})
}

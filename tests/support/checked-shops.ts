import type { CheckedShop } from './checked-shop.ts'
import { findLogViolations, findViolations } from './invariants.ts'

/** What a test file breaks on purpose, see `startTestShop`. */
export interface InvariantExceptions {
  /** Invariants, by what their names contain, that do not hold in this shop, and why. */
  brokenInvariants?: { names: RegExp; reason: string }
  /** Messages of failures in the log that the tests provoke. */
  expectedFailures?: RegExp
}

interface OpenShop extends InvariantExceptions {
  shop: CheckedShop
  waitMs: number
}

const openShops = new Set<OpenShop>()
/** Of shops that were closed since the last check. */
const closedShopViolations: Record<string, unknown[]>[] = []

/** What ends the checks of a shop. */
interface EndChecks {
  stop(): void
  /** Checks it a last time, before it closes. */
  finish(): Promise<void>
}

/** From now on its invariants are checked after each test. `waitMs`: how long a browser's last request may take to end. */
export function checkAfterEachTest(
  shop: CheckedShop,
  exceptions: InvariantExceptions,
  waitMs = 0,
): EndChecks {
  const open = { ...exceptions, shop, waitMs }
  openShops.add(open)
  return {
    stop: () => openShops.delete(open),
    async finish() {
      openShops.delete(open)
      // Reported by the next check: thrown here it would hide why the test itself failed.
      const violations = await check(open).catch(error => ({ 'the check itself': [error] }))
      if (Object.keys(violations).length > 0) closedShopViolations.push(violations)
    },
  }
}

/** Of all open shops, and of those that were closed since the last check. */
export async function findOpenShopViolations(): Promise<Record<string, unknown[]>[]> {
  const all = closedShopViolations.splice(0)
  for (const open of openShops) {
    const violations = await check(open)
    if (Object.keys(violations).length > 0) all.push(violations)
  }
  return all
}

async function check(open: OpenShop): Promise<Record<string, unknown[]>> {
  const { shop, brokenInvariants, expectedFailures = null, waitMs } = open
  const isChecked = ([name]: [string, unknown[]]) => !brokenInvariants?.names.test(name)
  const end = Date.now() + waitMs
  for (;;) {
    const violations = Object.entries(await findViolations(shop)).filter(isChecked)
    if (violations.length > 0 && Date.now() < end) {
      await new Promise(resolve => setTimeout(resolve, 200))
      continue
    }
    const ofLog = Object.entries(await findLogViolations(shop, expectedFailures)).filter(isChecked)
    return Object.fromEntries([...violations, ...ofLog])
  }
}

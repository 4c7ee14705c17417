import type { LedgerEntry } from '../../demo/card-provider/control-api.ts'
import type { AppContext } from '../../src/infra/app-context.ts'

/** What the invariants read of a shop, within the test's process or in processes of its own. */
export interface CheckedShop {
  sql<T>(text: string, values?: unknown[]): Promise<T[]>
  context: Pick<AppContext, 'db' | 'now'>
  /** What was on hand of each product before its first movement. */
  readonly initialStock: ReadonlyMap<number, number>
  /** The log so far, a JSON line each. */
  log(): string[]
  simulator: { control: { entries(): LedgerEntry[] | Promise<LedgerEntry[]> } }
}

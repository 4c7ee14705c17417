import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startShop } from './built-shop.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A data folder with database and demo data, which each test file copies. */
    demoDataDir: string
  }
}

/** A first start takes seconds; the end-to-end tests copy what one of them leaves. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'e2e-data-'))
  const shop = await startShop({ DATA_DIR: dataDir })
  await shop.stop()
  project.provide('demoDataDir', dataDir)
  return () => rm(dataDir, { recursive: true, force: true })
}

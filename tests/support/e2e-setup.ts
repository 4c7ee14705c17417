import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'
import { connect } from '../../src/infra/database/db.ts'
import { startEmbeddedPostgres } from '../../src/infra/embedded-postgres/embedded-postgres.ts'
import { type BuiltShop, startBuiltShop } from './built-shop.ts'
import { lockTemplate, prepareServer, provideTemplate } from './postgres-setup.ts'
import { cheapenSignIns } from './template.ts'

export type SharedShop = Pick<BuiltShop, 'url' | 'dataDir'>

declare module 'vitest' {
  export interface ProvidedContext {
    /** A data folder with an embedded PostgreSQL and demo data, see `copyDemoData`. */
    demoDataDir: string
    /** The scaled product pictures, which all shops share. */
    pictureDir: string
    /** The shop of the files that call `setUpBrowser`. */
    sharedShop: SharedShop
  }
}

/**
 * Starts a shop once, so that it creates the demo data: that takes seconds. The shops of the test files use copies of
 * its database, on one PostgreSQL for the whole run.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const createFolder = () => mkdtemp(join(tmpdir(), 'e2e-'))
  const [demoDataDir, postgresDir, sharedDir, pictureDir] = await Promise.all([
    createFolder(),
    createFolder(),
    createFolder(),
    createFolder(),
  ])
  const shop = await startBuiltShop({ DATA_DIR: demoDataDir })
  await cheapenDemoSignIns(demoDataDir)
  await shop.stop()
  await promisify(execFile)('cp', ['-a', `${demoDataDir}/.`, postgresDir])
  const server = await startEmbeddedPostgres({ dataDir: postgresDir, purpose: 'use' })
  let sharedShop: BuiltShop | undefined
  const stop = async () => {
    await sharedShop?.stop()
    await server.stop()
    for (const folder of [demoDataDir, postgresDir, sharedDir, pictureDir])
      await rm(folder, { recursive: true, force: true })
  }
  try {
    await prepareServer(server)
    await lockTemplate(server, server.connection.database)
    await promisify(execFile)('cp', ['-a', `${demoDataDir}/.`, sharedDir])
    sharedShop = await startBuiltShop({ DATA_DIR: sharedDir, LIMIT_EXISTS_PER_MINUTE: '1000' })
  } catch (error) {
    await stop()
    throw error
  }
  provideTemplate(project, server, server.connection.database)
  project.provide('demoDataDir', demoDataDir)
  project.provide('pictureDir', pictureDir)
  project.provide('sharedShop', { url: sharedShop.url, dataDir: sharedShop.dataDir })
  return stop
}

async function cheapenDemoSignIns(dataDir: string): Promise<void> {
  const server = await startEmbeddedPostgres({ dataDir, purpose: 'use' })
  const { pool, close } = connect(server.connection)
  await cheapenSignIns(pool)
  await close()
  await server.stop()
}

import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  createMissingLinks,
  getPackageFolder,
  prepareBinaries,
} from '../../src/infra/embedded-postgres/binaries.ts'
import {
  asRoot,
  cleanUpAfterEachTest,
  copyUsedFolder,
  createTestFolder,
  getStartError,
  readFirstLine,
  runQuery,
  start,
  startInOtherProcess,
} from './postgres-support.ts'

cleanUpAfterEachTest()

describe('a start error', () => {
  test('names both versions and the folder for a database of PostgreSQL 15', async () => {
    const dataDir = createTestFolder()
    const old = await start(dataDir, 'serve', '15')
    expect((await runQuery(old, 'show server_version'))[0]?.server_version).toMatch(/^15\./)
    await old.stop()
    const message = await getStartError(start(dataDir, 'serve'))
    expect(message).toMatch(/PostgreSQL 15.*PostgreSQL 18/)
    expect(message).toContain(join(dataDir, 'postgres'))
  })

  test('names a data folder that cannot be created', async () => {
    const file = join(createTestFolder(), 'file')
    writeFileSync(file, '')
    expect(await getStartError(start(join(file, 'var'), 'serve'))).toBe(
      `The data folder ${join(file, 'var')} cannot be written (ENOTDIR).`,
    )
  })

  test.runIf(asRoot)('names a data folder that an ordinary user cannot write', async () => {
    const dataDir = createTestFolder()
    const child = startInOtherProcess(dataDir, { uid: 65534 })
    expect(await readFirstLine(child)).toBe(`refused The data folder ${dataDir} cannot be written (EACCES).`)
  })

  test('leaves a folder that holds something else unchanged', async () => {
    const dataDir = createTestFolder()
    mkdirSync(join(dataDir, 'postgres'))
    writeFileSync(join(dataDir, 'postgres', 'letter.txt'), 'mine')
    expect(await getStartError(start(dataDir, 'serve'))).toMatch('is in the way')
    expect(readdirSync(join(dataDir, 'postgres'))).toEqual(['letter.txt'])
  })

  test('quotes the reason of PostgreSQL and names the log file', async () => {
    const dataDir = await copyUsedFolder()
    await (await start(dataDir, 'serve')).stop()
    rmSync(join(dataDir, 'postgres', 'global', 'pg_control'))
    const words = await getStartError(start(dataDir, 'serve'))
    expect(words).toMatch(/could not be started on .*: .*pg_control.*postgres\.log/)
  })
})

describe('the binaries', () => {
  test.runIf(asRoot)('are copied where the unprivileged user can run them, once', async () => {
    const home = createTestFolder()
    const installed = join(home, 'private', 'package')
    cpSync(getPackageFolder('18'), installed, { recursive: true, verbatimSymlinks: true })
    removeLinks(installed)
    chmodSync(join(home, 'private'), 0o700)
    const user = { uid: 65534, gid: 65534 }
    const [first, second] = await Promise.all(
      [1, 2].map(() => prepareBinaries(installed, user, [join(home, 'lib')])),
    )
    expect(first).toEqual(second)
    expect(first?.postgres.startsWith(join(home, 'lib', 'postgres-18.'))).toBe(true)
    expect(readdirSync(join(home, 'lib'))).toHaveLength(1)
    const { ctimeMs } = statSync(first!.postgres)
    const third = await prepareBinaries(installed, user, [join(home, 'lib')])
    expect(statSync(third.postgres).ctimeMs).toBe(ctimeMs)
  })

  test('get the library links that the install script did not create, by two processes at once', async () => {
    const installed = join(createTestFolder(), 'package')
    cpSync(getPackageFolder('18'), installed, { recursive: true, verbatimSymlinks: true })
    removeLinks(installed)
    await Promise.all([createMissingLinks(installed), createMissingLinks(installed)])
    expect(await prepareBinaries(installed, undefined, [])).toMatchObject({ major: 18 })
  })

  test('that no user can run are refused', async () => {
    const installed = join(createTestFolder(), 'package')
    cpSync(getPackageFolder('18'), installed, { recursive: true, verbatimSymlinks: true })
    writeFileSync(join(installed, 'native', 'bin', 'postgres'), '#!/nowhere\n')
    expect(await getStartError(prepareBinaries(installed, undefined, []))).toMatch('set DATABASE_URL')
  })
})

test('a large log is rotated at the start', async () => {
  const dataDir = await copyUsedFolder()
  writeFileSync(join(dataDir, 'postgres.log'), 'x'.repeat(1_100_000))
  await start(dataDir, 'serve')
  expect(statSync(join(dataDir, 'postgres.log')).size).toBeLessThan(10_000)
  expect(existsSync(join(dataDir, 'postgres.log.old'))).toBe(true)
})

function removeLinks(packageDir: string): void {
  const library = join(packageDir, 'native', 'lib')
  for (const entry of readdirSync(library, { withFileTypes: true })) {
    if (entry.isSymbolicLink()) rmSync(join(library, entry.name))
  }
}

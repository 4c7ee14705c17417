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
import { packageFolder, restoreLinks, runnableBinaries } from '../../src/infra/embedded-postgres/binaries.ts'
import {
  ask,
  asRoot,
  firstLine,
  newFolder,
  refusalOf,
  start,
  startElsewhere,
  sweepAfterEachTest,
  usedFolder,
} from './postgres-support.ts'

sweepAfterEachTest()

describe('a refusal', () => {
  test('names both versions and the folder for a database of PostgreSQL 15', async () => {
    const dataDir = newFolder()
    const old = await start(dataDir, 'serve', '15')
    expect((await ask(old, 'show server_version'))[0]?.server_version).toMatch(/^15\./)
    await old.stop()
    const words = await refusalOf(start(dataDir, 'serve'))
    expect(words).toMatch(/PostgreSQL 15.*PostgreSQL 18/)
    expect(words).toContain(join(dataDir, 'postgres'))
  })

  test('tells of a data folder that cannot be made', async () => {
    const file = join(newFolder(), 'file')
    writeFileSync(file, '')
    expect(await refusalOf(start(join(file, 'var'), 'serve'))).toBe(
      `The data folder ${join(file, 'var')} cannot be written (ENOTDIR).`,
    )
  })

  test.runIf(asRoot)('tells an ordinary user of a data folder that he may not write', async () => {
    const dataDir = newFolder()
    const child = startElsewhere(dataDir, { uid: 65534 })
    expect(await firstLine(child)).toBe(`refused The data folder ${dataDir} cannot be written (EACCES).`)
  })

  test('leaves alone what is not a database', async () => {
    const dataDir = newFolder()
    mkdirSync(join(dataDir, 'postgres'))
    writeFileSync(join(dataDir, 'postgres', 'letter.txt'), 'mine')
    expect(await refusalOf(start(dataDir, 'serve'))).toMatch('is in the way')
    expect(readdirSync(join(dataDir, 'postgres'))).toEqual(['letter.txt'])
  })

  test('repeats what PostgreSQL said, and where there is more', async () => {
    const dataDir = await usedFolder()
    await (await start(dataDir, 'serve')).stop()
    rmSync(join(dataDir, 'postgres', 'global', 'pg_control'))
    const words = await refusalOf(start(dataDir, 'serve'))
    expect(words).toMatch(/could not be started on .*: .*pg_control.*postgres\.log/)
  })
})

describe('the binaries', () => {
  test.runIf(asRoot)('are copied where the unprivileged user can run them, once', async () => {
    const home = newFolder()
    const installed = join(home, 'private', 'package')
    cpSync(packageFolder('18'), installed, { recursive: true, verbatimSymlinks: true })
    removeLinks(installed)
    chmodSync(join(home, 'private'), 0o700)
    const user = { uid: 65534, gid: 65534 }
    const [first, second] = await Promise.all(
      [1, 2].map(() => runnableBinaries(installed, user, [join(home, 'lib')])),
    )
    expect(first).toEqual(second)
    expect(first?.postgres.startsWith(join(home, 'lib', 'postgres-18.'))).toBe(true)
    expect(readdirSync(join(home, 'lib'))).toHaveLength(1)
    const { ctimeMs } = statSync(first!.postgres)
    const third = await runnableBinaries(installed, user, [join(home, 'lib')])
    expect(statSync(third.postgres).ctimeMs).toBe(ctimeMs)
  })

  test('get the library links that no install script has made, by two processes at once', async () => {
    const installed = join(newFolder(), 'package')
    cpSync(packageFolder('18'), installed, { recursive: true, verbatimSymlinks: true })
    removeLinks(installed)
    await Promise.all([restoreLinks(installed), restoreLinks(installed)])
    expect(await runnableBinaries(installed, undefined, [])).toMatchObject({ major: 18 })
  })

  test('that nobody can run are refused', async () => {
    const installed = join(newFolder(), 'package')
    cpSync(packageFolder('18'), installed, { recursive: true, verbatimSymlinks: true })
    writeFileSync(join(installed, 'native', 'bin', 'postgres'), '#!/nowhere\n')
    expect(await refusalOf(runnableBinaries(installed, undefined, []))).toMatch('set DATABASE_URL')
  })
})

test('the log moves aside when it has grown', async () => {
  const dataDir = await usedFolder()
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

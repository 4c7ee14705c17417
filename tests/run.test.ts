import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { root } from './support/sources.ts'

vi.setConfig({ testTimeout: 60_000 })

const folder = mkdtempSync(join(tmpdir(), 'filterhouse-run-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const lockModule = join(root, 'scripts', 'run', 'lock.mjs')

/** A process that writes down when it enters and leaves the locked section. */
function startWorker(lock: string, notes: string) {
  const code = `
    import { appendFileSync } from 'node:fs'
    import { setTimeout } from 'node:timers/promises'
    import { withLock } from ${JSON.stringify(lockModule)}
    await withLock(${JSON.stringify(lock)}, () => {}, async () => {
      appendFileSync(${JSON.stringify(notes)}, 'in ')
      await setTimeout(50)
      appendFileSync(${JSON.stringify(notes)}, 'out ')
    })`
  return spawn(process.execPath, ['--input-type=module', '--eval', code], { stdio: 'inherit' })
}

test('commands that start at the same time run the locked section one after the other', async () => {
  const [lock, notes] = [join(folder, 'four.lock'), join(folder, 'four')]
  const ends = [1, 2, 3, 4].map(() => once(startWorker(lock, notes), 'exit'))
  expect((await Promise.all(ends)).map(([code]) => code)).toEqual([0, 0, 0, 0])
  expect(readFileSync(notes, 'utf8')).toBe('in out '.repeat(4))
  expect(existsSync(lock)).toBe(false)
})

test('the lock of a killed command is taken over by one command at a time', async () => {
  const [lock, notes] = [join(folder, 'dead.lock'), join(folder, 'dead')]
  const { pid } = spawnSync(process.execPath, ['--version'])
  writeFileSync(lock, `${pid} 1`)
  const ends = [1, 2, 3].map(() => once(startWorker(lock, notes), 'exit'))
  expect((await Promise.all(ends)).map(([code]) => code)).toEqual([0, 0, 0])
  expect(readFileSync(notes, 'utf8')).toBe('in out '.repeat(3))
})

test('the lock of a killed command is released even if another process has its process id', async () => {
  const [lock, notes] = [join(folder, 'other.lock'), join(folder, 'other')]
  writeFileSync(lock, `${process.pid} 1`)
  const [code] = await once(startWorker(lock, notes), 'exit')
  expect(code).toBe(0)
})

test('an unknown command is refused with the list of commands', () => {
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'scripts', 'run.mjs'), 'strat'], {
    encoding: 'utf8',
  })
  expect(status).toBe(64)
  expect(stderr).toMatch(/Unknown command 'strat'\. Known: start, test/)
})

// Node runs them as they are, and knows no JSX.
test.each(['fuzz', 'search-quality'])('Node loads all that scripts/%s.ts imports', name => {
  const { stderr } = spawnSync(process.execPath, [join(root, 'scripts', `${name}.ts`), '--no-such-option'])
  expect(String(stderr)).toContain("Unknown option '--no-such-option'")
})

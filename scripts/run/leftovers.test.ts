import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { endProcessesOf } from './leftovers.mjs'

const startProcess = (parameters: string[], env: Record<string, string> = {}) => {
  // In a session of its own, as PostgreSQL is.
  const command = ['-e', 'setTimeout(() => {}, 60_000)', ...parameters]
  const child = spawn(process.execPath, command, { detached: true, env, stdio: 'ignore' })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

test('what an interrupted test left in its folder is ended, and nothing else', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'leftovers-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const server = startProcess([join(folder, 'primary')])
  const shop = startProcess([], { DATA_DIR: join(folder, 'shop') })
  const other = startProcess([])
  await Promise.all([server, shop, other].map(child => once(child, 'spawn')))
  await Promise.all([once(server, 'exit'), once(shop, 'exit'), endProcessesOf(folder)])
  expect([other.exitCode, other.signalCode]).toEqual([null, null])
})

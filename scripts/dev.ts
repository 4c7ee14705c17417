import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { join } from 'node:path'

// `npm run dev`: builds and starts the shop, and again after each change of its sources. A build that fails says why
// and leaves the last one running.

const root = join(import.meta.dirname, '..')
const watched = ['src', 'demo', 'db', 'public']
const quietMs = 150

let shop: ChildProcess | null = null
let pending: NodeJS.Timeout | undefined
let turns = Promise.resolve()

for (const folder of watched) {
  watch(join(root, folder), { recursive: true }, (_, name) => {
    if (/\.test\.tsx?$/.test(name ?? '')) return
    clearTimeout(pending)
    pending = setTimeout(renew, quietMs)
  })
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    clearTimeout(pending)
    void turns.then(stop).then(() => process.exit(0))
  })
}
renew()

function renew(): void {
  turns = turns.then(async () => {
    if (!(await build())) return
    await stop()
    shop = spawn(process.execPath, ['--enable-source-maps', 'dist/server/main.js'], {
      cwd: root,
      stdio: 'inherit',
    })
  })
}

async function build(): Promise<boolean> {
  const env = { ...process.env, NODE_ENV: 'production' }
  const builder = spawn(process.execPath, ['scripts/build.ts', 'dev'], { cwd: root, stdio: 'inherit', env })
  const [code] = (await once(builder, 'exit')) as [number | null]
  return code === 0
}

async function stop(): Promise<void> {
  if (!shop || shop.exitCode !== null || shop.signalCode !== null) return
  const ended = once(shop, 'exit')
  shop.kill('SIGTERM')
  await ended
}

import { once } from 'node:events'
import { join, relative } from 'node:path'
import { createConfig, parseSettings } from '../src/infra/config.ts'
import { startEmbeddedPostgres } from '../src/infra/embedded-postgres/embedded-postgres.ts'
import { createServerProcess, findFreePort } from './dev/server-process.ts'
import { createDevServer, writeDevManifest } from './dev/vite-server.ts'

// `npm run dev`: Vite's dev server in front, which replaces screens and styles in the open page; behind it the
// application's server, started again after each change of a source.

const root = join(import.meta.dirname, '..')
const clientFolder = join(root, '.vite', 'dev-client')
const quietMs = 50

const settings = parseSettings(process.env)
const config = createConfig(settings, settings.mode ?? 'demo')
const address = config.baseUrl ?? `http://${config.host}:${config.port}`
const serverPort = await findFreePort()
const server = createServerProcess({
  HOST: '127.0.0.1',
  PORT: String(serverPort),
  BASE_URL: address,
  CLIENT_FOLDER: clientFolder,
})
const target = `http://127.0.0.1:${serverPort}`
const { vite, http } = await createDevServer({ target, isListening: server.isListening })
http.listen(config.port, config.host)
await once(http, 'listening')
// Used here too, so that the database keeps running while the server restarts.
const database = settings.databaseUrl
  ? null
  : await startEmbeddedPostgres({ dataDir: config.dataDir, purpose: 'use' })
const entries = vite.config.build.rolldownOptions.input as string[]
await writeDevManifest(clientFolder, entries, entries[0]!)

let timer: NodeJS.Timeout | undefined
let changed = new Set<string>()
vite.watcher.on('all', (_event, file) => {
  const path = relative(root, file)
  if (!/^(?:src|demo|db)\/.*\.(?:tsx?|sql)$/.test(path) || /\.test\.tsx?$/.test(path)) return
  changed.add(file)
  clearTimeout(timer)
  timer = setTimeout(restart, quietMs)
})

async function restart(): Promise<void> {
  const files = changed
  changed = new Set()
  const startMs = performance.now()
  void server.restart()
  if (!(await server.isListening())) return
  process.stdout.write(`Restarted in ${Math.round(performance.now() - startMs)} ms\n`)
  // The pages that use a changed file are updated by Vite.
  if (![...files].every(isInPages)) vite.ws.send({ type: 'full-reload' })
}

/** Tailwind watches every source: such an entry of the graph is an asset of the style sheet. */
function isInPages(file: string): boolean {
  const modules = vite.environments.client.moduleGraph.getModulesByFile(file) ?? []
  return [...modules].some(({ type }) => type !== 'asset')
}

async function stop(): Promise<never> {
  clearTimeout(timer)
  http.close()
  await Promise.all([vite.close(), server.stop()])
  await database?.stop()
  process.exit(0)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void stop())

void server.restart()
if (await server.isListening()) process.stdout.write(`Listening on ${address}\n`)

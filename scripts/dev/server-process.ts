import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..')
const killAfterMs = 1_000

/** The application's server in a process of its own, run from its sources. */
export interface ServerProcess {
  /** Ends the running server, if there is one, and starts it anew. */
  restart(): Promise<void>
  /** Resolves when the server listens: true, or false when its start failed. */
  isListening(): Promise<boolean>
  stop(): Promise<void>
}

export function createServerProcess(env: Record<string, string>): ServerProcess {
  let child: ChildProcess | null = null
  let listening = Promise.resolve(false)
  let queue = Promise.resolve()

  const stop = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const exit = once(child, 'exit')
    child.kill('SIGTERM')
    const timer = setTimeout(() => child?.kill('SIGKILL'), killAfterMs)
    await exit
    clearTimeout(timer)
  }
  const start = () => {
    child = spawn(
      process.execPath,
      ['--enable-source-maps', '--import', join(import.meta.dirname, 'load-tsx.ts'), 'src/main.ts'],
      {
        cwd: root,
        env: { ...process.env, NODE_ENV: 'development', ...env },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    return waitUntilListening(child)
  }
  return {
    restart() {
      listening = new Promise(resolve => {
        queue = queue.then(stop).then(() => resolve(start()))
      })
      return queue
    },
    async isListening() {
      let current: typeof listening
      let result: boolean
      do {
        current = listening
        result = await current
      } while (current !== listening)
      return result
    },
    stop: () => queue.then(stop),
  }
}

function waitUntilListening(child: ChildProcess): Promise<boolean> {
  return new Promise(resolve => {
    child.once('exit', () => resolve(false))
    child.stdout!.setEncoding('utf8').on('data', (text: string) => {
      if (text.includes('Listening on')) resolve(true)
      else process.stdout.write(text)
    })
  })
}

/** A free port of this machine: the same for every start of the server, so that the proxy finds it. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer as createHttpServer, type IncomingMessage, type Server } from 'node:http'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { createServer, type Plugin, type ProxyOptions, type ViteDevServer } from 'vite'

const root = join(import.meta.dirname, '..', '..')
const viteUrl = /^\/(?:@|src\/|demo\/|scripts\/dev\/|node_modules\/|\.vite\/)/

export interface DevServerOptions {
  /** Where the application's server listens. */
  target: string
  /** Resolves when the application's server listens; false when its start failed. */
  isListening: () => Promise<boolean>
}

export interface DevServer {
  vite: ViteDevServer
  http: Server
}

/** Vite serves the browser's sources with hot reload; everything else goes to the application's server. */
export async function createDevServer({ target, isListening }: DevServerOptions): Promise<DevServer> {
  const http = createHttpServer()
  const vite = await createServer({
    root,
    appType: 'custom',
    cacheDir: join(root, '.vite', 'dev-packages'),
    clearScreen: false,
    logLevel: 'warn',
    plugins: [exportScreenComponent(), react(), delayUntilListening(isListening)],
    server: {
      // With a server of its own Vite would exit at a signal and leave the database running.
      middlewareMode: { server: http },
      hmr: { server: http },
      // The data folder changes with every request.
      watch: { ignored: [join(root, 'var/**'), join(root, 'dist/**')] },
      proxy: { '^/': proxyTo(target) },
    },
  })
  http.on('request', vite.middlewares)
  return { vite, http }
}

const isViteUrl = (url: string): boolean =>
  viteUrl.test(url) || (url !== '/' && existsSync(join(root, 'public', new URL(url, 'http://x').pathname)))

function proxyTo(target: string): ProxyOptions {
  return {
    target,
    bypass: ({ url = '/' }) => (isViteUrl(url) ? url : undefined),
    configure(proxy) {
      proxy.on('proxyRes', ({ headers }) => {
        const policy = headers['content-security-policy']
        if (policy) headers['content-security-policy'] = relaxPolicy(String(policy))
      })
    },
  }
}

/** Vite's client adds inline styles and opens a WebSocket. */
const relaxPolicy = (policy: string): string =>
  policy
    .replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")
    .replace("connect-src 'self'", '$& ws:')

function delayUntilListening(isListening: DevServerOptions['isListening']): Plugin {
  return {
    name: 'delay-until-listening',
    configureServer(server) {
      server.middlewares.use(async ({ url = '/' }: IncomingMessage, response, next) => {
        if (isViteUrl(url) || (await isListening())) return next()
        response.statusCode = 503
        response.end(
          'The server did not start: the terminal says why. It starts again after the next change.',
        )
      })
    },
  }
}

/** React refresh replaces components that a module exports; a screen exports its page object only. */
function exportScreenComponent(): Plugin {
  return {
    name: 'export-screen-component',
    enforce: 'pre',
    transform(code, id) {
      if (!/Page\.tsx$/.test(id)) return undefined
      const component = /\bdefinePage\(\s*'[^']+',\s*(\w+),?\s*\)/.exec(code)?.[1]
      return component && { code: `${code}\nexport { ${component} as ScreenComponent }\n`, map: null }
    },
  }
}

/** Names each entry of the browser's build as its own source, in the shape of a build's manifest. */
export async function writeDevManifest(folder: string, entries: string[], entry: string): Promise<void> {
  const chunks = Object.fromEntries(entries.map(file => [file, { file }]))
  const manifest = { ...chunks, [entry]: { file: 'scripts/dev/client.ts', css: ['src/ui/theme.css'] } }
  await mkdir(join(folder, '.vite'), { recursive: true })
  await writeFile(join(folder, '.vite', 'manifest.json'), JSON.stringify(manifest))
}

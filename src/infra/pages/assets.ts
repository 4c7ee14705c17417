import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { projectRoot } from '../folders.ts'

interface Chunk {
  file: string
  css?: string[]
  imports?: string[]
  assets?: string[]
}

export interface Assets {
  /** The style sheets of every page. */
  styles: string[]
  /** The script of every page, which loads the others after the first paint. Null without a build. */
  script: string | null
  /** The `Link` header for browsers that have the fonts cached, so that they are ready for the first paint. */
  fontLinks: string
  /** The scripts that hydrate one page: the hydration code, the screen's chunk, and their imports. */
  scripts(page: string): string[]
}

/** The fonts of text and of part numbers. */
const preloadedFonts = /(plex-sans-latin-wght-normal|plex-mono-latin-600-normal)[^/]*\.woff2$/

/** The browser's files. `npm run dev` sets CLIENT_FOLDER: there Vite serves the sources instead of a build. */
export const clientFolder = process.env.CLIENT_FOLDER ?? join(projectRoot, 'dist', 'client')

/** Reads the build's manifest. Without a build (unit tests) pages have no assets. */
export function readAssets(): Assets {
  const file = join(clientFolder, '.vite', 'manifest.json')
  if (!existsSync(file)) return { styles: [], script: null, fontLinks: '', scripts: () => [] }
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Chunk>
  const getChunk = (name: string): Chunk => {
    const chunk = manifest[name]
    if (!chunk) throw new Error(`The build's manifest has no ${name}: run the build again.`)
    return chunk
  }
  const bootstrap = getChunk('src/bootstrap.client.ts')
  const fonts = Object.values(manifest)
    .flatMap(({ assets = [] }) => assets)
    .filter(file => preloadedFonts.test(file))
  return {
    styles: (bootstrap.css ?? []).map(css => `/${css}`),
    script: `/${bootstrap.file}`,
    fontLinks: [...new Set(fonts)]
      .map(font => `</${font}>; rel=preload; as=font; type="font/woff2"; crossorigin`)
      .join(', '),
    scripts(page) {
      const names = addImports(
        ['src/hydrate.tsx', posix.join('src', `${page}.tsx`)],
        name => getChunk(name).imports ?? [],
      )
      return names.map(name => `/${getChunk(name).file}`)
    },
  }
}

/** Adds the imports, breadth first; `names` stay in front. */
function addImports(names: string[], importsOf: (name: string) => string[]): string[] {
  const all = new Set(names)
  for (const name of all) for (const imported of importsOf(name)) all.add(imported)
  return [...all]
}

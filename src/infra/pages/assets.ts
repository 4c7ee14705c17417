import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { projectRoot } from '../project.ts'

interface Chunk {
  file: string
  css?: string[]
  imports?: string[]
  assets?: string[]
}

export interface Assets {
  /** The style sheets of every page. */
  styles: string[]
  /** The script of every page, which fetches the others after the first paint. Null without a build. */
  script: string | null
  /** The `Link` header for visitors who have the fonts: so they are ready for the first paint. */
  fontLinks: string
  /** What hydrates one page: the hydration code, the screen's own chunk, and what these import. */
  scripts(page: string): string[]
}

/** Words, and part numbers as they are nearly always written. */
const preloadedFonts = /(plex-sans-latin-wght-normal|plex-mono-latin-600-normal)[^/]*\.woff2$/

/** What browsers load. CLIENT_FOLDER is set by `npm run dev`, where Vite serves the sources instead of a build. */
export const clientFolder = process.env.CLIENT_FOLDER ?? join(projectRoot, 'dist', 'client')

/** Reads what the build wrote. Without a build (unit tests) pages carry no assets. */
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
      const names = withImports(
        ['src/hydrate.tsx', posix.join('src', `${page}.tsx`)],
        name => getChunk(name).imports ?? [],
      )
      return names.map(name => `/${getChunk(name).file}`)
    },
  }
}

/** Breadth first: the named ones stay in front. */
function withImports(names: string[], importsOf: (name: string) => string[]): string[] {
  const all = new Set(names)
  for (const name of all) for (const imported of importsOf(name)) all.add(imported)
  return [...all]
}

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from './project.ts'

interface Chunk {
  file: string
  css?: string[]
  imports?: string[]
  assets?: string[]
}

export interface Assets {
  /** The tags every page's head carries: the style sheet and the script that fetches the others after the first paint. */
  head: string
  /** The `Link` header for visitors who have the fonts: so they are ready for the first paint. */
  fontLinks: string
  /** What one page needs to wake: the waking code, the screen's own, and what these import. */
  scripts(page: string): string[]
}

/** Words, and part numbers as they are nearly always written. */
const preloadedFonts = /(plex-sans-latin-wght-normal|plex-mono-latin-600-normal)[^/]*\.woff2$/

/** What browsers load. CLIENT_FOLDER is set by `npm run dev`, where Vite serves the sources instead of a build. */
export const clientFolder = process.env.CLIENT_FOLDER ?? join(projectRoot, 'dist', 'client')

/** Reads what the build wrote. Without a build (unit tests) pages carry no assets. */
export function readAssets(): Assets {
  const file = join(clientFolder, '.vite', 'manifest.json')
  if (!existsSync(file)) return { head: '', fontLinks: '', scripts: () => [] }
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Chunk>
  const chunk = (name: string): Chunk => {
    const known = manifest[name]
    if (!known) throw new Error(`The build's manifest has no ${name}: run the build again.`)
    return known
  }
  const start = chunk('src/start.browser.ts')
  const styles = (start.css ?? []).map(css => `<link rel="stylesheet" href="/${css}">`)
  const fonts = Object.values(manifest)
    .flatMap(({ assets = [] }) => assets)
    .filter(file => preloadedFonts.test(file))
  const scriptsOf = new Map<string, string[]>()
  return {
    head: `${styles.join('')}<script type="module" src="/${start.file}"></script>`,
    fontLinks: [...new Set(fonts)]
      .map(font => `</${font}>; rel=preload; as=font; type="font/woff2"; crossorigin`)
      .join(', '),
    scripts(page) {
      const known = scriptsOf.get(page)
      if (known) return known
      const names = withImports(['src/wake.tsx', `src/${page}.tsx`], name => chunk(name).imports ?? [])
      const scripts = names.map(name => `/${chunk(name).file}`)
      scriptsOf.set(page, scripts)
      return scripts
    },
  }
}

/** Breadth first: the named ones stay in front. */
function withImports(names: string[], importsOf: (name: string) => string[]): string[] {
  const all = new Set(names)
  for (const name of all) for (const imported of importsOf(name)) all.add(imported)
  return [...all]
}

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
  /** The tags every page's head carries: style sheet, fonts, the entry script and its imports. */
  head: string
  /** Further scripts of one page, to be fetched at once instead of one after the other. */
  preloads(page: string): string
}

export const clientFolder = join(projectRoot, 'dist', 'client')

const entry = 'src/browser.tsx'
const preloadedFonts = /(plex-sans-latin-wght-normal|plex-mono-latin-600-normal)[^/]*\.woff2$/

/** Reads what the build wrote. Without a build (unit tests) pages carry no assets. */
export function readAssets(): Assets {
  const file = join(clientFolder, '.vite', 'manifest.json')
  if (!existsSync(file)) return { head: '', preloads: () => '' }
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Chunk>
  const start = manifest[entry]
  if (!start) throw new Error(`The build's manifest has no ${entry}: run the build again.`)
  const common = new Set([start.file, ...importsOf(manifest, entry)])
  const fonts = Object.values(manifest)
    .flatMap(chunk => chunk.assets ?? [])
    .filter((font, index, all) => preloadedFonts.test(font) && all.indexOf(font) === index)
  const head = [
    ...(start.css ?? []).map(css => `<link rel="stylesheet" href="/${css}">`),
    ...fonts.map(font => `<link rel="preload" href="/${font}" as="font" type="font/woff2" crossorigin>`),
    ...[...common].filter(js => js !== start.file).map(preload),
    `<script type="module" src="/${start.file}"></script>`,
  ].join('')
  const tagsOf = new Map(
    Object.entries(manifest).map(([key, chunk]) => {
      const scripts = new Set([chunk.file, ...importsOf(manifest, key)])
      return [
        key,
        [...scripts]
          .filter(js => !common.has(js))
          .map(preload)
          .join(''),
      ]
    }),
  )
  return { head, preloads: page => tagsOf.get(`src/${page}.tsx`) ?? '' }
}

const preload = (js: string) => `<link rel="modulepreload" href="/${js}">`

function importsOf(manifest: Record<string, Chunk>, key: string, seen = new Set<string>()): string[] {
  return (manifest[key]?.imports ?? []).flatMap(name => {
    if (seen.has(name)) return []
    seen.add(name)
    return [manifest[name]!.file, ...importsOf(manifest, name, seen)]
  })
}

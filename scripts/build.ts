import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'vite'

// Builds browser and server beside dist/ and replaces it when the build is complete: a build that fails leaves the last
// one in place. Called by run.mjs, which lets one build run at a time.

const root = join(import.meta.dirname, '..')
const dist = join(root, 'dist')
const workFolder = join(root, '.vite')
const draft = join(workFolder, 'dist-draft')
const oldDist = join(workFolder, 'dist-old')
const compressible = new Set(['.js', '.css', '.svg', '.json', '.txt', '.html', '.map', '.webmanifest'])

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

const [stamp] = process.argv.slice(2)
if (stamp === undefined)
  throw new Error('build.ts needs the stamp of the sources: use npm start or npm run check.')
await buildShop(stamp)

async function buildShop(sourcesStamp: string): Promise<void> {
  await rm(draft, { recursive: true, force: true })
  await buildSide('client')
  await buildSide('server')
  await compress(join(draft, 'client'))
  await writeFile(join(draft, '.built'), sourcesStamp)
  await replaceDist()
}

async function buildSide(side: 'client' | 'server'): Promise<void> {
  await build({
    root,
    logLevel: 'warn',
    build: {
      ssr: side === 'server',
      outDir: join(draft, side),
      emptyOutDir: true,
      reportCompressedSize: false,
    },
  })
}

/** Assets are compressed at build time, with the highest quality. */
async function compress(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter(entry => entry.isFile() && compressible.has(extname(entry.name)))
    .map(entry => join(entry.parentPath, entry.name))
    .filter(file => !file.startsWith(join(folder, '.vite')))
  await Promise.all(files.map(compressFile))
}

async function compressFile(file: string): Promise<void> {
  const content = await readFile(file)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  }
  const [brotli, gzipped] = await Promise.all([
    compressBrotli(content, { params }),
    compressGzip(content, { level: 9 }),
  ])
  if (brotli.length < content.length) await writeFile(`${file}.br`, brotli)
  if (gzipped.length < content.length) await writeFile(`${file}.gz`, gzipped)
}

async function replaceDist(): Promise<void> {
  await mkdir(workFolder, { recursive: true })
  await rm(oldDist, { recursive: true, force: true })
  if (existsSync(dist)) await rename(dist, oldDist)
  await rename(draft, dist)
  await rm(oldDist, { recursive: true, force: true })
}

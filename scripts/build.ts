import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'vite'

// Builds the shop for the browser and the server beside dist/, and puts it in its place when all of it is there:
// a build that fails leaves the last one running. Called by run.mjs, which sees to it that only one builds at a time.

const root = join(import.meta.dirname, '..')
const dist = join(root, 'dist')
const workshop = join(root, '.vite')
const draft = join(workshop, 'dist-draft')
const outgoing = join(workshop, 'dist-outgoing')
const compressible = new Set(['.js', '.css', '.svg', '.json', '.txt', '.html', '.map', '.webmanifest'])

const packBrotli = promisify(brotliCompress)
const packGzip = promisify(gzip)

const [stamp] = process.argv.slice(2)
if (stamp === undefined)
  throw new Error('build.ts wants the stamp of the sources: use npm start or npm run check.')
await buildShop(stamp)

async function buildShop(sourcesStamp: string): Promise<void> {
  await rm(draft, { recursive: true, force: true })
  await buildSide('client')
  await buildSide('server')
  await compress(join(draft, 'client'))
  await writeFile(join(draft, '.built'), sourcesStamp)
  await putInPlace()
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

/** Assets are compressed once, as tightly as it goes, and never while a buyer waits. */
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
    packBrotli(content, { params }),
    packGzip(content, { level: 9 }),
  ])
  if (brotli.length < content.length) await writeFile(`${file}.br`, brotli)
  if (gzipped.length < content.length) await writeFile(`${file}.gz`, gzipped)
}

async function putInPlace(): Promise<void> {
  await mkdir(workshop, { recursive: true })
  await rm(outgoing, { recursive: true, force: true })
  if (existsSync(dist)) await rename(dist, outgoing)
  await rename(draft, dist)
  await rm(outgoing, { recursive: true, force: true })
}

import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium, type Page } from 'playwright-core'
import { startServer } from '../bench/servers.ts'
import { projectRoot } from '../src/infra/project.ts'
import { chromiumFlags, findChromium } from '../tests/support/chromium.ts'
import { environment, nodeOptions } from './run/shop-process.mjs'

// npm run lighthouse: the built shop's main pages in Debian's Chromium, judged by Lighthouse's mobile preset (a slow
// phone on a slow line, simulated). Writes the table of docs/performance.md. Lighthouse has a package.json of its own.

const tool = join(projectRoot, 'scripts', 'lighthouse')
const reportFile = join(projectRoot, 'docs', 'performance.md')
const rounds = 3

/** What of Lighthouse's report is read here. */
interface Report {
  categories: Record<string, { score: number | null }>
  audits: Record<string, { numericValue?: number; details?: { items?: Transfer[] } }>
}

interface Transfer {
  resourceType?: string
  transferSize?: number
}

interface Look {
  name: string
  path: string
  isIndexed: boolean
  /** Looked at by somebody whose basket holds something. */
  withGoods?: boolean
}

interface Row {
  name: string
  performance: number
  accessibility: number
  practices: number
  seo: number | null
  lcpMs: number
  cls: number
  tbtMs: number
  scriptKb: number
  styleKb: number
}

const productPath = '/filterhouse/fh-oil-1'

const looks: Look[] = [
  { name: 'Home', path: '/', isIndexed: true },
  { name: 'Search results', path: '/search?query=oil%20filter', isIndexed: false },
  { name: 'Product', path: productPath, isIndexed: true },
  { name: 'Filter finder', path: '/find-replacement-filters', isIndexed: true },
  { name: 'Basket with goods', path: '/basket', isIndexed: false, withGoods: true },
  { name: 'Checkout, stage 1', path: '/checkout', isIndexed: false, withGoods: true },
]

async function judge(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'filterhouse-lighthouse-'))
  const lighthouse = await prepareLighthouse()
  const shop = await startServer(
    join(projectRoot, 'dist', 'server', 'main.js'),
    { DATA_DIR: join(folder, 'shop'), DATABASE_URL: '', PORT: '0', LOG_LEVEL: 'warn', ...environment },
    '/readyz',
    nodeOptions,
  )
  const port = await freePort()
  const browser = await chromium.launchPersistentContext(join(folder, 'profile'), {
    executablePath: findChromium() ?? '',
    args: [...chromiumFlags, `--remote-debugging-port=${port}`],
  })
  try {
    const rows: Row[] = []
    let hasGoods = false
    for (const look of looks) {
      if (look.withGoods && !hasGoods) {
        await fillBasket(await browser.newPage(), shop.url + productPath)
        hasGoods = true
      }
      const found: Row[] = []
      for (let round = 0; round < rounds; round++) {
        // With an empty cache it would be a lie (src/bootstrap.client.ts).
        await browser.clearCookies({ name: 'fonts' })
        found.push(rowOf(look, await lighthouse(shop.url + look.path, port)))
      }
      const row = found.toSorted((a, b) => a.performance - b.performance)[Math.floor(rounds / 2)]!
      process.stderr.write(`${look.name}: ${row.performance}\n`)
      rows.push(row)
    }
    const table = markdown(rows)
    putIntoReport(table)
    process.stdout.write(`\n${table}\n`)
  } finally {
    await browser.close()
    await shop.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Installs Lighthouse into its own folder when it is not there. */
async function prepareLighthouse(): Promise<(url: string, port: number) => Promise<Report>> {
  const entry = join(tool, 'node_modules', 'lighthouse', 'core', 'index.js')
  if (!existsSync(entry)) {
    process.stderr.write('Installing Lighthouse (first time only) …\n')
    const { status } = spawnSync('npm', ['ci'], { cwd: tool, stdio: 'inherit' })
    if (status !== 0) throw new Error('Lighthouse could not be installed.')
  }
  const { default: lighthouse } = (await import(pathToFileURL(entry).href)) as {
    default: (url: string, flags: object) => Promise<{ lhr: Report } | undefined>
  }
  return async (url, port) => {
    // It empties the cache before each look and leaves the cookies, so the basket stays.
    const result = await lighthouse(url, { port, logLevel: 'error', output: 'json' })
    if (!result) throw new Error(`Lighthouse says nothing of ${url}`)
    return result.lhr
  }
}

async function fillBasket(page: Page, productUrl: string): Promise<void> {
  await page.goto(productUrl)
  await page.getByRole('button', { name: /Add/ }).first().click()
  await page.getByRole('link', { name: /Basket, \d+ item/ }).waitFor()
  await page.close()
}

function rowOf({ name, isIndexed }: Look, { categories, audits }: Report): Row {
  const score = (key: string) => Math.round((categories[key]?.score ?? 0) * 100)
  const number = (key: string) => audits[key]?.numericValue ?? Number.NaN
  const transfers = audits['network-requests']?.details?.items ?? []
  const kilobytes = (type: string) =>
    transfers
      .filter(({ resourceType }) => resourceType === type)
      .reduce((all, { transferSize = 0 }) => all + transferSize, 0) / 1024
  return {
    name,
    performance: score('performance'),
    accessibility: score('accessibility'),
    practices: score('best-practices'),
    seo: isIndexed ? score('seo') : null,
    lcpMs: number('largest-contentful-paint'),
    cls: number('cumulative-layout-shift'),
    tbtMs: number('total-blocking-time'),
    scriptKb: kilobytes('Script'),
    styleKb: kilobytes('Stylesheet'),
  }
}

function markdown(rows: Row[]): string {
  const lines = rows.map(row =>
    [
      '',
      row.name,
      row.performance,
      row.accessibility,
      row.practices,
      row.seo ?? '–',
      Math.round(row.lcpMs),
      row.cls.toFixed(3),
      Math.round(row.tbtMs),
      row.scriptKb.toFixed(0),
      row.styleKb.toFixed(1),
      '',
    ]
      .join(' | ')
      .trim(),
  )
  return [
    `Measured on ${new Date().toISOString().slice(0, 10)} by \`npm run lighthouse\` (mobile preset, simulated slow line and phone, median of ${rounds}).`,
    'Aims: performance ≥ 98, the others 100, LCP ≤ 1,200 ms, CLS < 0.01, TBT ≤ 50 ms, scripts ≤ 90 KB, styles ≤ 15 KB (compressed, with headers).',
    '',
    '| page | performance | accessibility | best practices | SEO | LCP ms | CLS | TBT ms | scripts KB | styles KB |',
    '|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|',
    ...lines,
  ].join('\n')
}

const [from, to] = ['<!-- table: npm run lighthouse -->', '<!-- end of table: lighthouse -->']

function putIntoReport(table: string): void {
  const report = readFileSync(reportFile, 'utf8')
  const [before, rest] = report.split(from)
  if (rest === undefined) throw new Error('docs/performance.md has no place for the table.')
  writeFileSync(reportFile, `${before}${from}\n\n${table}\n\n${to}${rest.split(to)[1] ?? '\n'}`)
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}

await judge()

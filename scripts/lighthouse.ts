import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium, type Page } from 'playwright-core'
import { startShopServer } from '../bench/servers.ts'
import { projectRoot } from '../src/infra/folders.ts'
import { chromiumFlags, findChromium } from '../tests/support/chromium.ts'
import { findFreePort } from './dev/server-process.ts'
import { updatePerformanceReport } from './performance-report.ts'

// npm run lighthouse: the main pages of the built shop in Chromium, measured with Lighthouse's mobile preset (a slow phone
// on a slow line, simulated). Writes the table of docs/performance.md. Lighthouse has a package.json of its own.

const tool = join(projectRoot, 'scripts', 'lighthouse')
const rounds = 3

/** The part of Lighthouse's report that is used here. */
interface LighthouseReport {
  categories: Record<string, { score: number | null }>
  audits: Record<string, { numericValue?: number; details?: { items?: Transfer[] } }>
}

interface Transfer {
  resourceType?: string
  transferSize?: number
}

interface MeasuredPage {
  name: string
  path: string
  isIndexed: boolean
  /** Measured with products in the basket. */
  withProducts?: boolean
}

interface PageScores {
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

const measuredPages: MeasuredPage[] = [
  { name: 'Home', path: '/', isIndexed: true },
  { name: 'Search results', path: '/search?query=oil%20filter', isIndexed: false },
  { name: 'Product', path: productPath, isIndexed: true },
  { name: 'Filter finder', path: '/find-replacement-filters', isIndexed: true },
  { name: 'Basket with goods', path: '/basket', isIndexed: false, withProducts: true },
  { name: 'Checkout, stage 1', path: '/checkout', isIndexed: false, withProducts: true },
]

async function measurePages(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'filterhouse-lighthouse-'))
  const lighthouse = await prepareLighthouse()
  const shop = await startShopServer(join(folder, 'shop'))
  const port = await findFreePort()
  const browser = await chromium.launchPersistentContext(join(folder, 'profile'), {
    executablePath: findChromium() ?? '',
    args: [...chromiumFlags, `--remote-debugging-port=${port}`],
  })
  try {
    const rows: PageScores[] = []
    let hasProducts = false
    for (const page of measuredPages) {
      if (page.withProducts && !hasProducts) {
        await fillBasket(await browser.newPage(), shop.url + productPath)
        hasProducts = true
      }
      const results: PageScores[] = []
      for (let round = 0; round < rounds; round++) {
        // The cookie claims cached fonts (src/bootstrap.client.ts), but Lighthouse empties the cache.
        await browser.clearCookies({ name: 'fonts' })
        results.push(toScores(page, await lighthouse(shop.url + page.path, port)))
      }
      const row = results.toSorted((a, b) => a.performance - b.performance)[Math.floor(rounds / 2)]!
      process.stderr.write(`${page.name}: ${row.performance}\n`)
      rows.push(row)
    }
    const table = formatTable(rows)
    updatePerformanceReport('<!-- table: npm run lighthouse -->', '<!-- end of table: lighthouse -->', table)
    process.stdout.write(`\n${table}\n`)
  } finally {
    await browser.close()
    await shop.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Installs Lighthouse into its own folder when it is not there. */
async function prepareLighthouse(): Promise<(url: string, port: number) => Promise<LighthouseReport>> {
  const entry = join(tool, 'node_modules', 'lighthouse', 'core', 'index.js')
  if (!existsSync(entry)) {
    process.stderr.write('Installing Lighthouse (first time only) …\n')
    const { status } = spawnSync('npm', ['ci'], { cwd: tool, stdio: 'inherit' })
    if (status !== 0) throw new Error('Lighthouse could not be installed.')
  }
  const { default: lighthouse } = (await import(pathToFileURL(entry).href)) as {
    default: (url: string, flags: object) => Promise<{ lhr: LighthouseReport } | undefined>
  }
  return async (url, port) => {
    // Lighthouse empties the cache before each run but not the cookies, so the basket stays.
    const result = await lighthouse(url, { port, logLevel: 'error', output: 'json' })
    if (!result) throw new Error(`Lighthouse returned no report for ${url}`)
    return result.lhr
  }
}

async function fillBasket(page: Page, productUrl: string): Promise<void> {
  await page.goto(productUrl)
  await page.getByRole('button', { name: /Add/ }).first().click()
  await page.getByRole('link', { name: /Basket, \d+ item/ }).waitFor()
  await page.close()
}

function toScores({ name, isIndexed }: MeasuredPage, { categories, audits }: LighthouseReport): PageScores {
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

function formatTable(rows: PageScores[]): string {
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

await measurePages()

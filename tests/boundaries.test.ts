import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

// dependency-cruiser takes a second or two for a whole tree.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

interface Cruise {
  summary: { totalCruised: number; violations: { from: string; to: string; rule: { name: string } }[] }
}

const root = join(import.meta.dirname, '..')
const depcruise = join(root, 'node_modules', '.bin', 'depcruise')
const { forbidden } = createRequire(import.meta.url)('../.dependency-cruiser.cjs') as {
  forbidden: { name: string }[]
}

/** A small source tree without violations; it has every allowed import that resembles a violation. */
const validTree: Record<string, string> = {
  'src/lib/money.ts': `import { z } from 'zod'\nexport const pence = z.number()`,
  'src/ui/SampleField.tsx': `import { pence } from '../lib/money.ts'\nexport const Field = () => String(pence)`,
  'src/ui/page.ts': `import type { ComponentType } from 'react'\nexport type Page = ComponentType`,
  'src/ui/browser/send.ts': `export const send = () => fetch('/')`,
  'src/infra/database/db.ts': `import { Kysely } from 'kysely'\nimport fs from 'node:fs'\nimport type { Page } from '../../ui/page.ts'\nexport const db = { Kysely, fs }\nexport type P = Page`,
  'src/features/catalogue/listing.ts': `export const listing = 1`,
  'src/features/catalogue/service.ts': `import { find } from './queries.ts'\nexport const findProduct = find`,
  'src/features/catalogue/queries.ts': `import { db } from '../../infra/database/db.ts'\nexport const find = db`,
  'src/features/basket/schemas.ts': `import { z } from 'zod'\nexport const call = z.string()`,
  'src/features/basket/totals.ts': `import { listing } from '../catalogue/listing.ts'\nexport const totals = listing`,
  'src/features/basket/queries.ts': `import { sql } from 'kysely'\nexport const rows = sql`,
  'src/features/basket/service.ts': `import { findProduct } from '../catalogue/service.ts'\nimport { rows } from './queries.ts'\nexport const basket = [findProduct, rows]`,
  'src/features/basket/plugin.ts': `import { basket } from './service.ts'\nimport { basketPage } from './BasketPage.tsx'\nexport const routes = [basket, basketPage]`,
  'src/features/basket/BasketPage.tsx': `import { send } from '../../ui/browser/send.ts'\nimport type { call } from './schemas.ts'\nimport { totals } from './totals.ts'\nexport const basketPage: [unknown, typeof call | number] = [send, totals]`,
  // Newsletter may import no feature, but every feature's schemas.
  'src/features/newsletter/rules.ts': `import { call } from '../basket/schemas.ts'\nexport const rules = call`,
  // The admin screens of returns may import payments, returns itself may not.
  'src/features/payments/refund.ts': `export const refund = 1`,
  'src/features/returns/admin/rules.ts': `import { refund } from '../../payments/refund.ts'\nexport const rules = refund`,
  'src/app.ts': `import { routes } from './features/basket/plugin.ts'\nimport { rules } from './features/returns/admin/rules.ts'\nexport const app = [routes, rules]`,
  'src/demo-module.ts': `import type { db } from './infra/database/db.ts'\nexport interface Demo { db: typeof db }`,
  'demo/main.ts': `import type { Demo } from '../src/demo-module.ts'\nimport { db } from '../src/infra/database/db.ts'\nimport { galleryPage } from './component-gallery/GalleryPage.tsx'\nexport const createDemo = (): [Demo, unknown] => [{ db }, galleryPage]`,
  'demo/component-gallery/GalleryPage.tsx': `import { Field } from '../../src/ui/SampleField.tsx'\nexport const galleryPage = Field`,
  'scripts/seed.ts': `import { createDemo } from '../demo/main.ts'\nimport fs from 'node:fs'\nexport const seed = [createDemo, fs]`,
  'bench/page.tsx': `import fs from 'node:fs'\nimport { db } from '../src/infra/database/db.ts'\nexport const page = [fs, db]`,
  'src/hydrate.tsx': `import { Field } from './ui/SampleField.tsx'\nexport const start = Field`,
}

/** A violation of each rule: the planted file and the import that must be refused. */
const plantedViolations: { rule: string; file: string; code: string; to: string }[] = [
  {
    rule: 'no-cycles',
    file: 'src/features/basket/egg.ts',
    code: `import { hen } from './hen.ts'\nexport const egg = () => hen`,
    to: 'src/features/basket/hen.ts',
  },
  {
    rule: 'no-cycles',
    file: 'scripts/tick.ts',
    code: `import { tock } from './tock.ts'\nexport const tick = () => tock`,
    to: 'scripts/tock.ts',
  },
  {
    rule: 'no-cycles',
    file: 'demo/people/orders.ts',
    code: `import { people } from './people.ts'\nexport const orders = () => people`,
    to: 'demo/people/people.ts',
  },
  {
    rule: 'src-never-imports-demo',
    file: 'src/features/basket/sample.server.ts',
    code: `import { createDemo } from '../../../demo/main.ts'\nexport const sample = createDemo`,
    to: 'demo/main.ts',
  },
  {
    rule: 'src-never-imports-demo',
    file: 'src/load.ts',
    code: `export const load = () => import('../demo/main.ts')`,
    to: 'demo/main.ts',
  },
  {
    rule: 'page-imports-no-server',
    file: 'demo/component-gallery/Provider.tsx',
    code: `import { createDemo } from '../main.ts'\nexport const Provider = createDemo`,
    to: 'demo/main.ts',
  },
  { rule: 'no-missing', file: 'src/features/basket/lost.ts', code: `import './gone.ts'`, to: './gone.ts' },
  {
    rule: 'no-dev-packages',
    file: 'src/infra/tools.ts',
    code: `import fc from 'fast-check'\nexport const tool = fc`,
    to: 'fast-check',
  },
  {
    rule: 'pure-does-no-io',
    file: 'src/features/basket/clever.ts',
    code: `import { rows } from './queries.ts'\nexport const clever = rows`,
    to: 'src/features/basket/queries.ts',
  },
  {
    rule: 'pure-does-no-io',
    file: 'src/features/basket/typed.ts',
    code: `import type { db } from '../../infra/database/db.ts'\nexport type Typed = typeof db`,
    to: 'src/infra/database/db.ts',
  },
  {
    rule: 'pure-does-no-io',
    file: 'src/features/basket/loading.ts',
    code: `import { send } from '../../ui/browser/send.ts'\nexport const loading = send`,
    to: 'src/ui/browser/send.ts',
  },
  {
    rule: 'pure-imports-no-core',
    file: 'src/features/basket/hash.ts',
    code: `import { createHash } from 'node:crypto'\nexport const hash = createHash`,
    to: 'crypto',
  },
  {
    rule: 'pure-imports-no-react',
    file: 'src/features/basket/drawn.ts',
    code: `import { Field } from '../../ui/SampleField.tsx'\nexport const drawn = Field`,
    to: 'src/ui/SampleField.tsx',
  },
  {
    rule: 'pure-imports-pure-packages',
    file: 'src/features/basket/hook.ts',
    code: `import { useState } from 'react'\nexport const hook = useState`,
    to: 'node_modules/react/',
  },
  {
    rule: 'page-imports-no-server',
    file: 'src/features/basket/DirectPage.tsx',
    code: `import { basket } from './service.ts'\nexport const direct = basket`,
    to: 'src/features/basket/service.ts',
  },
  {
    rule: 'page-imports-no-server',
    file: 'src/features/basket/stored.client.ts',
    code: `import { db } from '../../infra/database/db.ts'\nexport const stored = db`,
    to: 'src/infra/database/db.ts',
  },
  {
    rule: 'page-imports-no-core',
    file: 'src/features/basket/Path.tsx',
    code: `import { join } from 'node:path'\nexport const Path = join`,
    to: 'path',
  },
  {
    rule: 'page-never-reaches-server',
    file: 'src/features/basket/RoundaboutPage.tsx',
    code: `import { clever } from './clever.ts'\nexport const roundabout = clever`,
    to: 'src/features/basket/queries.ts',
  },
  {
    rule: 'sql-in-server-files',
    file: 'src/features/basket/Query.tsx',
    code: `import { sql } from 'kysely'\nexport const Query = sql`,
    to: 'node_modules/kysely/',
  },
  {
    rule: 'private-to-its-feature',
    file: 'src/features/basket/greedy.server.ts',
    code: `import { find } from '../catalogue/queries.ts'\nexport const greedy = find`,
    to: 'src/features/catalogue/queries.ts',
  },
  {
    rule: 'private-to-its-feature',
    file: 'src/features/finder/SamplePage.tsx',
    code: `import { basketPage } from '../basket/BasketPage.tsx'\nexport const finder = basketPage`,
    to: 'src/features/basket/BasketPage.tsx',
  },
  {
    rule: 'private-to-its-feature',
    file: 'src/features/finder/service.ts',
    code: `import { pdf } from '../basket/pdf.server.ts'\nexport const made = pdf`,
    to: 'src/features/basket/pdf.server.ts',
  },
  {
    rule: 'registered-in-one-place',
    file: 'src/features/basket/extra.server.ts',
    code: `import { routes } from './plugin.ts'\nexport const extra = routes`,
    to: 'src/features/basket/plugin.ts',
  },
  {
    rule: 'nothing-imports-the-wiring',
    file: 'src/features/basket/upward.server.ts',
    code: `import { app } from '../../app.ts'\nexport const upward = app`,
    to: 'src/app.ts',
  },
  {
    rule: 'lib-imports-nothing',
    file: 'src/lib/curious.ts',
    code: `import { totals } from '../features/basket/totals.ts'\nexport const curious = totals`,
    to: 'src/features/basket/totals.ts',
  },
  {
    rule: 'ui-imports-lib-only',
    file: 'src/ui/Curious.tsx',
    code: `import { totals } from '../features/basket/totals.ts'\nexport const Curious = totals`,
    to: 'src/features/basket/totals.ts',
  },
  {
    rule: 'infra-imports-no-feature',
    file: 'src/infra/curious.ts',
    code: `import { basket } from '../features/basket/service.ts'\nexport const curious = basket`,
    to: 'src/features/basket/service.ts',
  },
  {
    rule: 'feature-imports-its-list',
    file: 'src/features/catalogue/backwards.ts',
    code: `import { totals } from '../basket/totals.ts'\nexport const backwards = totals`,
    to: 'src/features/basket/totals.ts',
  },
  {
    rule: 'feature-imports-its-list',
    file: 'src/features/returns/refunds.ts',
    code: `import { refund } from '../payments/refund.ts'\nexport const refunds = refund`,
    to: 'src/features/payments/refund.ts',
  },
  {
    rule: 'feature-imports-its-list',
    file: 'src/features/quotes/admin/refunds.ts',
    code: `import { refund } from '../../payments/refund.ts'\nexport const refunds = refund`,
    to: 'src/features/payments/refund.ts',
  },
  {
    rule: 'admin-screens-are-private',
    file: 'src/features/returns/customer.ts',
    code: `import { rules } from './admin/rules.ts'\nexport const customer = rules`,
    to: 'src/features/returns/admin/rules.ts',
  },
]
const targets = {
  'src/features/basket/hen.ts': `import { egg } from './egg.ts'\nexport const hen = () => egg`,
  'src/features/basket/pdf.server.ts': `export const pdf = 1`,
  'scripts/tock.ts': `import { tick } from './tick.ts'\nexport const tock = () => tick`,
  'demo/people/people.ts': `import { orders } from './orders.ts'\nexport const people = () => orders`,
}

const folder = mkdtempSync(join(tmpdir(), 'filterhouse-boundaries-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the boundaries', () => {
  test('accept a tree without violations', () => {
    const { summary } = cruise(plant('valid', validTree))
    expect(summary.violations).toEqual([])
    expect(summary.totalCruised).toBeGreaterThanOrEqual(Object.keys(validTree).length)
  })

  describe('refuse a violation:', () => {
    let violations: Cruise['summary']['violations'] = []
    beforeAll(() => {
      const planted = Object.fromEntries(plantedViolations.map(({ file, code }) => [file, code]))
      violations = cruise(plant('broken', { ...validTree, ...planted, ...targets })).summary.violations
    })

    test.each(plantedViolations)('$rule, by $file', ({ rule, file, to }) => {
      const edges = violations.filter(violation => violation.rule.name === rule && violation.from === file)
      expect(edges.filter(edge => edge.to.includes(to))).not.toEqual([])
    })

    test('each rule has a planted violation', () => {
      expect(new Set(plantedViolations.map(violation => violation.rule))).toEqual(
        new Set(forbidden.map(({ name }) => name)),
      )
    })
  })
})

function plant(name: string, files: Record<string, string>): string {
  const target = join(folder, name)
  mkdirSync(target)
  for (const file of ['.dependency-cruiser.cjs', 'boundaries.cjs', 'package.json', 'tsconfig.json']) {
    cpSync(join(root, file), join(target, file))
  }
  symlinkSync(join(root, 'node_modules'), join(target, 'node_modules'))
  for (const [file, code] of Object.entries(files)) {
    mkdirSync(dirname(join(target, file)), { recursive: true })
    writeFileSync(join(target, file), `${code}\n`)
  }
  return target
}

const folders = ['src', 'demo', 'scripts', 'bench']

function cruise(cwd: string): Cruise {
  const parameters = ['--config', '.dependency-cruiser.cjs', '--output-type', 'json', ...folders]
  const { stdout, stderr } = spawnSync(depcruise, parameters, { cwd, encoding: 'utf8', maxBuffer: 1 << 28 })
  if (!stdout.startsWith('{')) throw new Error(stderr)
  return JSON.parse(stdout) as Cruise
}

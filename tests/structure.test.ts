import { createRequire } from 'node:module'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { filesBelow, isTest, read } from './support/sources.ts'

// Budgets that keep a feature small enough to be read whole. An exception may only become smaller.

const maxFolderFiles = 25
const maxFeatureLines = 8_000
/** What belongs to a screen, a document or the warehouse is not in the core of an order. */
const otherBudgets: Record<string, number> = { orders: 4_000 }

const sources = filesBelow('src').filter(file => /\.tsx?$/.test(file) && !isTest(file))
const { allowedImports } = createRequire(import.meta.url)('../boundaries.cjs') as {
  allowedImports: Record<string, string[]>
}

const countBy = (keys: string[]): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

/** The features of a circle, in its order; null: there is none. */
function findCircle(imports: Record<string, string[]>): string[] | null {
  const done = new Set<string>()
  const visit = (feature: string, path: string[]): string[] | null => {
    if (path.includes(feature)) return [...path.slice(path.indexOf(feature)), feature]
    if (done.has(feature)) return null
    for (const next of imports[feature] ?? []) {
      const circle = visit(next, [...path, feature])
      if (circle) return circle
    }
    done.add(feature)
    return null
  }
  return Object.keys(imports).reduce<string[] | null>((circle, feature) => circle ?? visit(feature, []), null)
}

/** 'a ↔ b' for folders of which neither is in the other and each imports the other; schemas are open to all. */
function listTwoWayPairs(imports: [from: string, to: string][]): string[] {
  const pairs = new Set(
    imports
      .filter(([, to]) => !to.endsWith('/schemas.ts'))
      .map(([from, to]) => [dirname(from), dirname(to)] as const)
      .filter(
        ([from, to]) => from !== to && !`${from}/`.startsWith(`${to}/`) && !`${to}/`.startsWith(`${from}/`),
      )
      .map(([from, to]) => `${from} ${to}`),
  )
  return [...pairs]
    .map(pair => pair.split(' ') as [string, string])
    .filter(([from, to]) => from < to && pairs.has(`${to} ${from}`))
    .map(([from, to]) => `${from} ↔ ${to}`)
}

const listImports = (file: string): [string, string][] =>
  [...read(file).matchAll(/(?:from|import\(?)\s*'(\.[^']+\.tsx?)'/g)].map(match => [
    file,
    normalize(join(dirname(file), match[1]!)),
  ])

test('no feature may import one that imports it', () => {
  expect(findCircle(allowedImports)).toBe(null)
  expect(findCircle({ ...allowedImports, stock: ['order-desk'] })).toContain('order-desk')
})

test('no two folders beside each other import each other', () => {
  const imports = sources.flatMap(listImports)
  expect(imports.length).toBeGreaterThan(5_000)
  expect(listTwoWayPairs(imports)).toEqual([])
  const planted: [string, string][] = [
    ['src/features/warehouse/despatch/rules.ts', 'src/features/warehouse/picking/queue.ts'],
    ['src/features/warehouse/picking/queue.ts', 'src/features/warehouse/despatch/rules.ts'],
  ]
  expect(listTwoWayPairs(planted)).toEqual([
    'src/features/warehouse/despatch ↔ src/features/warehouse/picking',
  ])
})

test('no folder has more files than a person takes in', () => {
  const counts = countBy(sources.map(file => dirname(file)))
  expect([...counts].filter(([, files]) => files > maxFolderFiles)).toEqual([])
})

test('no SQL of the stock names the tables of orders', () => {
  const namesOrders = (text: string) => /\b(?:from|join|into|update)\s+(?:orders|order_\w+)\b/.test(text)
  const files = sources.filter(file => file.startsWith('src/features/stock/'))
  expect(files.length).toBeGreaterThan(10)
  expect(files.filter(file => namesOrders(read(file)))).toEqual([])
  expect(namesOrders('select from stock s\n  join order_line l on l.product_id = s.product_id')).toBe(true)
})

test('no feature is larger than its budget', () => {
  const lines = countBy(
    sources
      .filter(file => file.startsWith('src/features/'))
      .flatMap(file => Array<string>(read(file).split('\n').length - 1).fill(file.split('/')[2]!)),
  )
  const tooLarge = [...lines].filter(([feature, count]) => count > (otherBudgets[feature] ?? maxFeatureLines))
  expect(tooLarge).toEqual([])
})

const repeatedLines = 8

/** The lines that say something: no imports, comments, blank lines or brackets alone. */
const listWordedLines = (text: string): string[] =>
  text
    .replace(/^import (?:'|[^'"]*? from ')[^']+'$/gm, '')
    .split('\n')
    .map(line => line.trim())
    .filter(line => !/^(?:\/?\*|\/\/)/.test(line) && line.replace(/[^a-z0-9]/gi, '').length > 2)

/** 'a = b' for files with the same lines, as many as `repeatedLines` after one another; a file may repeat itself. */
function listRepeatedBlocks(files: [name: string, text: string][]): string[] {
  const places = new Map<string, string>()
  const repeated = new Set<string>()
  for (const [name, text] of files) {
    const lines = listWordedLines(text)
    for (let start = 0; start + repeatedLines <= lines.length; start++) {
      const block = lines.slice(start, start + repeatedLines).join('\n')
      const place = places.get(block)
      if (place === undefined) places.set(block, name)
      else repeated.add(`${place} = ${name}`)
    }
  }
  return [...repeated]
}

test('no block of eight lines stands in two places', () => {
  expect(listRepeatedBlocks(sources.map(file => [file, read(file)]))).toEqual([])
  const lines = Array.from({ length: repeatedLines }, (_, nth) => `  callSomebody(${nth})`)
  const planted: [string, string][] = [
    ['a.ts', lines.join('\n')],
    ['b.ts', `import { x } from './x.ts'\n${lines.join('\n  // a comment\n\n')}`],
    ['c.ts', lines.slice(1).join('\n')],
  ]
  expect(listRepeatedBlocks(planted)).toEqual(['a.ts = b.ts'])
})

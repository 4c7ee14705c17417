import { expect, test } from 'vitest'
import { filesBelow, read } from './support/sources.ts'
import { listDocumentFindings, listFindings, listPathFindings } from './support/vocabulary.ts'

/** Folders and documents that still break the vocabulary of STYLE.md, with how often at most. The numbers only shrink. */
const pending: Record<string, number> = {
  bench: 25,
  'demo/card-provider': 6,
  'demo/catalogue': 13,
  'demo/mail-viewer': 3,
  scripts: 38,
  'scripts/check': 1,
  src: 63,
  'src/features/accounts': 310,
  'src/features/admin': 13,
  'src/features/approvals': 5,
  'src/features/basket': 15,
  'src/features/catalogue-import': 249,
  'src/features/catalogue': 86,
  'src/features/checkout': 42,
  'src/features/delivery': 5,
  'src/features/finder': 77,
  'src/features/home': 14,
  'src/features/layout': 57,
  'src/features/media': 18,
  'src/features/newsletter': 62,
  'src/features/order-pad': 132,
  'src/features/orders': 26,
  'src/features/payments': 6,
  'src/features/product-lists': 141,
  'src/features/quotes': 28,
  'src/features/search': 59,
  'src/features/wallpaper': 71,
  'src/infra': 156,
  'src/lib': 21,
  'src/ui': 94,
  tests: 34,
  'tests/api': 460,
  'tests/e2e': 104,
  'tests/infra': 16,
  'tests/media': 1,
  'tests/support': 41,
}

const folders = ['src', 'demo', 'db', 'scripts', 'tests', 'bench']
const sources = folders
  .flatMap(folder => filesBelow(folder))
  .filter(file => /(?<!\.gen)\.(?:m?ts|tsx)$/.test(file) && file !== 'tests/support/vocabulary.ts')

/** STYLE.md names the banned words; the names of migrations are recorded in databases. */
const documents = filesBelow().filter(file => /^(?:docs\/)?[^/]+\.md$/.test(file) && file !== 'STYLE.md')
const otherFiles = filesBelow().filter(file => !sources.includes(file) && !file.startsWith('db/migrations/'))

test('no folder breaks the vocabulary more often than before', () => {
  expect(sources.length).toBeGreaterThan(500)
  const counts: Record<string, number> = {}
  for (const file of sources) {
    const folder = getFolder(file)
    counts[folder] = (counts[folder] ?? 0) + listFindings(file, read(file)).length
  }
  const worse = Object.entries(counts).filter(([folder, count]) => count > (pending[folder] ?? 0))
  expect(worse).toEqual([])
})

test('no document breaks the vocabulary more often than before', () => {
  expect(documents.length).toBeGreaterThan(8)
  const counts = documents.map(file => [file, listDocumentFindings(read(file)).length] as const)
  expect(counts.filter(([file, count]) => count > (pending[file] ?? 0))).toEqual([])
})

test('no other file or folder has a name that breaks the vocabulary', () => {
  expect(otherFiles.length).toBeGreaterThan(50)
  expect(otherFiles.filter(file => listPathFindings(file).length > 0)).toEqual([])
})

test.each([
  ['identifier', 'const keptRows = 1'],
  ['identifier', 'function judgeOrder() {}'],
  ['identifier', 'const found = 1'],
  ['comment', '// What he typed.\nconst text = 1'],
  ['comment', 'const text = 1 // whoever asks'],
  ['test name', "test('nobody sees it', () => {})"],
  ['log line', "log.warn({ id }, 'the provider was told')"],
  ['citation', '// As the order does (Specification §5).'],
  ['citation', '/** Contract §3. */'],
  ['citation', "test('rule 12: a visitor sees the focus', () => {})"],
])('a planted %s is reported: %s', (kind, text) => {
  expect(listFindings('planted.ts', text)).toContainEqual(expect.objectContaining({ kind }))
})

test.each([
  'src/features/basket/words.ts',
  'src/features/basket/data.ts',
  'src/ui/Dialog.browser.ts',
  'src/features/orders/keptRows.server.ts',
  'src/rooms/basket/schemas.ts',
  'tests/journeys/basket.e2e.ts',
])('a planted file name is reported: %s', file => {
  expect(listFindings(file, '')).toContainEqual(expect.objectContaining({ kind: 'file name' }))
})

test('a property that a call names is allowed, a variable of that name is reported', () => {
  expect(listFindings('planted.ts', 'use(line.found, { found: 1 })')).toEqual([])
  expect(listFindings('planted.ts', 'const { found } = line')).not.toEqual([])
})

test('a planted sentence in a document is reported, code in backticks is not', () => {
  const text = 'The user `nobody`.\n```\nhe\n```\nWhoever waits.\nSee rule 12 and §3.\nHis order.'
  expect(listDocumentFindings(text)).toEqual([
    { line: 5, kind: 'document', word: 'whoever' },
    { line: 6, kind: 'document', word: 'rule 12' },
    { line: 6, kind: 'document', word: '§' },
    { line: 7, kind: 'document', word: 'his' },
  ])
})

/** 'src/features/basket', 'src/infra', 'tests/api', 'bench' */
function getFolder(file: string): string {
  const parts = file.split('/')
  if (parts[1] === 'features') return parts.slice(0, 3).join('/')
  return parts.length > 2 ? parts.slice(0, 2).join('/') : parts[0]!
}

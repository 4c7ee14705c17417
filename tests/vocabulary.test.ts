import { expect, test } from 'vitest'
import { filesBelow, isTest, read } from './support/sources.ts'
import { listDocumentFindings, listFindings, listPathFindings } from './support/vocabulary.ts'

const sources = filesBelow().filter(
  file => /(?<!\.gen)\.(?:[cm]?[jt]s|tsx)$/.test(file) && file !== 'tests/support/vocabulary.ts',
)

/** Read as prose, style sheets for their comments. STYLE.md names the banned words itself. */
const documents = filesBelow().filter(
  file => /^(?:docs\/(?:decisions\/)?)?[^/]+\.md$|\.css$/.test(file) && file !== 'STYLE.md',
)
/** The names of migrations are recorded in databases. */
const otherFiles = filesBelow().filter(file => !sources.includes(file) && !file.startsWith('db/migrations/'))

test('no source breaks the vocabulary of STYLE.md', { timeout: 300_000 }, () => {
  expect(sources.length).toBeGreaterThan(500)
  expect(
    sources.flatMap(file => listFindings(file, read(file)).map(finding => ({ file, ...finding }))),
  ).toEqual([])
})

test('no comment of a migration breaks the vocabulary', () => {
  const comments = filesBelow('db/migrations').map(file => ({
    file,
    text: read(file).match(/--.*/g)!.join('\n'),
  }))
  expect(comments.length).toBeGreaterThan(15)
  expect(comments.filter(({ text }) => listDocumentFindings(text).length > 0)).toEqual([])
})

test('no document breaks the vocabulary', () => {
  expect(documents.length).toBeGreaterThan(30)
  const findings = documents.flatMap(file =>
    listDocumentFindings(read(file)).map(finding => ({ file, ...finding })),
  )
  expect(findings).toEqual([])
})

test('no type name stands for two things', () => {
  const declarations = sources
    .filter(file => /^(?:src|demo)\//.test(file) && !isTest(file))
    .flatMap(file =>
      [...read(file).matchAll(/^(?:export )?(?:interface|type|(?:abstract )?class) (\w+)/gm)].map(
        ([, name]) => ({ name: name!, file }),
      ),
    )
  // Each component names its own props so.
  const byName = Map.groupBy(declarations, ({ name }) => name)
  byName.delete('Props')
  const repeated = [...byName].filter(([, places]) => places.length > 1)
  expect(byName.size).toBeGreaterThan(500)
  expect(repeated).toEqual([])
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
  "const text = 'VAT 20 %'",
  'const text = <p>Your order is\n dispatched.</p>',
  "const text = 'This code was used already.'",
])('a planted sentence of the shop is reported: %s', text => {
  expect(listFindings('src/features/basket/planted.tsx', text)).toContainEqual(
    expect.objectContaining({ kind: 'sentence' }),
  )
  expect(listFindings('tests/api/planted.tsx', text)).toEqual([])
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

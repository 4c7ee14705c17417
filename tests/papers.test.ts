import { expect, test } from 'vitest'
import { findLayoutFaults } from './support/layout-faults.ts'
import { type PaperSample, papers } from './support/papers.ts'
import { readPdfPages } from './support/pdf-text.ts'
import { filesBelow, isTest, read } from './support/sources.ts'

const listFaults = async (name: string, sample: PaperSample): Promise<string[]> => {
  const { pdf, marks } = await papers[name]!.draw(sample)
  return findLayoutFaults(readPdfPages(pdf), marks).map(fault => `${JSON.stringify(sample)}: ${fault}`)
}

test.each(Object.keys(papers))(
  'R-PAPER-4: %s can be read, however many lines it has, and however long they are',
  async name => {
    for (const lines of [1, 4, 25, 80])
      for (const isLong of [false, true]) expect(await listFaults(name, { lines, isLong })).toEqual([])
  },
)

test.each(['Invoice', 'Statement'])(
  'R-PAPER-4: %s can be read wherever its rows reach the end of a page',
  async name => {
    for (let lines = 1; lines <= 26; lines++)
      expect(await listFaults(name, { lines, isLong: false })).toEqual([])
  },
)

const names = [
  ['Chinese', '王小明'],
  ['Japanese', 'たなか太郎'],
  ['Korean', '김철수'],
  ['Arabic', 'محمد بن سلمان'],
  ['Hebrew', 'שלום כהן'],
  ['Thai', 'สมชาย ที่นี่'],
  ['Hindi', 'राजेन्द्र'],
  ['Bengali', 'রবীন্দ্র'],
  ['Punjabi', 'ਗੁਰਪ੍ਰੀਤ'],
  ['Tamil', 'தமிழ் கோவில்'],
  ['Georgian', 'ქართული'],
  ['Greek', 'Νίκος Ἀθηνᾶ'],
  ['Ukrainian', 'Юрій Ґалаґан'],
  ['Vietnamese', 'Nguyễn Thị Hồng'],
  ['Tibetan, which no font has', 'བོད་ཡིག'],
  ['emoji', '😀👩🏽‍🔧🇬🇧'],
]

test.each(Object.keys(papers))('R-PAPER-5: %s has no empty box for a name in any script', async name => {
  const prefix = `${names.map(([, text]) => text).join(' ')} `
  const { pdf, marks } = await papers[name]!.draw({ lines: 2, isLong: false, prefix })
  // Their words are drawn from the right, and with '?' for what no font has.
  expect(findLayoutFaults(readPdfPages(pdf), { ...marks, words: [] })).toEqual([])
})

test.each(names.slice(0, 14))('R-PAPER-5: a name in %s is drawn as it was typed', async (_, text) => {
  const { pdf } = await papers['Address labels, A6']!.draw({ lines: 1, isLong: false, prefix: `${text} ` })
  const drawn = readPdfPages(pdf).flatMap(page => page.texts.map(each => each.text.normalize('NFD')))
  const characters = new Set(drawn.join(''))
  expect([...text!.normalize('NFD')].filter(character => !characters.has(character))).toEqual([])
})

test('every paper that the shop draws is among those whose layout is tested', () => {
  const sources = filesBelow('src')
    .filter(path => path.endsWith('.server.ts') && !isTest(path))
    .map(path => ({ path, source: read(path) }))
  const listed = Object.entries(papers).map(([name, paper]) => `${paper.source}: ${name}`)
  for (const { path, source } of sources) {
    // A document has the shop's letterhead, and states its kind.
    const count = source.match(/\.\.\.toLetterhead\(/g)?.length ?? 0
    const kinds = [...source.matchAll(/^\s+kind: '([^']+)',\n\s+number/gm)].map(([, kind]) => kind!)
    if (count > 0) expect(kinds, path).toHaveLength(count)
    for (const kind of count > 0 ? kinds : []) expect(listed).toContain(`${path}: ${kind}`)
    const drawsPages = /\bcreatePdf\(\{/.test(source) && path !== 'src/infra/pdf/pdf-document.server.ts'
    if (drawsPages) expect(listed.join('\n')).toContain(path)
  }
})

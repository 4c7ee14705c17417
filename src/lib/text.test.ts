import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cleanLine, cleanLines, toComparisonKey, toPlainText, truncateToWidth } from './text.ts'

// What copying from chats, PDFs, web pages and address books carries along.
const carried =
  '\u200b \u200e \u200f \u202a \u202c \u202e \u2060 \u2064 \u2066 \u2069 \ufeff \u00ad \u034f \u061c \u180e \ufe0f \u3164 \ufff9'.split(
    ' ',
  )

test.each(carried)('the pasted sign %j is not stored', sign => {
  expect(cleanLine(`${sign}0113${sign} 496${sign}0000${sign}`)).toBe('0113 4960000')
})

test.each(['\u00a0', '\u2009', '\u202f', '\u2003', '\u3000', '\t', '\n', '\r\n', '\u0085', '\u2028', '\v'])(
  '%j between two words is an ordinary space, and around them none',
  space => {
    expect(cleanLine(`${space}Mill${space}Lane${space}`)).toBe('Mill Lane')
  },
)

test.each([
  ['an accent is composed, also behind a pasted sign', 'Zoe\u200b\u0308 Bru\u0302le\u0301', 'Zoë Brûlé'],
  ['a Persian name keeps its joiner', 'نیک\u200cپور', 'نیک\u200cپور'],
  ['a Sinhala name keeps its joiner', 'ශ්\u200dරී', 'ශ්\u200dරී'],
  ['a Japanese name keeps its form', '渡邉\u{e0100}', '渡邉\u{e0100}'],
  ['an emoji keeps its parts', '👩🏽\u200d🔧 ❤\ufe0f', '👩🏽\u200d🔧 ❤\ufe0f'],
  [
    'a flag is whole',
    '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
    '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
  ],
  ['a Latin name has no joiner', 'O\u200dNeill', 'ONeill'],
  ['two spaces stay as they were typed', 'Unit 3  Mill Lane', 'Unit 3  Mill Lane'],
])('%s', (_, pasted, stored) => {
  expect(cleanLine(pasted)).toBe(stored)
})

test('a text of lines keeps its lines and tabs', () => {
  expect(cleanLines(' \ufeffP\u200b551712\t2\r\nLF9009\u00a0x\t3\u2028FH-OIL-1\u0000 ')).toBe(
    'P551712\t2\nLF9009 x\t3\nFH-OIL-1',
  )
})

test.each([
  ['DN\u201012\u20133\u22124', 'DN-12-3-4'],
  ['ＤＮ１２', 'DN12'],
  ['Mann™ W 950®', 'Mann W 950'],
  ['O’Neill “a” 3.66″', 'O\'Neill "a" 3.66"'],
  ['1½ ⅝', '1 1/2 5/8'],
  ['№ 12 ﬁlter', 'No 12 filter'],
])('%s is compared as %s', (typed, plain) => {
  expect(toPlainText(typed)).toBe(plain)
})

test.each(['5²', '5①', '5₂'])('the small digit of %s does not become one of the number', typed => {
  expect(toPlainText(typed)).not.toMatch(/5[12]/)
})

test('cleaning a clean text changes nothing', () => {
  const anyCharacter = fc.integer({ min: 0, max: 0x10ffff }).map(code => String.fromCodePoint(code))
  const character = fc.oneof(
    anyCharacter,
    fc.constantFrom(...carried, '5', '🔧', 'ශ', '\u200d', 'é', '½', '²'),
  )
  fc.assert(
    fc.property(fc.array(character, { maxLength: 12 }), characters => {
      const text = characters.join('')
      for (const clean of [cleanLine, cleanLines, toPlainText]) expect(clean(clean(text))).toBe(clean(text))
    }),
    { numRuns: 3000 },
  )
})

describe('two numbers that look the same are the same, whatever they were pasted from:', () => {
  test.for([
    ['a zero-width blank', 'DN-10\u200b01'],
    ['a zero-width blank at the end', 'DN-1001\u200b'],
    ['a byte order mark', '\ufeffDN-1001'],
    ['a soft hyphen', 'DN-10\u00ad01'],
    ['a word joiner', 'DN-\u20601001'],
    ['marks of direction', '\u200e\u202aDN-1001\u202c\u2066\u2069'],
    ['a variation selector', 'DN-1001\ufe0f'],
    ['a tag', 'DN-1001\u{e0020}'],
    ['a filler', 'DN-1001\u3164'],
    ['a hyphen of its own', 'DN\u20101001'],
    ['a hyphen that does not break', 'DN\u20111001'],
    ['an en dash', 'DN–1001'],
    ['a minus', 'DN−1001'],
    ['a full-width hyphen', 'DN－1001'],
    ['full width', 'ＤＮ－１００１'],
    ['mathematical letters', '𝐃𝐍-𝟏𝟎𝟎𝟏'],
    ['small letters', 'dn-1001'],
    ['Cyrillic and Greek letters', 'DΝ-1001'],
    ['blanks at the ends', '\u00a0 DN-1001\t\u2003'],
  ])('%s', ([, text]) => {
    expect(toComparisonKey(text!)).toBe('DN-1001')
  })

  test.for([
    ['O’Brien & Sons', "O'BRIEN  & SONS"],
    ['Müller', 'Mu\u0308ller'],
    ['Straße', 'STRASSE'],
    ['INV 7/42', 'inv\u00a07⁄42'],
    ['Сорт', 'COPT'],
    ['oﬃce', 'office'],
  ])('%s is %s', ([one, other]) => {
    expect(toComparisonKey(one!)).toBe(toComparisonKey(other!))
  })

  test.for([
    ['DN-1001', 'DN-1002'],
    ['DN-1001', 'DN1001'],
    ['DN-1001', 'DN 1001'],
    ['DN-1O01', 'DN-1001'],
    ['DN-1001/2', 'DN-1001-2'],
    ['DN-10²', 'DN-102'],
    ['Жук', 'Zhuk'],
    ['東京', '大阪'],
  ])('but %s is not %s', ([one, other]) => {
    expect(toComparisonKey(one!)).not.toBe(toComparisonKey(other!))
  })
})

test('a text without a visible sign is nothing', () => {
  expect(toComparisonKey(' \u200b\u00ad\u2800\u3164\t')).toBe('')
})

const widthOf = (text: string) => [...text].length

test('a name that is too long for its place ends with an ellipsis', () => {
  expect(truncateToWidth('Caterpillar', 11, widthOf)).toBe('Caterpillar')
  expect(truncateToWidth('Caterpillar 320D', 12, widthOf)).toBe('Caterpillar…')
  expect(truncateToWidth('Caterpillar', 1, widthOf)).toBe('')
})

import createBidi from 'bidi-js'
import { removeInvisible } from '../../lib/text.ts'

/** A font, and whether it has a glyph for a code point. */
export interface FontCoverage {
  name: string
  has: (codePoint: number) => boolean
}

/** A part of a line in one font. */
export interface TextRun {
  font: string
  text: string
}

const isAscii = /^[ -~]*$/
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The characters as readers see them: a letter with its accents, a syllable, an emoji of several parts. */
export const listCharacters = (text: string): string[] =>
  isAscii.test(text) ? [...text] : Array.from(segmenter.segment(text), ({ segment }) => segment)

/**
 * The text for one line, in characters that one of the fonts has: one kind of space, composed accents. In place of a
 * character that all fonts lack is its plain form ('mm' for '㎜'), for a letter or digit without one '?'; an emoji or
 * a sign is left out. So nothing is drawn as an empty box.
 */
export function toDrawableText(text: string, fonts: readonly FontCoverage[]): string {
  if (isAscii.test(text)) return text
  const line = separateThaiVowel(removeInvisible(text.normalize('NFC').replace(/[\s\p{Cc}]+/gu, ' ')))
  let hasLeftOut = false
  const drawable = listCharacters(line).map(character => {
    const form = listForms(character).find(each => findFont(each, fonts))
    if (form !== undefined) return form
    if (/[\p{L}\p{N}]/u.test(character)) return '?'
    hasLeftOut = true
    return ''
  })
  const result = drawable.join('')
  return hasLeftOut ? result.replace(/ {2,}/g, ' ').trim() : result
}

/**
 * Splits a line that `toDrawableText` returned into runs of one font each, in the order in which they are drawn from the
 * left: that of the Unicode Bidirectional Algorithm. The first of the fonts that has a character draws it.
 */
export function splitIntoRuns(text: string, fonts: readonly FontCoverage[]): TextRun[] {
  const [first] = fonts as [FontCoverage]
  if (isAscii.test(text)) return [{ font: first.name, text }]
  const levels = rightToLeft.test(text) ? bidi.getEmbeddingLevels(text, 'ltr') : null
  const runs: (TextRun & { start: number; level: number })[] = []
  let start = 0
  for (const character of listCharacters(text)) {
    const font = (findFont(character, fonts) ?? first).name
    const level = levels?.levels[start] ?? 0
    const last = runs.at(-1)
    if (last?.font === font && last.level === level) last.text += character
    else runs.push({ font, text: character, start, level })
    start += character.length
  }
  if (!levels) return runs
  const places = bidi.getReorderedIndices(text, levels)
  return runs
    .toSorted((a, b) => places.indexOf(a.start) - places.indexOf(b.start))
    .map(run => ({ font: run.font, text: toRunText(run) }))
}

/** The code points of a text, and of all forms in which it may be drawn. */
export function listCodePoints(text: string): Set<number> {
  const line = separateThaiVowel(text)
  const forms = ['NFC', 'NFD', 'NFKC', 'NFKD'].map(form => line.normalize(form))
  return new Set([...forms.join('')].map(character => character.codePointAt(0)!))
}

// Its types describe an ES module; what Node loads is CommonJS.
const bidi = (createBidi as unknown as typeof createBidi.default)()
/** Hebrew, Arabic and what is between them. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u

// Fonts lay out letters of these scripts from the right by themselves. What has no direction (spaces, brackets) has to be
// turned around here.
function toRunText({ text, level }: { text: string; level: number }): string {
  if (level % 2 === 0 || rightToLeft.test(text)) return text
  return listCharacters(text)
    .toReversed()
    .map(character => bidi.getMirroredCharacter(character) ?? character)
    .join('')
}

const findFont = (character: string, fonts: readonly FontCoverage[]): FontCoverage | undefined =>
  fonts.find(({ has }) => [...character].every(each => has(each.codePointAt(0)!)))

/** Forms of a character, from the exact one to the plainest. A digit with a circle is not taken out of it: '5①' is not 51. */
function listForms(character: string): string[] {
  if (/\p{No}/u.test(character)) return [character]
  const plain = character.normalize('NFKC')
  const withoutMarks = (form: string) => form.replace(/[\p{M}\u200c\u200d]/gu, '')
  return [
    character,
    character.normalize('NFD'),
    plain,
    withoutMarks(character),
    withoutMarks(plain.normalize('NFD')),
  ]
    .map(form => signs[form] ?? form)
    .filter(form => form !== '')
}

/** Signs of drawings and lists, by the letter or sign that is used for them. */
const signs: Record<string, string> = { '⌀': 'Ø', '⟨': '<', '⟩': '>' }

// As Thai fonts draw it: the circle of the vowel goes below the tone mark.
const separateThaiVowel = (text: string): string => text.replace(/([\u0e48-\u0e4b])\u0e33/g, '\u0e4d$1\u0e32')

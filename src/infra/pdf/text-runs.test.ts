import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type FontCoverage, splitIntoRuns, toDrawableText } from './text-runs.ts'

const font = (name: string, pattern: RegExp): FontCoverage => ({
  name,
  has: codePoint => pattern.test(String.fromCodePoint(codePoint)),
})
const fonts = [
  font('latin', /[ -~¡-ž“”]/),
  font('hebrew', /\p{Script=Hebrew}/u),
  font('arabic', /[\p{Script=Arabic}\u200c،]/u),
  font('han', /[\p{Script=Han}①]/u),
]

describe('a line of a paper', () => {
  test.each([
    ['two spaces of any kind are one', 'Mill \u00a0\tLane', 'Mill Lane'],
    ['an accent is composed', 'Zoe\u0308', 'Zoë'],
    ['invisible signs are left out', 'FH\u200b-OIL\u00ad-1', 'FH-OIL-1'],
    ['a Persian name keeps its joiner', 'نیک\u200cپور', 'نیک\u200cپور'],
    ['a sign has its plain form', '93 ㎜, ２０ ℃, ⌀ 5', '93 mm, 20 °C, Ø 5'],
    ['a letter loses an accent that no font has', 'Ṣāliḥ x̂', 'Sālih x'],
    ['a letter of a script that no font has is a question mark', 'ქართული Ltd', '??????? Ltd'],
    ['an emoji is left out with the space beside it', 'Bob 😀 Smith 👩🏽‍🔧🇬🇧', 'Bob Smith'],
    ['a digit in a circle is never taken out of it', '5① 5②', '5① 5?'],
  ])('%s', (_, text, drawable) => {
    expect(toDrawableText(text, fonts)).toBe(drawable)
  })

  test('never has a character that all fonts lack', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 12 }), text => {
        const characters = [...toDrawableText(text, fonts)].map(character => character.codePointAt(0)!)
        expect(characters.filter(each => !fonts.some(({ has }) => has(each)))).toEqual([])
      }),
    )
  })

  const draw = (text: string) => splitIntoRuns(text, fonts).map(run => `${run.font}:${run.text}`)

  test('is drawn in the first font that has its characters', () => {
    expect(draw('Mill Lane')).toEqual(['latin:Mill Lane'])
    expect(draw('王小明 (Wang)')).toEqual(['han:王小明', 'latin: (Wang)'])
  })

  test('has words that are written from the right in their order, and brackets the right way round', () => {
    expect(draw('שלום כהן')).toEqual(['hebrew:כהן', 'latin: ', 'hebrew:שלום'])
    expect(draw('Ada שלום Ltd')).toEqual(['latin:Ada ', 'hebrew:שלום', 'latin: Ltd'])
    expect(draw('כהן (שלום) 12')).toEqual(['latin:12', 'latin: (', 'hebrew:שלום', 'latin:) ', 'hebrew:כהן'])
  })
})

import { invisible, removeAllInvisible } from './invisible.ts'

// Format characters that belong to what people write: joiners of Arabic and Indic scripts, the forms of Han characters,
// emoji made of several characters, flags.
const joiningScript =
  '[\\p{scx=Arab}\\p{scx=Syrc}\\p{scx=Deva}\\p{scx=Beng}\\p{scx=Guru}\\p{scx=Gujr}\\p{scx=Orya}\\p{scx=Taml}' +
  '\\p{scx=Telu}\\p{scx=Knda}\\p{scx=Mlym}\\p{scx=Sinh}\\p{scx=Khmr}\\p{scx=Mymr}]'
const meaningful = [
  `(?<=${joiningScript})(?<=[\\p{L}\\p{M}])[\\u200c\\u200d]`,
  '(?<=\\p{Script=Han})[\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}]',
  '(?<=\\p{Extended_Pictographic})\\ufe0f',
  '(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f])\\u200d(?=\\p{Extended_Pictographic})',
  '\\u{1f3f4}[\\u{e0030}-\\u{e007a}]{2,6}\\u{e007f}',
].join('|')

const invisibleOrMeaningful = new RegExp(`(${meaningful})|${invisible.source}`, 'gu')

/** Removes what a paste carries along unseen: zero-width spaces, direction marks, soft hyphens, byte order marks. */
export const removeInvisible = (text: string): string =>
  text.replace(invisibleOrMeaningful, (_, meaning?: string) => meaning ?? '')

/**
 * Cleans a pasted text for a field of one line: removes invisible characters, makes every kind of space and line break
 * an ordinary space (one could split an e-mail's header), composes accents (NFC), and trims. What remains is stored as it
 * was typed.
 */
export function cleanLine(text: string): string {
  return removeInvisible(text)
    .normalize('NFC')
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/[\p{Zs}\u2800]/gu, ' ')
    .trim()
}

/** The same for a text of several lines, whose line breaks become '\n'; tabs stay, because they separate cells. */
export function cleanLines(text: string): string {
  return removeInvisible(text)
    .normalize('NFC')
    .replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
    .replace(/[^\P{Cc}\n\t]+/gu, ' ')
    .replace(/[\p{Zs}\u2800]/gu, ' ')
    .trim()
}

/**
 * A text as it is parsed and compared, never stored: `cleanLine`, in plain letters and digits (NFKC: full-width
 * characters, ligatures), with '-' for every dash, straight quotes, '1 1/2' for '1½', and without ™ and ®. Raised
 * and circled digits stay what they are: '5²' is not 52.
 */
export function toPlainText(text: string): string {
  return cleanLine(removeAllInvisible(text))
    .replace(/[™℠®©]/g, '')
    .replace(/(\d?)([¼-¾⅐-⅞])/g, (_, digit: string, fraction: string) => {
      const plain = fraction.normalize('NFKC').replace('⁄', '/')
      return digit === '' ? plain : `${digit} ${plain}`
    })
    .replace(/[″‶]/g, '"')
    .replace(/[^\p{No}]+/gu, part => part.normalize('NFKC'))
    .replace(/[\p{Pd}\u2212\u2043\u02d7]/gu, '-')
    .replace(/[‘’ʼ′‵]/g, "'")
    .replace(/[“”„‟]/g, '"')
    .replaceAll('⁄', '/')
    .trim()
}

/** Cyrillic and Greek capitals that look like these Latin ones. */
const lookalikes = 'АВЕКМНОРСТУХІЅЈΑΒΕΖΗΙΚΜΝΟΡΤΥΧ'
const latin = 'ABEKMHOPCTYXISJABEZHIKMNOPTYX'

/**
 * What two texts have in common that look the same on paper: `toPlainText` whatever its case and the number of blanks, with
 * Latin letters for those of other scripts that look alike. To compare the numbers of documents, never to show or to find by.
 */
export const toComparisonKey = (text: string): string =>
  toPlainText(text.replace(/[`´]/g, "'"))
    .toUpperCase()
    .replace(/[\p{Script=Cyrillic}\p{Script=Greek}]/gu, letter => latin[lookalikes.indexOf(letter)] ?? letter)
    .replace(/ +/g, ' ')

// No field is longer on purpose.
const maxLineLength = 1000

/** Any value of a call → `cleanLine`. A longer text is cut, another type is ''. `line` (validate.ts) refuses both. */
export function toOneLine(value: unknown): string {
  if (typeof value !== 'string' && typeof value !== 'number') return ''
  return cleanLine(String(value).slice(0, maxLineLength))
}

export const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)
export const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** 'Only 1 of them is left', 'Only 2 of them are left'. */
export const isOrAre = (count: number): 'is' | 'are' => (count === 1 ? 'is' : 'are')
export const wasOrWere = (count: number): 'was' | 'were' => (count === 1 ? 'was' : 'were')

/** The text, cut to the width with … at its end when it is too long. */
export function truncateToWidth(text: string, maxWidth: number, widthOf: (text: string) => number): string {
  if (widthOf(text) <= maxWidth) return text
  const characters = [...text]
  let [most, least] = [characters.length, 0]
  while (least < most) {
    const middle = Math.ceil((least + most) / 2)
    if (widthOf(`${characters.slice(0, middle).join('').trimEnd()}…`) <= maxWidth) least = middle
    else most = middle - 1
  }
  return least === 0 ? '' : `${characters.slice(0, least).join('').trimEnd()}…`
}

/** The goods of an order by its first line: 'Oil filter, spin-on and 2 more'. */
export const formatGoods = (firstTitle: string, lineCount: number): string =>
  lineCount > 1 ? `${firstTitle} and ${lineCount - 1} more` : firstTitle

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Font } from 'fontkit'
import type { OutlineText } from './svg.ts'

const fontFile = '@fontsource/ibm-plex-mono/files/ibm-plex-mono-latin-600-normal.woff2'

/** Opens the font that the project ships and returns a function that outlines text with it. */
export async function createTextOutliner(): Promise<OutlineText> {
  const font = await openFont()
  // The font decodes its tables when the first glyph is read, which takes tens of milliseconds.
  outlineText(font, '0', 1)
  return (text, size) => outlineText(font, text, size)
}

async function openFont(): Promise<Font> {
  const { create } = await import('fontkit')
  const opened = create(readFileSync(fileURLToPath(import.meta.resolve(fontFile))))
  if (!('layout' in opened)) throw new Error(`${fontFile} is a collection, not a font`)
  return opened
}

function outlineText(font: Font, text: string, size: number): { path: string; width: number } {
  const scale = size / font.unitsPerEm
  let width = 0
  let path = ''
  for (const character of text) {
    const code = character.codePointAt(0)!
    if (character === '⌀') {
      path += outlineDiameterSign(width, size)
      width += size * 0.62
      continue
    }
    // A missing glyph is left out; the font's empty box would look like a fault.
    if (!font.hasGlyphForCodePoint(code)) continue
    const glyph = font.glyphForCodePoint(code)
    path += glyph.path.scale(scale, -scale).translate(width, 0).toSVG()
    width += glyph.advanceWidth * scale
  }
  return { path: path.replace(/\d+\.\d+/g, number => String(Math.round(Number(number) * 100) / 100)), width }
}

/** The latin subset has no ⌀: it is drawn as a ring and a stroke. */
function outlineDiameterSign(x: number, size: number): string {
  const r = size * 0.26
  const thick = size * 0.075
  const cx = x + size * 0.31
  const cy = -size * 0.34
  const ring = (radius: number, sweep: 0 | 1) =>
    `M${cx - radius} ${cy}a${radius} ${radius} 0 1 ${sweep} ${2 * radius} 0a${radius} ${radius} 0 1 ${sweep} ${-2 * radius} 0z`
  const reach = r * 1.15
  const half = thick * 0.45
  const stroke = `M${cx - reach - half} ${cy + reach - half}L${cx + reach - half} ${cy - reach - half}l${2 * half} ${2 * half}L${cx - reach + half} ${cy + reach + half}z`
  return ring(r, 1) + ring(r - thick, 0) + stroke
}

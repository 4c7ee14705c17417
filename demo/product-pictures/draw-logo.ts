import { toSlug } from '../../src/features/catalogue-import/validation/product-path.ts'
import { brands, ownBrand } from '../catalogue/brands.ts'
import { canvasSize, type OutlineText, path, rect, svgNumber } from './svg.ts'

/** Raise it when logos change: cached pictures are then replaced. */
export const logoVersion = 1

/** What a logo of the demo is drawn from. They are wordmarks of our own hand: none is the logo of a maker. */
export interface LogoRecipe {
  name: string
  colour: string
  /** How name and mark stand together. */
  style: 'underlined' | 'plate' | 'mark'
}

const styles = ['underlined', 'plate', 'mark'] as const

const recipes: ReadonlyMap<string, LogoRecipe> = new Map(
  [ownBrand, ...brands].map(({ name, colour }, at) => [
    toLogoName(name),
    { name, colour, style: styles[at % styles.length]! },
  ]),
)

/** 'MANN-FILTER' → 'logo-mann-filter.png' */
export function toLogoName(brand: string): string {
  return `logo-${toSlug(brand)}.png`
}

export function findLogo(filename: string): LogoRecipe | null {
  return recipes.get(filename) ?? null
}

const height = canvasSize / 3
/** Free space on each side. */
const margin = 22
const [plateRadius, markWidth] = [14, 92]

/** A wordmark as SVG: three times as wide as high, on white. */
export function drawLogo({ name, colour, style }: LogoRecipe, outlineText: OutlineText): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${canvasSize}" height="${height}" viewBox="0 0 ${canvasSize} ${height}">`,
    rect(0, 0, canvasSize, height, '#fff'),
    drawStyle[style](name, colour, outlineText),
    '</svg>',
  ].join('\n')
}

const drawStyle: Record<
  LogoRecipe['style'],
  (name: string, colour: string, outlineText: OutlineText) => string
> = {
  underlined: (name, colour, outlineText) => {
    const text = fitText(name, outlineText, {
      x: margin,
      width: canvasSize - 2 * margin,
      middle: height / 2 - 12,
    })
    return drawText(text, colour) + rect(text.x, text.baseline + 22, text.width, 13, colour)
  },
  plate: (name, colour, outlineText) => {
    const text = fitText(name, outlineText, { x: 52, width: canvasSize - 104, middle: height / 2 })
    const [x, y] = [text.x - 32, margin]
    return (
      rect(x, y, text.width + 64, height - 2 * margin, colour, `rx="${plateRadius}"`) +
      drawText(text, '#ffffff')
    )
  },
  mark: (name, colour, outlineText) => {
    const x = margin + markWidth + 26
    const text = fitText(name, outlineText, {
      x,
      width: canvasSize - x - margin,
      middle: height / 2,
      isLeft: true,
    })
    return drawPleats(margin, (height - markWidth) / 2, colour) + drawText(text, '#17212b')
  },
}

/** The folds of a filter in a square. */
function drawPleats(x: number, y: number, colour: string): string {
  const pleats = [0.2, 0.4, 0.6, 0.8].map((share, at) => {
    const inset = at % 2 === 0 ? 18 : 30
    return rect(x + markWidth * share - 4, y + inset, 8, markWidth - 2 * inset, '#ffffff')
  })
  return rect(x, y, markWidth, markWidth, colour, `rx="${plateRadius}"`) + pleats.join('')
}

interface FittedText {
  path: string
  x: number
  baseline: number
  width: number
}

const [largestSize, capHeight] = [104, 0.7]

/** Text as large as the width allows, its capitals centred on `middle`. */
function fitText(
  text: string,
  outlineText: OutlineText,
  { x, width, middle, isLeft = false }: { x: number; width: number; middle: number; isLeft?: boolean },
): FittedText {
  const size = Math.min(largestSize, (largestSize * width) / outlineText(text, largestSize).width)
  const outlined = outlineText(text, size)
  const startX = isLeft ? x : x + (width - outlined.width) / 2
  return {
    path: outlined.path,
    x: startX,
    baseline: middle + (size * capHeight) / 2,
    width: outlined.width,
  }
}

const drawText = ({ path: outline, x, baseline }: FittedText, fill: string): string =>
  path(outline, fill, `transform="translate(${svgNumber(x)} ${svgNumber(baseline)})"`)

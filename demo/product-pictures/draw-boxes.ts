import { type Iso, isoBox } from './isometric.ts'
import type { Recipe } from './recipe.ts'
import {
  type DrawingBox,
  drawText,
  type OutlineText,
  path,
  polygon,
  shade,
  svgLine,
  svgNumber,
} from './svg.ts'

export interface BoxSize {
  length: number
  width: number
  height: number
}

export function boxSizeOf(recipe: Recipe): BoxSize {
  return { length: recipe.od, width: recipe.width ?? recipe.od, height: recipe.height }
}

/** A panel or cabin filter, seen from a corner above: frame, folds, and the label on the long side. */
export function drawBoxes(recipe: Recipe, frame: DrawingBox, outlineText: OutlineText): string {
  const size = boxSizeOf(recipe)
  const iso = isoBox(size, frame)
  const media = recipe.shape === 'cabin' ? recipe.accent : '#eae0c8'
  return [
    drawShadow(size, iso),
    drawSides(size, iso, recipe.colour),
    drawPleats(size, iso, media),
    drawRim(size, iso, recipe.colour),
    drawSideLabel(recipe, size, iso, outlineText),
  ].join('')
}

function drawShadow({ length, width, height }: BoxSize, { at }: Iso): string {
  const out = (length + width) * 0.02
  const points = [
    at(-out, width + out, 0),
    at(length + out, width + out * 2, 0),
    at(length + out * 2, -out, 0),
    at(length, 0, height * 0.2),
  ]
  return polygon(points, '#17212b', 'opacity=".12"')
}

function drawSides({ length, width, height }: BoxSize, { at }: Iso, colour: string): string {
  const front = [at(0, width, height), at(length, width, height), at(length, width, 0), at(0, width, 0)]
  const right = [at(length, 0, height), at(length, width, height), at(length, width, 0), at(length, 0, 0)]
  return polygon(front, shade(colour, -0.08)) + polygon(right, shade(colour, -0.35))
}

/** Folds run across the filter: one light and one dark flank each. */
function drawPleats({ length, width, height }: BoxSize, { at }: Iso, media: string): string {
  const frame = frameWidth({ length, width, height })
  const count = Math.max(14, Math.min(46, Math.round(length / 9)))
  const step = (length - 2 * frame) / count
  const deep = Math.min(height * 0.35, step)
  const pleats = Array.from({ length: count }, (_, fold) => {
    const from = frame + fold * step
    const flank = (a: number, upA: number, b: number, upB: number, fill: string) =>
      polygon(
        [at(a, frame, upA), at(b, frame, upB), at(b, width - frame, upB), at(a, width - frame, upA)],
        fill,
      )
    const ridge = height
    const valley = height - deep
    return (
      flank(from, valley, from + step * 0.5, ridge, shade(media, 0.35)) +
      flank(from + step * 0.5, ridge, from + step, valley, shade(media, -0.28))
    )
  })
  const bed = [at(0, 0, height), at(length, 0, height), at(length, width, height), at(0, width, height)]
  return polygon(bed, shade(media, -0.45)) + pleats.join('')
}

function drawRim(size: BoxSize, { at }: Iso, colour: string): string {
  const { length, width, height } = size
  const frame = frameWidth(size)
  const ring = (inset: number) =>
    [
      at(inset, inset, height),
      at(length - inset, inset, height),
      at(length - inset, width - inset, height),
      at(inset, width - inset, height),
    ]
      .map(([x, y], corner) => `${corner ? 'L' : 'M'}${svgNumber(x)} ${svgNumber(y)}`)
      .join('')
  const d = `${ring(0)}z${ring(frame)}z`
  const [x1, y1] = at(0, width, height)
  const [x2, y2] = at(length, width, height)
  return (
    path(d, shade(colour, 0.18), 'fill-rule="evenodd"') +
    path(d, 'url(#top)', 'fill-rule="evenodd"') +
    svgLine(x1, y1, x2, y2, shade(colour, 0.4), 1.5)
  )
}

function frameWidth({ length, width }: BoxSize): number {
  return Math.min(length, width) * 0.07
}

/** Words lie in the plane of the long side: a skew along the isometric axis. */
function drawSideLabel(
  recipe: Recipe,
  { length, width, height }: BoxSize,
  { at }: Iso,
  outlineText: OutlineText,
): string {
  const [x, y] = at(length / 2, width, height * 0.3)
  const [x1] = at(0, width, 0)
  const [x2, low] = at(length, width, 0)
  const [, high] = at(length, width, height)
  const tall = low - high
  if (tall < 14) return ''
  const text = `${recipe.label.toUpperCase()}  ${recipe.code}`
  const label = drawText(outlineText, text, {
    x: 0,
    y: 0,
    size: tall * 0.42,
    widest: (x2 - x1) * 0.86,
    colour: '#ffffff',
  })
  return `<g transform="matrix(1 .577 0 1 ${svgNumber(x)} ${svgNumber(y)})" opacity=".92">${label}</g>`
}

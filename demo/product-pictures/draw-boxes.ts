import { type Iso, isoBox } from './isometric.ts'
import type { Recipe } from './recipe.ts'
import { type Box, type Lettering, line, n, path, polygon, tint, words } from './svg.ts'

export interface BoxSize {
  length: number
  width: number
  height: number
}

export function sizeOf(recipe: Recipe): BoxSize {
  return { length: recipe.od, width: recipe.width ?? recipe.od, height: recipe.height }
}

/** A panel or cabin filter, seen from a corner above: frame, folds, and the label on the long side. */
export function drawBoxes(recipe: Recipe, frame: Box, lettering: Lettering): string {
  const size = sizeOf(recipe)
  const iso = isoBox(size, frame)
  const media = recipe.shape === 'cabin' ? recipe.accent : '#eae0c8'
  return [
    shadow(size, iso),
    sides(size, iso, recipe.colour),
    folds(size, iso, media),
    rim(size, iso, recipe.colour),
    sideLabel(recipe, size, iso, lettering),
  ].join('')
}

function shadow({ length, width, height }: BoxSize, { at }: Iso): string {
  const out = (length + width) * 0.02
  const points = [
    at(-out, width + out, 0),
    at(length + out, width + out * 2, 0),
    at(length + out * 2, -out, 0),
    at(length, 0, height * 0.2),
  ]
  return polygon(points, '#17212b', 'opacity=".12"')
}

function sides({ length, width, height }: BoxSize, { at }: Iso, colour: string): string {
  const front = [at(0, width, height), at(length, width, height), at(length, width, 0), at(0, width, 0)]
  const right = [at(length, 0, height), at(length, width, height), at(length, width, 0), at(length, 0, 0)]
  return polygon(front, tint(colour, -0.08)) + polygon(right, tint(colour, -0.35))
}

/** Folds run across the filter: one light and one dark flank each. */
function folds({ length, width, height }: BoxSize, { at }: Iso, media: string): string {
  const edge = frameWidth({ length, width, height })
  const count = Math.max(14, Math.min(46, Math.round(length / 9)))
  const step = (length - 2 * edge) / count
  const deep = Math.min(height * 0.35, step)
  const drawn = Array.from({ length: count }, (_, fold) => {
    const from = edge + fold * step
    const flank = (a: number, upA: number, b: number, upB: number, fill: string) =>
      polygon([at(a, edge, upA), at(b, edge, upB), at(b, width - edge, upB), at(a, width - edge, upA)], fill)
    const ridge = height
    const valley = height - deep
    return (
      flank(from, valley, from + step * 0.5, ridge, tint(media, 0.35)) +
      flank(from + step * 0.5, ridge, from + step, valley, tint(media, -0.28))
    )
  })
  const bed = [at(0, 0, height), at(length, 0, height), at(length, width, height), at(0, width, height)]
  return polygon(bed, tint(media, -0.45)) + drawn.join('')
}

function rim(size: BoxSize, { at }: Iso, colour: string): string {
  const { length, width, height } = size
  const edge = frameWidth(size)
  const ring = (inset: number) =>
    [
      at(inset, inset, height),
      at(length - inset, inset, height),
      at(length - inset, width - inset, height),
      at(inset, width - inset, height),
    ]
      .map(([x, y], corner) => `${corner ? 'L' : 'M'}${n(x)} ${n(y)}`)
      .join('')
  const d = `${ring(0)}z${ring(edge)}z`
  const [x1, y1] = at(0, width, height)
  const [x2, y2] = at(length, width, height)
  return (
    path(d, tint(colour, 0.18), 'fill-rule="evenodd"') +
    path(d, 'url(#top)', 'fill-rule="evenodd"') +
    line(x1, y1, x2, y2, tint(colour, 0.4), 1.5)
  )
}

function frameWidth({ length, width }: BoxSize): number {
  return Math.min(length, width) * 0.07
}

/** Words lie in the plane of the long side: a skew along the isometric axis. */
function sideLabel(
  recipe: Recipe,
  { length, width, height }: BoxSize,
  { at }: Iso,
  lettering: Lettering,
): string {
  const [x, y] = at(length / 2, width, height * 0.3)
  const [x1] = at(0, width, 0)
  const [x2, low] = at(length, width, 0)
  const [, high] = at(length, width, height)
  const tall = low - high
  if (tall < 14) return ''
  const text = `${recipe.label.toUpperCase()}  ${recipe.code}`
  const written = words(lettering, text, {
    x: 0,
    y: 0,
    size: tall * 0.42,
    widest: (x2 - x1) * 0.86,
    colour: '#ffffff',
  })
  return `<g transform="matrix(1 .577 0 1 ${n(x)} ${n(y)})" opacity=".92">${written}</g>`
}

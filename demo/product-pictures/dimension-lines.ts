import { sizeOf } from './draw-boxes.ts'
import { isoBox } from './isometric.ts'
import type { Recipe } from './recipe.ts'
import { type Box, type Lettering, line, n, steel, words } from './svg.ts'

const figure = 17
const tick = 7
const thin = 1.5

/** Dimension lines with figures in millimetres, as on a workshop drawing. */
export function dimensionsOf(recipe: Recipe, box: Box, lettering: Lettering): string {
  if (recipe.shape === 'kit') return ''
  if (recipe.shape === 'panel' || recipe.shape === 'cabin') return alongBox(recipe, box, lettering)
  if (recipe.shape === 'seal-ring')
    return below({ ...box, y: box.y - box.h * 0.17 }, diameter(recipe.od), lettering)
  if (recipe.shape === 'in-line')
    return below(box, mm(recipe.height), lettering) + beside(box, diameter(recipe.od), lettering)
  if (recipe.shape === 'housing')
    return below(box, mm(recipe.height), lettering) + beside(box, mm(recipe.od), lettering)
  return below(box, diameter(recipe.od), lettering) + beside(box, mm(recipe.height), lettering)
}

function mm(value: number): string {
  return `${Math.round(value * 10) / 10} mm`
}

function diameter(value: number): string {
  return `⌀ ${mm(value)}`
}

function below({ x, y, w, h }: Box, text: string, lettering: Lettering): string {
  const level = y + h + 38
  return [
    line(x, level, x + w, level, steel, thin),
    line(x, level - tick, x, level + tick, steel, thin),
    line(x + w, level - tick, x + w, level + tick, steel, thin),
    words(lettering, text, { x: x + w / 2, y: level + 28, size: figure, colour: steel }),
  ].join('')
}

function beside({ x, y, w, h }: Box, text: string, lettering: Lettering): string {
  const level = x + w + 32
  return [
    line(level, y, level, y + h, steel, thin),
    line(level - tick, y, level + tick, y, steel, thin),
    line(level - tick, y + h, level + tick, y + h, steel, thin),
    words(lettering, text, { x: level + 18, y: y + h / 2, size: figure, turn: 90, colour: steel }),
  ].join('')
}

function alongBox(recipe: Recipe, frame: Box, lettering: Lettering): string {
  const size = sizeOf(recipe)
  const { length, width, height } = size
  const { at } = isoBox(size, frame)
  const [frontX, frontY] = at(0, width, 0)
  const [cornerX, cornerY] = at(length, width, 0)
  const [backX, backY] = at(length, 0, 0)
  const [highX, highY] = at(0, width, height)
  const off = 26
  const left = Math.min(frontX, highX) - 22
  return [
    // The long side and the short side, parallel to their edges.
    slanted(
      [frontX - off * 0.5, frontY + off],
      [cornerX - off * 0.5, cornerY + off],
      30,
      mm(length),
      lettering,
    ),
    slanted(
      [cornerX + off * 0.5, cornerY + off],
      [backX + off * 0.5, backY + off],
      -30,
      mm(width),
      lettering,
    ),
    line(left, highY, left, frontY, steel, thin),
    line(left - tick, highY, left + tick, highY, steel, thin),
    line(left - tick, frontY, left + tick, frontY, steel, thin),
    words(lettering, mm(height), {
      x: left - 14,
      y: (highY + frontY) / 2,
      size: figure,
      turn: -90,
      colour: steel,
    }),
  ].join('')
}

function slanted(
  from: [number, number],
  to: [number, number],
  degrees: number,
  text: string,
  lettering: Lettering,
): string {
  const end = ([x, y]: [number, number]) =>
    line(x - (degrees > 0 ? -3.5 : 3.5), y - 6, x + (degrees > 0 ? -3.5 : 3.5), y + 6, steel, thin)
  const down = 24
  const x = (from[0] + to[0]) / 2 + (degrees > 0 ? -down * 0.5 : down * 0.5)
  const y = (from[1] + to[1]) / 2 + down * 0.87
  return [
    line(from[0], from[1], to[0], to[1], steel, thin),
    end(from),
    end(to),
    `<g transform="translate(${n(x)} ${n(y)})">${words(lettering, text, { x: 0, y: 0, size: figure, turn: degrees, colour: steel })}</g>`,
  ].join('')
}

import { boxSizeOf } from './draw-boxes.ts'
import { isoBox } from './isometric.ts'
import type { Recipe } from './recipe.ts'
import { type DrawingBox, drawText, type OutlineText, steel, svgLine, svgNumber } from './svg.ts'

const figure = 17
const tick = 7
const thin = 1.5

/** Dimension lines with figures in millimetres, as on a workshop drawing. */
export function drawDimensionLines(recipe: Recipe, box: DrawingBox, outlineText: OutlineText): string {
  if (recipe.shape === 'kit') return ''
  if (recipe.shape === 'panel' || recipe.shape === 'cabin') return drawBoxDimensions(recipe, box, outlineText)
  if (recipe.shape === 'seal-ring')
    return drawWidth({ ...box, y: box.y - box.h * 0.17 }, formatDiameter(recipe.od), outlineText)
  if (recipe.shape === 'in-line')
    return (
      drawWidth(box, formatMm(recipe.height), outlineText) +
      drawHeight(box, formatDiameter(recipe.od), outlineText)
    )
  if (recipe.shape === 'housing')
    return (
      drawWidth(box, formatMm(recipe.height), outlineText) + drawHeight(box, formatMm(recipe.od), outlineText)
    )
  return (
    drawWidth(box, formatDiameter(recipe.od), outlineText) +
    drawHeight(box, formatMm(recipe.height), outlineText)
  )
}

export function formatMm(value: number): string {
  return `${Math.round(value * 10) / 10} mm`
}

export function formatDiameter(value: number): string {
  return `⌀ ${formatMm(value)}`
}

function drawWidth({ x, y, w, h }: DrawingBox, text: string, outlineText: OutlineText): string {
  const level = y + h + 38
  return [
    svgLine(x, level, x + w, level, steel, thin),
    svgLine(x, level - tick, x, level + tick, steel, thin),
    svgLine(x + w, level - tick, x + w, level + tick, steel, thin),
    drawText(outlineText, text, { x: x + w / 2, y: level + 28, size: figure, colour: steel }),
  ].join('')
}

function drawHeight({ x, y, w, h }: DrawingBox, text: string, outlineText: OutlineText): string {
  const level = x + w + 32
  return [
    svgLine(level, y, level, y + h, steel, thin),
    svgLine(level - tick, y, level + tick, y, steel, thin),
    svgLine(level - tick, y + h, level + tick, y + h, steel, thin),
    drawText(outlineText, text, { x: level + 18, y: y + h / 2, size: figure, turn: 90, colour: steel }),
  ].join('')
}

function drawBoxDimensions(recipe: Recipe, frame: DrawingBox, outlineText: OutlineText): string {
  const size = boxSizeOf(recipe)
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
    drawSlanted(
      [frontX - off * 0.5, frontY + off],
      [cornerX - off * 0.5, cornerY + off],
      30,
      formatMm(length),
      outlineText,
    ),
    drawSlanted(
      [cornerX + off * 0.5, cornerY + off],
      [backX + off * 0.5, backY + off],
      -30,
      formatMm(width),
      outlineText,
    ),
    svgLine(left, highY, left, frontY, steel, thin),
    svgLine(left - tick, highY, left + tick, highY, steel, thin),
    svgLine(left - tick, frontY, left + tick, frontY, steel, thin),
    drawText(outlineText, formatMm(height), {
      x: left - 14,
      y: (highY + frontY) / 2,
      size: figure,
      turn: -90,
      colour: steel,
    }),
  ].join('')
}

function drawSlanted(
  from: [number, number],
  to: [number, number],
  degrees: number,
  text: string,
  outlineText: OutlineText,
): string {
  const end = ([x, y]: [number, number]) =>
    svgLine(x - (degrees > 0 ? -3.5 : 3.5), y - 6, x + (degrees > 0 ? -3.5 : 3.5), y + 6, steel, thin)
  const down = 24
  const x = (from[0] + to[0]) / 2 + (degrees > 0 ? -down * 0.5 : down * 0.5)
  const y = (from[1] + to[1]) / 2 + down * 0.87
  return [
    svgLine(from[0], from[1], to[0], to[1], steel, thin),
    end(from),
    end(to),
    `<g transform="translate(${svgNumber(x)} ${svgNumber(y)})">${drawText(outlineText, text, { x: 0, y: 0, size: figure, turn: degrees, colour: steel })}</g>`,
  ].join('')
}

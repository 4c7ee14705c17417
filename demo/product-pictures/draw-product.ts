import { drawDimensionLines } from './dimension-lines.ts'
import { drawBoxes } from './draw-boxes.ts'
import { drawCanister, drawDryer, drawSeparator } from './draw-canisters.ts'
import { drawAirRound, drawElement, drawStrainer } from './draw-elements.ts'
import { drawEndView, hasEndView } from './draw-end-view.ts'
import { drawKit } from './draw-kit.ts'
import { drawBreather, drawHousing, drawInLine, drawSealRing } from './draw-other-shapes.ts'
import type { Recipe, Shape } from './recipe.ts'
import { canvasSize, type DrawingBox, ellipse, gradients, type OutlineText } from './svg.ts'

/** Raise it when drawings change: cached pictures are then replaced. */
export const drawingVersion = 2

export type DrawShape = (recipe: Recipe, box: DrawingBox, outlineText: OutlineText) => string

export interface DrawOptions {
  /** Dimension lines with figures in millimetres; without them the product fills the picture. */
  hasDimensions: boolean
  /** Its end, with thread and gasket, instead of its side. */
  isEnd?: boolean
}

/** A product picture as SVG: square, on white, with the product's true proportions. */
export function drawProduct(recipe: Recipe, outlineText: OutlineText, options: DrawOptions): string {
  const drawing =
    options.isEnd && hasEndView(recipe)
      ? drawEndView(recipe, outlineText, options.hasDimensions)
      : drawSide(recipe, outlineText, options)
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${canvasSize}" height="${canvasSize}" viewBox="0 0 ${canvasSize} ${canvasSize}">`,
    gradients,
    `<rect width="${canvasSize}" height="${canvasSize}" fill="#fff"/>`,
    drawing,
    '</svg>',
  ]
  return parts.join('\n')
}

function drawSide(recipe: Recipe, outlineText: OutlineText, options: DrawOptions): string {
  const box = productBox(recipe, options)
  return [
    drawShadow(recipe.shape, box),
    drawByShape[recipe.shape](recipe, box, outlineText),
    options.hasDimensions ? drawDimensionLines(recipe, box, outlineText) : '',
  ].join('\n')
}

const drawByShape: Record<Shape, DrawShape> = {
  'spin-on': drawCanister,
  element: drawElement,
  'air-round': drawAirRound,
  'air-conical': drawAirRound,
  panel: drawBoxes,
  cabin: drawBoxes,
  'in-line': drawInLine,
  separator: drawSeparator,
  strainer: drawStrainer,
  breather: drawBreather,
  dryer: drawDryer,
  housing: drawHousing,
  'seal-ring': drawSealRing,
  kit: drawKit,
}

/** Shapes that scale themselves: drawn in a box of fixed size, whatever the product measures. */
const selfScaling = new Set<Shape>(['kit', 'panel', 'cabin', 'seal-ring'])

function productBox(recipe: Recipe, { hasDimensions }: DrawOptions): DrawingBox {
  const space = hasDimensions ? { w: 380, h: 400 } : { w: 520, h: 520 }
  const middle = hasDimensions ? { x: 272, y: 262 } : { x: canvasSize / 2, y: canvasSize / 2 }
  if (selfScaling.has(recipe.shape)) return centred(middle, space.w, space.h)
  const isHorizontal = recipe.shape === 'in-line' || recipe.shape === 'housing'
  const wide = isHorizontal ? recipe.height : recipe.od
  const tall = isHorizontal ? recipe.od : recipe.height
  const scale = Math.min(space.w / wide, space.h / tall)
  return centred(middle, wide * scale, tall * scale)
}

function centred(middle: { x: number; y: number }, w: number, h: number): DrawingBox {
  return { x: middle.x - w / 2, y: middle.y - h / 2, w, h }
}

function drawShadow(shape: Shape, { x, y, w, h }: DrawingBox): string {
  if (selfScaling.has(shape)) return ''
  return ellipse(x + w / 2 + w * 0.03, y + h - 2, w * 0.6, Math.max(9, w * 0.075), 'url(#ground)')
}

import { dimensionsOf } from './dimension-lines.ts'
import { drawBoxes } from './draw-boxes.ts'
import { drawCanister, drawDryer, drawSeparator } from './draw-canisters.ts'
import { drawAirRound, drawElement, drawStrainer } from './draw-elements.ts'
import { drawKit } from './draw-kit.ts'
import { drawBreather, drawHousing, drawInLine, drawSealRing } from './draw-others.ts'
import type { Recipe, Shape } from './recipe.ts'
import { type Box, ellipse, type Lettering, lights, sheet } from './svg.ts'

/** Raise it when drawings change: pictures made from the old ones are then made anew. */
export const drawingEdition = 1

export type DrawShape = (recipe: Recipe, box: Box, lettering: Lettering) => string

export interface DrawOptions {
  /** Dimension lines with figures; left out where the picture is too small to read them. */
  dimensions: boolean
}

/** A product picture as SVG: square, on white, with the product's true proportions. */
export function drawFilter(recipe: Recipe, lettering: Lettering, options: DrawOptions): string {
  const box = placeOf(recipe, options)
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${sheet}" height="${sheet}" viewBox="0 0 ${sheet} ${sheet}">`,
    lights,
    `<rect width="${sheet}" height="${sheet}" fill="#fff"/>`,
    shadowOf(recipe.shape, box),
    artists[recipe.shape](recipe, box, lettering),
    options.dimensions ? dimensionsOf(recipe, box, lettering) : '',
    '</svg>',
  ]
  return parts.join('\n')
}

const artists: Record<Shape, DrawShape> = {
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

/** Shapes that fill their own frame: drawn in a box of fixed size, whatever the product measures. */
const framed = new Set<Shape>(['kit', 'panel', 'cabin', 'seal-ring'])

function placeOf(recipe: Recipe, { dimensions }: DrawOptions): Box {
  const room = dimensions ? { w: 380, h: 400 } : { w: 520, h: 520 }
  const middle = dimensions ? { x: 272, y: 262 } : { x: sheet / 2, y: sheet / 2 }
  if (framed.has(recipe.shape)) return centred(middle, room.w, room.h)
  const lies = recipe.shape === 'in-line' || recipe.shape === 'housing'
  const wide = lies ? recipe.height : recipe.od
  const tall = lies ? recipe.od : recipe.height
  const scale = Math.min(room.w / wide, room.h / tall)
  return centred(middle, wide * scale, tall * scale)
}

function centred(middle: { x: number; y: number }, w: number, h: number): Box {
  return { x: middle.x - w / 2, y: middle.y - h / 2, w, h }
}

function shadowOf(shape: Shape, { x, y, w, h }: Box): string {
  if (framed.has(shape)) return ''
  return ellipse(x + w / 2 + w * 0.03, y + h - 2, w * 0.6, Math.max(9, w * 0.075), 'url(#ground)')
}

import { drawBoxes } from './draw-boxes.ts'
import { drawCanister } from './draw-canisters.ts'
import { drawElement } from './draw-elements.ts'
import { isoBox } from './isometric.ts'
import type { Recipe } from './recipe.ts'
import { type DrawingBox, drawText, ellipse, type OutlineText, polygon, shade, svgNumber } from './svg.ts'

const card = '#d8b98a'
const carton = { length: 150, width: 105, height: 92 }

/** A service kit: its carton, and three of the filters that are in it. */
export function drawKit(recipe: Recipe, frame: DrawingBox, outlineText: OutlineText): string {
  const scale = Math.min(frame.w, frame.h) / 400
  const toFrame = (x: number, y: number, w: number, h: number): DrawingBox => ({
    x: frame.x + frame.w / 2 + (x - 200) * scale,
    y: frame.y + frame.h / 2 + (y - 200) * scale,
    w: w * scale,
    h: h * scale,
  })
  const drawGroundShadow = (drawCarton: DrawingBox) =>
    ellipse(
      drawCarton.x + drawCarton.w / 2 + 3,
      drawCarton.y + drawCarton.h - 2,
      drawCarton.w * 0.62,
      drawCarton.w * 0.12,
      'url(#ground)',
    )
  const can = toFrame(28, 208, 84, 132)
  const cartridge = toFrame(128, 246, 82, 118)
  const panel = toFrame(222, 268, 162, 104)
  return [
    drawCarton(recipe, toFrame(60, 8, 320, 300), outlineText),
    drawGroundShadow(can) + drawCanister(componentRecipe(recipe, 'spin-on', recipe.colour), can, outlineText),
    drawBoxes(
      { ...componentRecipe(recipe, 'panel', '#3f4a55'), od: 190, width: 130, height: 40 },
      panel,
      () => ({
        path: '',
        width: 0,
      }),
    ),
    drawGroundShadow(cartridge) +
      drawElement(componentRecipe(recipe, 'element', '#2f7d4f'), cartridge, outlineText),
  ].join('')
}

function componentRecipe(recipe: Recipe, shape: Recipe['shape'], colour: string): Recipe {
  return { ...recipe, shape, colour }
}

function drawCarton(recipe: Recipe, frame: DrawingBox, outlineText: OutlineText): string {
  const { length, width, height } = carton
  const { at } = isoBox(carton, frame)
  const [x, y] = at(length / 2, width, height * 0.5)
  const [x1] = at(0, width, 0)
  const [x2] = at(length, width, 0)
  const text = { x: 0, widest: (x2 - x1) * 0.8 }
  const size = (x2 - x1) * 0.11
  const tape = 9
  return [
    polygon(
      [at(-8, width + 6, 0), at(length + 4, width + 14, 0), at(length + 18, 0, 0), at(length, 0, 20)],
      '#17212b',
      'opacity=".12"',
    ),
    polygon([at(0, width, height), at(length, width, height), at(length, width, 0), at(0, width, 0)], card),
    polygon(
      [at(length, 0, height), at(length, width, height), at(length, width, 0), at(length, 0, 0)],
      shade(card, -0.24),
    ),
    polygon(
      [at(0, 0, height), at(length, 0, height), at(length, width, height), at(0, width, height)],
      shade(card, 0.22),
    ),
    polygon(
      [
        at(0, width / 2 - tape, height),
        at(length, width / 2 - tape, height),
        at(length, width / 2 + tape, height),
        at(0, width / 2 + tape, height),
      ],
      shade(card, -0.1),
    ),
    polygon(
      [
        at(length, width / 2 - tape, height),
        at(length, width / 2 + tape, height),
        at(length, width / 2 + tape, height * 0.72),
        at(length, width / 2 - tape, height * 0.72),
      ],
      shade(card, -0.34),
    ),
    polygon(
      [
        at(0, width, height * 0.94),
        at(length, width, height * 0.94),
        at(length, width, height * 0.86),
        at(0, width, height * 0.86),
      ],
      recipe.colour,
    ),
    `<g transform="matrix(1 .577 0 1 ${svgNumber(x)} ${svgNumber(y)})">`,
    drawText(outlineText, recipe.label.toUpperCase(), { ...text, size, y: -size * 0.2 }),
    drawText(outlineText, recipe.code, { ...text, size: size * 0.9, y: size * 1.0 }),
    '</g>',
  ].join('')
}

import type { Recipe } from './recipe.ts'
import {
  type DrawingBox,
  drawText,
  ellipse,
  ink,
  type OutlineText,
  path,
  rect,
  shade,
  svgLine,
  svgNumber,
  tube,
} from './svg.ts'

/** A fuel filter in the hose: a clear body with paper inside and a barbed stub at each end. */
export function drawInLine(recipe: Recipe, { x, y, w, h }: DrawingBox, outlineText: OutlineText): string {
  const stub = w * 0.2
  const body = { x: x + stub, y, w: w - 2 * stub, h }
  const middle = y + h / 2
  const folds = Array.from({ length: 15 }, (_, at) => {
    const level = y + h * 0.5 * (1 - Math.cos((Math.PI * (at + 0.5)) / 15) * 0.82)
    return svgLine(
      body.x + body.w * 0.16,
      level,
      body.x + body.w * 0.84,
      level,
      at % 2 ? '#c9b587' : '#f4ecd6',
      h * 0.05,
    )
  })
  const round = `rx="${svgNumber(Math.min(h * 0.28, body.w * 0.2))}"`
  const plate = { x: body.x + body.w * 0.22, y: y + h * 0.3, w: body.w * 0.56, h: h * 0.4 }
  const text = { x: plate.x + plate.w / 2, widest: plate.w * 0.9 }
  return [
    drawHoseBarb({ x, y: middle - h * 0.12, w: stub + 6, h: h * 0.24 }, false),
    drawHoseBarb({ x: x + w - stub - 6, y: middle - h * 0.12, w: stub + 6, h: h * 0.24 }, true),
    rect(body.x, body.y, body.w, body.h, '#e7edf1', round),
    rect(body.x + body.w * 0.14, y + h * 0.09, body.w * 0.72, h * 0.82, '#dccfa9'),
    ...folds,
    rect(body.x + body.w * 0.1, y + h * 0.06, body.w * 0.06, h * 0.88, recipe.colour),
    rect(body.x + body.w * 0.84, y + h * 0.06, body.w * 0.06, h * 0.88, recipe.colour),
    rect(plate.x, plate.y, plate.w, plate.h, '#fbfaf6', 'opacity=".94"'),
    drawText(outlineText, recipe.label.toUpperCase(), { ...text, size: h * 0.12, y: y + h * 0.47 }),
    drawText(outlineText, recipe.code, { ...text, size: h * 0.14, y: y + h * 0.63 }),
    rect(body.x, body.y, body.w, body.h, 'url(#lying)', round),
    rect(body.x, body.y, body.w, body.h, 'none', `${round} stroke="#8795a1" stroke-width="2"`),
  ].join('')
}

function drawHoseBarb({ x, y, w, h }: DrawingBox, mirrored: boolean): string {
  const rings = [0.16, 0.42].map(at => {
    const left = mirrored ? x + w * (1 - at) - w * 0.16 : x + w * at
    return (
      rect(left, y - h * 0.16, w * 0.16, h * 1.32, '#8f9aa4', 'rx="2"') +
      rect(left, y - h * 0.16, w * 0.16, h * 1.32, 'url(#lying)', 'rx="2"')
    )
  })
  return rect(x, y, w, h, '#a9b3bb', 'rx="3"') + rect(x, y, w, h, 'url(#lying)', 'rx="3"') + rings.join('')
}

/** A tank breather: ribbed cap above, flange and filling strainer below. */
export function drawBreather(recipe: Recipe, { x, y, w, h }: DrawingBox, outlineText: OutlineText): string {
  const bend = w * 0.08
  const capHeight = h * 0.46
  const neck = { x: x + w * 0.27, y: y + h * 0.47, w: w * 0.46, h: h * 0.53 - w * 0.05 }
  const k = Math.min(w * 0.16, capHeight * 0.4)
  const dome = `M${svgNumber(x)} ${svgNumber(y + capHeight)}V${svgNumber(y + k * 1.4)}C${svgNumber(x)} ${svgNumber(y + k * 0.4)} ${svgNumber(x + k)} ${svgNumber(y)} ${svgNumber(x + k * 1.8)} ${svgNumber(y)}H${svgNumber(x + w - k * 1.8)}C${svgNumber(x + w - k)} ${svgNumber(y)} ${svgNumber(x + w)} ${svgNumber(y + k * 0.4)} ${svgNumber(x + w)} ${svgNumber(y + k * 1.4)}V${svgNumber(y + capHeight)}a${svgNumber(w / 2)} ${svgNumber(bend)} 0 0 1 ${svgNumber(-w)} 0z`
  const ribs = Array.from({ length: 21 }, (_, at) => {
    const angle = (Math.PI * (at + 0.5)) / 21
    const middle = x + (w / 2) * (1 - Math.cos(angle))
    return rect(
      middle - 2 * Math.sin(angle),
      y + capHeight * 0.62 + bend * Math.sin(angle) * 0.6,
      4 * Math.sin(angle),
      capHeight * 0.32,
      '#000',
      'opacity=".3"',
    )
  })
  const flange = { x: x + w * 0.09, y: y + h * 0.47, w: w * 0.82, h: h * 0.035 }
  return [
    `<defs><pattern id="mesh" width="7" height="7" patternUnits="userSpaceOnUse"><path d="M0 0H7M0 0V7" stroke="#5d6872" stroke-width="2" fill="none"/></pattern></defs>`,
    tube(neck, w * 0.05, '#ccd3d8') +
      tube(neck, w * 0.05, 'url(#mesh)') +
      tube(neck, w * 0.05, 'url(#round)'),
    tube(flange, bend, '#98a3ac') + tube(flange, bend, 'url(#round)'),
    path(dome, recipe.colour),
    ...ribs,
    drawText(outlineText, recipe.code, {
      x: x + w / 2,
      y: y + capHeight * 0.48,
      size: capHeight * 0.17,
      widest: w * 0.7,
      colour: '#ffffff',
    }),
    path(dome, 'url(#round)'),
  ].join('')
}

/** An air filter housing, lying: body, lid with clips, the inlet above and the outlet at the end. */
export function drawHousing(recipe: Recipe, { x, y, w, h }: DrawingBox, outlineText: OutlineText): string {
  const top = y + h * 0.16
  const height = h * 0.84
  const body = { x: x + w * 0.1, y: top, w: w * 0.66, h: height }
  const lid = { x: x + w * 0.75, y: top - height * 0.02, w: w * 0.25, h: height * 1.04 }
  const clip = (level: number) =>
    rect(lid.x - w * 0.035, level, w * 0.085, height * 0.085, '#c3cbd1', 'rx="3"') +
    rect(lid.x - w * 0.035, level, w * 0.085, height * 0.085, 'url(#lying)', 'rx="3"')
  const text = { x: body.x + body.w / 2, widest: body.w * 0.62 }
  const horizontalCylinder = (box: DrawingBox, fill: string, radius: number) =>
    rect(box.x, box.y, box.w, box.h, fill, `rx="${radius}"`) +
    rect(box.x, box.y, box.w, box.h, 'url(#lying)', `rx="${radius}"`)
  return [
    horizontalCylinder({ x, y: top + height * 0.28, w: w * 0.13, h: height * 0.44 }, '#2a343e', 4),
    drawInlet({ x: x + w * 0.32, y, w: w * 0.2, h: h * 0.22 }),
    horizontalCylinder(body, recipe.colour, 10),
    horizontalCylinder(
      { x: body.x + body.w * 0.06, y: top - 3, w: w * 0.035, h: height + 6 },
      shade(recipe.colour, -0.3),
      3,
    ),
    rect(
      text.x - body.w * 0.34,
      top + height * 0.36,
      body.w * 0.68,
      height * 0.3,
      '#fbfaf6',
      'opacity=".94"',
    ),
    drawText(outlineText, recipe.label.toUpperCase(), {
      ...text,
      size: height * 0.09,
      y: top + height * 0.49,
    }),
    drawText(outlineText, recipe.code, { ...text, size: height * 0.1, y: top + height * 0.61 }),
    horizontalCylinder(lid, shade(recipe.colour, 0.14), 14),
    clip(top + height * 0.2),
    clip(top + height * 0.7),
  ].join('')
}

function drawInlet({ x, y, w, h }: DrawingBox): string {
  const bend = w * 0.14
  const pipe = { x, y: y + bend, w, h: h - bend }
  return (
    tube(pipe, bend, '#2f3a45') +
    tube(pipe, bend, 'url(#round)') +
    ellipse(x + w / 2, y + bend, w / 2, bend, '#4a5662') +
    ellipse(x + w / 2, y + bend, w * 0.41, bend * 0.8, ink)
  )
}

/** A sealing ring lying flat: the true ratio of bore and ring, seen from above at an angle. */
export function drawSealRing(recipe: Recipe, { x, y, w, h }: DrawingBox): string {
  const cx = x + w / 2
  const cy = y + h / 2
  const rx = w * 0.48
  const ry = rx * 0.5
  // recipe.height is the thickness of the cord.
  const cord = Math.max(9, Math.min(rx * 0.3, (recipe.height / recipe.od) * w))
  const ring = (width: number, colour: string, up: number, opacity = 1) =>
    ellipse(
      cx,
      cy - up,
      rx - cord / 2,
      ry - cord / 2,
      'none',
      `stroke="${colour}" stroke-width="${svgNumber(width)}" opacity="${opacity}"`,
    )
  return [
    ellipse(
      cx + 6,
      cy + cord * 0.55,
      rx - cord / 2,
      ry - cord / 2,
      'none',
      `stroke="#17212b" stroke-width="${svgNumber(cord * 1.1)}" opacity=".13"`,
    ),
    ring(cord, shade(recipe.colour, -0.4), 0),
    ring(cord * 0.86, recipe.colour, cord * 0.05),
    ring(cord * 0.52, shade(recipe.colour, 0.14), cord * 0.12),
    ring(cord * 0.2, shade(recipe.colour, 0.42), cord * 0.18, 0.9),
  ].join('')
}

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
  svgNumber,
  tube,
} from './svg.ts'

/** A spin-on canister: domed top with grip flutes, a printed label, the seamed base below. */
export function drawCanister(recipe: Recipe, box: DrawingBox, outlineText: OutlineText): string {
  const { x, y, w, h } = box
  const base = Math.min(h * 0.09, w * 0.12)
  const bend = w * 0.045
  const body = { x, y, w, h: h - base }
  const outline = domedOutline(body, Math.min(w * 0.24, h * 0.3), bend)
  return [
    drawBasePlate({ x: x + w * 0.035, y: y + h - base - bend, w: w * 0.93, h: base }, bend),
    path(outline, recipe.colour),
    drawFlutes(body, recipe.colour),
    drawLabel(recipe, labelBox(body), bend, outlineText),
    path(outline, 'url(#round)'),
    path(outline, 'url(#fall)'),
    drawSeam(body, bend),
  ].join('')
}

/** A brake air dryer: a low wide cartridge with a ribbed collar. */
export function drawDryer(recipe: Recipe, box: DrawingBox, outlineText: OutlineText): string {
  const { x, y, w, h } = box
  const bend = w * 0.045
  const collar = h * 0.2
  const body = { x: x + w * 0.04, y, w: w * 0.92, h: h - collar }
  const outline = domedOutline(body, Math.min(w * 0.2, h * 0.35), bend)
  const ring = { x, y: y + h - collar - bend, w, h: collar }
  const ribs = Array.from({ length: 19 }, (_, at) => {
    const from = x + (w / 2) * (1 - Math.cos((Math.PI * (at + 0.5)) / 19))
    const sag = bend * Math.sin((Math.PI * (at + 0.5)) / 19)
    return rect(from - 1.6, ring.y + sag + collar * 0.12, 3.2, collar * 0.76, '#000', 'opacity=".28"')
  })
  return [
    ellipse(x + w / 2, ring.y, w / 2, bend, shade(recipe.accent, 0.25)),
    path(outline, recipe.colour),
    drawLabel(recipe, { x: body.x, y: y + body.h * 0.36, w: body.w, h: body.h * 0.42 }, bend, outlineText),
    path(outline, 'url(#round)'),
    tube(ring, bend, shade(recipe.accent, -0.1)),
    ...ribs,
    tube(ring, bend, 'url(#round)'),
  ].join('')
}

/** A fuel/water separator: a canister above, a clear bowl with the drain tap below. */
export function drawSeparator(recipe: Recipe, box: DrawingBox, outlineText: OutlineText): string {
  const { x, y, w, h } = box
  const bend = w * 0.045
  const tap = h * 0.06
  const bowlHeight = Math.min(h * 0.34, w * 0.85)
  const can = { x, y, w, h: h - bowlHeight - tap }
  const outline = domedOutline(can, Math.min(w * 0.14, can.h * 0.25), bend)
  return [
    drawBowl({ x: x + w * 0.06, y: y + can.h, w: w * 0.88, h: bowlHeight }, bend, tap),
    path(outline, recipe.colour),
    drawFlutes(can, recipe.colour),
    drawLabel(recipe, labelBox(can), bend, outlineText),
    path(outline, 'url(#round)'),
    tube({ x: x - w * 0.012, y: y + can.h - h * 0.035, w: w * 1.024, h: h * 0.035 }, bend, ink),
    tube({ x: x - w * 0.012, y: y + can.h - h * 0.035, w: w * 1.024, h: h * 0.035 }, bend, 'url(#round)'),
  ].join('')
}

function drawBowl({ x, y, w, h }: DrawingBox, bend: number, tap: number): string {
  const cx = x + w / 2
  const foot = w * 0.3
  const d = `M${svgNumber(x)} ${svgNumber(y)}V${svgNumber(y + h * 0.55)}C${svgNumber(x)} ${svgNumber(y + h * 0.92)} ${svgNumber(cx - foot)} ${svgNumber(y + h)} ${svgNumber(cx - foot)} ${svgNumber(y + h)}H${svgNumber(cx + foot)}C${svgNumber(cx + foot)} ${svgNumber(y + h)} ${svgNumber(x + w)} ${svgNumber(y + h * 0.92)} ${svgNumber(x + w)} ${svgNumber(y + h * 0.55)}V${svgNumber(y)}z`
  const level = y + h * 0.5
  return [
    rect(cx - w * 0.09, y + h - 2, w * 0.18, tap, '#3b4652'),
    rect(cx - w * 0.2, y + h + tap * 0.42, w * 0.4, tap * 0.36, '#2a343e', 'rx="2"'),
    path(d, '#dfeaf0'),
    // Water below, fuel above.
    `<clipPath id="bowl"><path d="${d}"/></clipPath><g clip-path="url(#bowl)">`,
    rect(x, y, w, h, '#e9b64d', 'opacity=".55"'),
    rect(x, level, w, h, '#a9cfe2', 'opacity=".95"'),
    ellipse(cx, level, w / 2, bend * 1.1, '#d9c68a', 'opacity=".95"'),
    rect(cx - w * 0.05, y, w * 0.1, h * 0.8, '#fff', 'opacity=".3"'),
    '</g>',
    path(d, 'url(#round)', 'opacity=".55"'),
    path(d, 'none', 'stroke="#7d8b97" stroke-width="2"'),
  ].join('')
}

function labelBox({ x, y, w, h }: DrawingBox): DrawingBox {
  return { x, y: y + h * 0.36, w, h: h * 0.37 }
}

/** The paper label: a dark stripe, the brand and the number, bent like the can it sits on. */
function drawLabel(recipe: Recipe, box: DrawingBox, bend: number, outlineText: OutlineText): string {
  const { x, y, w, h } = box
  const middle = x + w / 2
  const size = Math.min(h * 0.27, w * 0.17)
  const text = { x: middle, size, widest: w * 0.84, colour: ink }
  return [
    tube(box, bend, '#f3f1ea'),
    tube({ x, y, w, h: h * 0.11 }, bend, recipe.accent),
    drawText(outlineText, recipe.label.toUpperCase(), { ...text, y: y + bend + h * 0.46 }),
    drawText(outlineText, recipe.code, { ...text, y: y + bend + h * 0.82 }),
  ].join('')
}

function domedOutline({ x, y, w, h }: DrawingBox, radius: number, bend: number): string {
  const k = radius * 0.55
  return `M${svgNumber(x)} ${svgNumber(y + h - bend)}V${svgNumber(y + radius)}C${svgNumber(x)} ${svgNumber(y + radius - k)} ${svgNumber(x + radius - k)} ${svgNumber(y)} ${svgNumber(x + radius)} ${svgNumber(y)}H${svgNumber(x + w - radius)}C${svgNumber(x + w - radius + k)} ${svgNumber(y)} ${svgNumber(x + w)} ${svgNumber(y + radius - k)} ${svgNumber(x + w)} ${svgNumber(y + radius)}V${svgNumber(y + h - bend)}a${svgNumber(w / 2)} ${svgNumber(bend)} 0 0 1 ${svgNumber(-w)} 0z`
}

function drawFlutes({ x, y, w, h }: DrawingBox, colour: string): string {
  const height = Math.min(h * 0.13, w * 0.2)
  const top = y + Math.min(h * 0.05, w * 0.06)
  return Array.from({ length: 13 }, (_, at) => {
    const angle = (Math.PI * (at + 1)) / 14
    const middle = x + w / 2 - (w / 2) * 0.93 * Math.cos(angle)
    const width = Math.max(1, w * 0.032 * Math.sin(angle))
    const drop = (1 - Math.sin(angle)) * height * 0.9
    return rect(
      middle - width / 2,
      top + drop,
      width,
      height,
      shade(colour, -0.38),
      `rx="${svgNumber(width / 2)}"`,
    )
  }).join('')
}

function drawBasePlate(box: DrawingBox, bend: number): string {
  return tube(box, bend, '#2a343e') + tube(box, bend, 'url(#round)')
}

/** The rolled edge between can and base plate. */
function drawSeam({ x, y, w, h }: DrawingBox, bend: number): string {
  const arc = `M${svgNumber(x)} ${svgNumber(y + h - bend)}a${svgNumber(w / 2)} ${svgNumber(bend)} 0 0 0 ${svgNumber(w)} 0`
  return path(arc, 'none', 'stroke="#000" stroke-opacity=".35" stroke-width="2.5"')
}

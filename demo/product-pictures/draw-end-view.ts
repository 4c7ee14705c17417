import { formatDiameter, formatMm } from './dimension-lines.ts'
import type { Recipe, Shape } from './recipe.ts'
import {
  canvasSize,
  drawText,
  ellipse,
  ink,
  type OutlineText,
  path,
  rect,
  shade,
  steel,
  svgLine,
  svgNumber,
} from './svg.ts'

// What decides whether a filter fits its head: thread, bore, gasket or seal, with their measures.

const centre = { x: 282, y: 268 }
const radius = 178
const rubber = '#20262d'
const metal = '#b9c1c8'

type DrawEnd = (recipe: Recipe) => string

/** The shapes whose end shows more than their side. */
const drawEndOfShape: Partial<Record<Shape, DrawEnd>> = {
  'spin-on': drawBasePlate,
  separator: drawBasePlate,
  dryer: drawBasePlate,
  element: drawElementEnd,
  'air-round': drawElementEnd,
  'air-conical': drawElementEnd,
  strainer: drawThreadedEnd,
  breather: drawThreadedEnd,
  'in-line': drawPipeEnd,
  housing: drawPipeEnd,
  'seal-ring': drawRingFace,
}

export function hasEndView({ shape }: Recipe): boolean {
  return drawEndOfShape[shape] !== undefined
}

/** The end of a filter, on a square of `canvasSize`: what it is screwed on, plugged in or sealed with. */
export function drawEndView(recipe: Recipe, outlineText: OutlineText, hasLabels: boolean): string {
  const drawEnd = drawEndOfShape[recipe.shape]
  if (!drawEnd) return ''
  const scale = hasLabels ? 1 : canvasSize / 2.2 / radius
  const shift = hasLabels
    ? { x: 0, y: 0 }
    : { x: canvasSize / 2 - centre.x * scale, y: canvasSize / 2 - centre.y * scale }
  return [
    `<g transform="translate(${svgNumber(shift.x)} ${svgNumber(shift.y)}) scale(${svgNumber(scale)})">`,
    recipe.shape === 'seal-ring'
      ? ''
      : ellipse(centre.x + 6, centre.y + 8, radius * 1.03, radius * 1.03, 'url(#ground)'),
    drawEnd(recipe),
    '</g>',
    hasLabels ? drawLabels(recipe, outlineText) : '',
  ].join('')
}

/** The measures of an end in drawing units: shares of the outer diameter. */
function toRadius(recipe: Recipe, mm: number): number {
  return Math.max(6, Math.min(radius * 0.985, (radius * mm) / recipe.od))
}

// The parts as shares of the radius where the recipe does not say.
const usualShare = { gasket: 0.86, thread: 0.24, bore: 0.42, pipe: 0.3 }

function getGasketRadius(recipe: Recipe): number {
  return recipe.gasket === undefined ? radius * usualShare.gasket : toRadius(recipe, recipe.gasket)
}

/** A canister from below: the rolled rim, the gasket in its groove, inlet holes, and the thread in the middle. */
function drawBasePlate(recipe: Recipe): string {
  const gasket = getGasketRadius(recipe)
  const thickness = radius * 0.085
  const thread = radius * usualShare.thread
  const inlets = (gasket - thickness + thread) / 2
  return [
    disc(radius, recipe.colour) + disc(radius, 'url(#top)'),
    disc(radius * 0.965, shade(metal, -0.28)),
    disc(radius * 0.955, metal) + disc(radius * 0.955, 'url(#top)'),
    ring(gasket - thickness / 2, thickness * 1.25, shade(metal, -0.45)),
    ring(gasket - thickness / 2, thickness, rubber),
    ring(gasket - thickness * 0.62, thickness * 0.24, '#5a6570'),
    holes(inlets, Math.min(radius * 0.085, (gasket - thickness - thread) * 0.22), 8),
    drawThreadHole(thread),
  ].join('')
}

function drawThreadHole(thread: number): string {
  const turns = [1, 0.93, 0.86].map(share => ring(thread * share, 2.4, share === 1 ? '#7d8993' : '#4b5661'))
  return (
    disc(thread * 1.22, shade(metal, 0.25)) +
    disc(thread * 1.04, '#38424c') +
    turns.join('') +
    disc(thread * 0.8, ink)
  )
}

/** A cartridge or air filter from its end: cap, pleats, seal and bore. */
function drawElementEnd(recipe: Recipe): string {
  const bore = recipe.inner === undefined ? radius * usualShare.bore : toRadius(recipe, recipe.inner)
  const seal = Math.max(7, (radius - bore) * 0.2)
  return [
    disc(radius, recipe.colour) + disc(radius, 'url(#top)'),
    ring(radius * 0.985, 2, shade(recipe.colour, -0.35)),
    ring((radius + bore) / 2, (radius - bore) * 0.3, shade(recipe.colour, 0.1)),
    ring(bore + seal, seal, rubber) + ring(bore + seal * 1.15, seal * 0.22, '#5a6570'),
    disc(bore, '#1d252d'),
    drawInnerTube(bore),
  ].join('')
}

// The far end of the bore, with the holes of the inner tube.
function drawInnerTube(bore: number): string {
  return (
    disc(bore * 0.82, '#3a444e') +
    holes(bore * 0.68, Math.max(2, bore * 0.055), 16) +
    disc(bore * 0.52, '#161c22')
  )
}

/** A strainer or breather: the hexagon around its thread, or its flange. */
function drawThreadedEnd(recipe: Recipe): string {
  const flangeHoles = findFlangeHoles(recipe)
  if (flangeHoles > 0) return drawFlange(recipe, flangeHoles)
  const corner = (turn: number, size: number) =>
    [
      centre.x + size * Math.cos((Math.PI * turn) / 3),
      centre.y + size * Math.sin((Math.PI * turn) / 3),
    ] as const
  const hexagon = Array.from({ length: 6 }, (_, turn) => corner(turn, radius * 0.62))
  const d = `M${hexagon.map(([x, y]) => `${svgNumber(x)} ${svgNumber(y)}`).join('L')}z`
  return [
    disc(radius, recipe.colour) + disc(radius, 'url(#top)'),
    path(d, shade(metal, -0.05)) + path(d, 'url(#top)'),
    path(d, 'none', `stroke="${shade(metal, -0.4)}" stroke-width="2"`),
    drawThreadHole(radius * 0.36),
  ].join('')
}

// 'Flange, 6 holes'
function findFlangeHoles({ thread = '' }: Recipe): number {
  return Number(/^Flange, (\d+) holes$/.exec(thread)?.[1] ?? 0)
}

const flangeHoleShare = 0.82

function drawFlange(recipe: Recipe, count: number): string {
  return [
    disc(radius, shade(recipe.colour, 0.18)) + disc(radius, 'url(#top)'),
    ring(radius * 0.62, radius * 0.07, rubber),
    disc(radius * 0.5, metal) + disc(radius * 0.5, 'url(#top)') + disc(radius * 0.42, '#1d252d'),
    holes(radius * flangeHoleShare, radius * 0.06, count),
  ].join('')
}

/** An in-line filter or housing: its pipe from the front. */
function drawPipeEnd(recipe: Recipe): string {
  const pipe =
    recipe.thread === undefined
      ? radius * usualShare.pipe
      : toRadius(recipe, Number.parseFloat(recipe.thread))
  return [
    disc(radius, recipe.colour) + disc(radius, 'url(#top)'),
    ring(radius * 0.82, 3, shade(recipe.colour, -0.3)),
    disc(pipe * 1.1, shade(metal, -0.2)) + disc(pipe, metal) + disc(pipe * 0.78, '#1d252d'),
  ].join('')
}

function drawRingFace(recipe: Recipe): string {
  const cord = Math.max(8, toRadius(recipe, recipe.height) * 2)
  return [
    ring(radius - cord / 2, cord, shade(recipe.colour, -0.3)),
    ring(radius - cord / 2, cord * 0.8, recipe.colour),
    ring(radius - cord * 0.42, cord * 0.24, shade(recipe.colour, 0.4)),
  ].join('')
}

function disc(r: number, fill: string): string {
  return ellipse(centre.x, centre.y, r, r, fill)
}

function ring(r: number, width: number, colour: string): string {
  return ellipse(centre.x, centre.y, r, r, 'none', `stroke="${colour}" stroke-width="${svgNumber(width)}"`)
}

function holes(distance: number, size: number, count: number): string {
  return Array.from({ length: count }, (_, nth) => {
    const angle = (2 * Math.PI * (nth + 0.5)) / count
    return ellipse(
      centre.x + distance * Math.cos(angle),
      centre.y + distance * Math.sin(angle),
      size,
      size,
      '#1d252d',
    )
  }).join('')
}

const figure = 17
const thin = 1.5

function drawLabels(recipe: Recipe, outlineText: OutlineText): string {
  const above = describeMiddle(recipe)
  const below = describeRim(recipe)
  return [
    above === null ? '' : drawLeader(above.from, above.text, outlineText),
    below === null ? '' : drawSpan(below.radius, below.text, outlineText),
  ].join('')
}

function describeMiddle(recipe: Recipe): { from: number; text: string } | null {
  const { shape, thread, inner } = recipe
  if (shape === 'in-line' || shape === 'housing') {
    if (thread === undefined) return null
    const part = shape === 'in-line' ? 'Hose' : 'Outlet'
    return {
      from: toRadius(recipe, Number.parseFloat(thread)),
      text: `${part} ${formatDiameter(Number.parseFloat(thread))}`,
    }
  }
  if (shape === 'seal-ring') return { from: radius, text: `Cord ${formatMm(recipe.height)}` }
  if (inner !== undefined) return { from: toRadius(recipe, inner), text: `Bore ${formatDiameter(inner)}` }
  if (thread === undefined) return null
  return findFlangeHoles(recipe) > 0
    ? { from: radius * flangeHoleShare, text: thread }
    : { from: radius * usualShare.thread, text: `Thread ${thread}` }
}

function describeRim(recipe: Recipe): { radius: number; text: string } | null {
  if (recipe.gasket !== undefined)
    return { radius: getGasketRadius(recipe), text: `Gasket ${formatDiameter(recipe.gasket)}` }
  return { radius, text: formatDiameter(recipe.od) }
}

/** A line from the middle to the upper right, with the text at its end. */
function drawLeader(from: number, text: string, outlineText: OutlineText): string {
  const slant = Math.SQRT1_2
  const start = { x: centre.x + from * slant, y: centre.y - from * slant }
  const end = { x: centre.x + radius * 0.86, y: 62 }
  const { width } = outlineText(text, figure)
  const right = canvasSize - 22
  const textLeft = Math.max(16, Math.min(end.x, right - width))
  return [
    // Light below dark, visible on any colour.
    svgLine(start.x, start.y, end.x, end.y, '#fff', 3 * thin),
    svgLine(start.x, start.y, end.x, end.y, steel, thin),
    ellipse(start.x, start.y, 4, 4, '#ffb000', `stroke="${ink}" stroke-width="1.2"`),
    svgLine(textLeft, end.y, textLeft + width, end.y, steel, thin),
    drawText(outlineText, text, { x: textLeft + width / 2, y: end.y - 9, size: figure, colour: steel }),
  ].join('')
}

/** A dimension line below the end, as wide as the part of it. */
function drawSpan(half: number, text: string, outlineText: OutlineText): string {
  const level = centre.y + radius + 40
  const [left, right] = [centre.x - half, centre.x + half]
  const tick = 7
  return [
    svgLine(left, centre.y, left, level + tick, steel, 0.8),
    svgLine(right, centre.y, right, level + tick, steel, 0.8),
    svgLine(left, level, right, level, steel, thin),
    rect(left - 0.75, level - tick, thin, 2 * tick, steel),
    rect(right - 0.75, level - tick, thin, 2 * tick, steel),
    drawText(outlineText, text, { x: centre.x, y: level + 30, size: figure, colour: steel }),
  ].join('')
}

import type { Recipe } from './recipe.ts'
import {
  type DrawingBox,
  drawText,
  ellipse,
  type OutlineText,
  path,
  shade,
  svgLine,
  svgNumber,
  tube,
} from './svg.ts'

const paper = '#e9dfc6'
const metal = '#b9c1c8'

/** A cartridge: pleated paper between two end caps, the bore seen from above. */
export function drawElement(recipe: Recipe, { x, y, w, h }: DrawingBox, outlineText: OutlineText): string {
  const bend = w * 0.13
  const cap = Math.min(h * 0.1, w * 0.16)
  const media = { x: x + w * 0.02, y: y + bend + cap, w: w * 0.96, h: h - 2 * bend - 2 * cap }
  const lower = { x, y: y + h - bend - cap, w, h: cap }
  return [
    drawFootCap(lower, bend, recipe.colour),
    tube(media, bend, paper),
    drawRoundPleats(media, bend, 34),
    tube(media, bend, 'url(#round)', 'opacity=".8"'),
    drawLabelBand(recipe, media, bend, outlineText),
    drawTopCap({ x, y: y + bend, w, h: cap }, bend, recipe.colour, 0.46),
  ].join('')
}

/** A round air filter: pleats behind a perforated screen; conical ones are narrower at the top. */
export function drawAirRound(recipe: Recipe, { x, y, w, h }: DrawingBox, outlineText: OutlineText): string {
  const narrow = recipe.shape === 'air-conical' ? w * 0.1 : 0
  const bend = w * 0.1
  const cap = Math.min(h * 0.075, w * 0.13)
  const top = y + bend * 0.8 + cap
  const foot = y + h - bend - cap
  const side = { x, w, narrow, top, foot, bend }
  const outline = `M${svgNumber(x + narrow)} ${svgNumber(top)}L${svgNumber(x + w * 0.015)} ${svgNumber(foot)}a${svgNumber(w * 0.485)} ${svgNumber(bend)} 0 0 0 ${svgNumber(w * 0.97)} 0L${svgNumber(x + w - narrow)} ${svgNumber(top)}z`
  const rim = { x, y: foot, w, h: cap }
  const lid = { x: x + narrow - w * 0.01, y: y + bend * 0.8, w: w - 2 * narrow + w * 0.02, h: cap }
  return [
    drawFootCap(rim, bend, recipe.colour),
    path(outline, paper),
    columns(side, 40)
      .map(c => svgLine(c.x1, c.y1, c.x2, c.y2, '#8d7c55', c.width * 0.5))
      .join(''),
    drawScreen(side),
    path(outline, 'url(#round)', 'opacity=".9"'),
    drawSticker(recipe, side, outlineText),
    drawTopCap(lid, bend * (lid.w / w) * 0.8, recipe.colour, 0.56),
  ].join('')
}

/** A suction strainer: wire mesh under a hexagon with its thread. */
export function drawStrainer(recipe: Recipe, { x, y, w, h }: DrawingBox): string {
  const bend = w * 0.1
  const neck = h * 0.2
  const mesh = { x: x + w * 0.03, y: y + neck + bend, w: w * 0.94, h: h - neck - 3 * bend }
  const foot = { x, y: y + h - 2 * bend, w, h: bend }
  const collar = { x, y: y + neck, w, h: bend }
  return [
    `<defs><pattern id="mesh" width="9" height="9" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 0H9M0 0V9" stroke="#55616c" stroke-width="3" fill="none"/></pattern></defs>`,
    drawFootCap(foot, bend, recipe.colour),
    tube(mesh, bend, '#d9dee2') + tube(mesh, bend, 'url(#mesh)') + tube(mesh, bend, 'url(#round)'),
    drawTopCap(collar, bend, recipe.colour, 0),
    drawHexagon({ x: x + w * 0.2, y: y + neck * 0.42, w: w * 0.6, h: neck * 0.6 }),
    drawThread({ x: x + w * 0.29, y, w: w * 0.42, h: neck * 0.46 }),
  ].join('')
}

/** Fine threads around a pipe end. */
export function drawThread({ x, y, w, h }: DrawingBox): string {
  const bend = w * 0.1
  const rings = Array.from({ length: 4 }, (_, at) => {
    const level = y + bend + ((at + 0.6) * (h - bend)) / 4.4
    return path(
      `M${svgNumber(x)} ${svgNumber(level)}a${svgNumber(w / 2)} ${svgNumber(bend)} 0 0 0 ${svgNumber(w)} 0`,
      'none',
      'stroke="#5d6872" stroke-width="2.2"',
    )
  })
  return [
    tube({ x, y: y + bend, w, h: h - bend }, bend, metal),
    ...rings,
    tube({ x, y: y + bend, w, h: h - bend }, bend, 'url(#round)'),
    ellipse(x + w / 2, y + bend, w / 2, bend, '#d3d9de'),
    ellipse(x + w / 2, y + bend, w * 0.34, bend * 0.68, '#3b4652'),
  ].join('')
}

function drawHexagon({ x, y, w, h }: DrawingBox): string {
  const dip = h * 0.18
  const faces: [number, number, number][] = [
    [0, 0.25, -0.18],
    [0.25, 0.75, 0.2],
    [0.75, 1, -0.38],
  ]
  const sideFaces = faces.map(([from, to, light]) => {
    const low = (at: number) => y + h + (at > 0 && at < 1 ? dip : 0)
    const high = (at: number) => y + (at > 0 && at < 1 ? dip : 0)
    const d = `M${svgNumber(x + w * from)} ${svgNumber(high(from))}L${svgNumber(x + w * to)} ${svgNumber(high(to))}V${svgNumber(low(to))}L${svgNumber(x + w * from)} ${svgNumber(low(from))}z`
    return path(d, shade('#a4aeb6', light))
  })
  const lid = `M${svgNumber(x)} ${svgNumber(y)}L${svgNumber(x + w * 0.25)} ${svgNumber(y - dip)}H${svgNumber(x + w * 0.75)}L${svgNumber(x + w)} ${svgNumber(y)}L${svgNumber(x + w * 0.75)} ${svgNumber(y + dip)}H${svgNumber(x + w * 0.25)}z`
  return sideFaces.join('') + path(lid, '#cdd4d9')
}

/** The lower end cap: only a narrow rim of its upper face is visible. */
function drawFootCap(box: DrawingBox, bend: number, colour: string): string {
  const face = ellipse(box.x + box.w / 2, box.y, box.w / 2, bend, shade(colour, -0.3))
  return tube(box, bend, colour) + tube(box, bend, 'url(#round)') + face
}

/** An end cap seen from above, with the bore (share of the radius; 0: closed). */
function drawTopCap(box: DrawingBox, bend: number, colour: string, bore: number): string {
  const { x, y, w } = box
  const cx = x + w / 2
  const hole =
    bore &&
    [
      ellipse(cx, y, (w / 2) * bore * 1.12, bend * bore * 1.12, shade(colour, -0.35)),
      ellipse(cx, y, (w / 2) * bore, bend * bore, '#1d252d'),
      path(
        `M${svgNumber(cx - (w / 2) * bore)} ${svgNumber(y)}a${svgNumber((w / 2) * bore)} ${svgNumber(bend * bore)} 0 0 0 ${svgNumber(w * bore)} 0a${svgNumber((w / 2) * bore)} ${svgNumber(bend * bore * 0.55)} 0 0 1 ${svgNumber(-w * bore)} 0z`,
        '#6d6a60',
      ),
    ].join('')
  return [
    tube(box, bend, colour),
    tube(box, bend, 'url(#round)'),
    ellipse(cx, y, w / 2, bend, shade(colour, 0.12)),
    ellipse(cx, y, w / 2, bend, 'url(#top)'),
    ellipse(
      cx,
      y,
      (w / 2) * 0.94,
      bend * 0.94,
      'none',
      `stroke="${shade(colour, -0.25)}" stroke-width="1.5"`,
    ),
    hole || '',
  ].join('')
}

/** Pleats of a round filter, closer together towards its edges. */
function drawRoundPleats({ x, y, w, h }: DrawingBox, bend: number, count: number): string {
  return Array.from({ length: count }, (_, at) => {
    const angle = (Math.PI * (at + 0.5)) / count
    const middle = x + (w / 2) * (1 - Math.cos(angle))
    const sag = bend * Math.sin(angle)
    const width = Math.max(0.8, (w / count) * 0.62 * Math.sin(angle))
    return (
      svgLine(middle, y + sag, middle, y + h + sag, '#a8946a', width) +
      svgLine(middle + width * 0.55, y + sag, middle + width * 0.55, y + h + sag, '#fbf6e8', width * 0.4)
    )
  }).join('')
}

interface Side {
  x: number
  w: number
  narrow: number
  top: number
  foot: number
  bend: number
}

function columns({ x, w, narrow, top, foot, bend }: Side, count: number) {
  return Array.from({ length: count }, (_, at) => {
    const angle = (Math.PI * (at + 0.5)) / count
    const reach = Math.cos(angle)
    const sag = bend * Math.sin(angle)
    return {
      x1: x + w / 2 - (w / 2 - narrow) * reach,
      y1: top + sag * 0.8,
      x2: x + w / 2 - (w / 2) * 0.97 * reach,
      y2: foot + sag,
      width: Math.max(0.7, ((w * 1.5) / count) * Math.sin(angle)),
    }
  })
}

/** The perforated sheet: translucent metal with rows of holes that show the paper behind. */
function drawScreen(side: Side): string {
  const pitch = Math.max(9, side.w / 26)
  const count = 2 * Math.round((side.w * 1.45) / pitch / 2)
  const sheetOutline = `M${svgNumber(side.x + side.narrow)} ${svgNumber(side.top)}L${svgNumber(side.x + side.w * 0.015)} ${svgNumber(side.foot)}a${svgNumber(side.w * 0.485)} ${svgNumber(side.bend)} 0 0 0 ${svgNumber(side.w * 0.97)} 0L${svgNumber(side.x + side.w - side.narrow)} ${svgNumber(side.top)}z`
  const holes = columns(side, count).map((c, at) => {
    const width = Math.min(pitch * 0.62, c.width * 0.72)
    return `<path d="M${svgNumber(c.x1)} ${svgNumber(c.y1 + (at % 2 ? pitch / 2 : 0) + 4)}L${svgNumber(c.x2)} ${svgNumber(c.y2)}" stroke="#4a4231" stroke-width="${svgNumber(width)}" stroke-linecap="round" stroke-dasharray="0.1 ${svgNumber(pitch)}" fill="none" opacity=".72"/>`
  })
  return path(sheetOutline, '#cfd5d9', 'opacity=".62"') + holes.join('')
}

function drawLabelBand(
  recipe: Recipe,
  { x, y, w, h }: DrawingBox,
  bend: number,
  outlineText: OutlineText,
): string {
  const height = Math.min(h * 0.26, w * 0.3)
  const box = { x, y: y + h * 0.4, w, h: height }
  const text = { x: x + w / 2, widest: w * 0.8 }
  return [
    tube(box, bend, '#f7f5ee'),
    tube(box, bend, 'url(#round)', 'opacity=".75"'),
    drawText(outlineText, recipe.label.toUpperCase(), {
      ...text,
      size: height * 0.34,
      y: box.y + bend + height * 0.36,
    }),
    drawText(outlineText, recipe.code, { ...text, size: height * 0.38, y: box.y + bend + height * 0.76 }),
  ].join('')
}

function drawSticker(recipe: Recipe, { x, w, top, foot, bend }: Side, outlineText: OutlineText): string {
  const height = Math.min((foot - top) * 0.24, w * 0.24)
  const width = w * 0.58
  const y = top + bend + (foot - top - height) * 0.42
  const left = x + (w - width) / 2
  const text = { x: x + w / 2, widest: width * 0.88 }
  const d = `M${svgNumber(left)} ${svgNumber(y)}q${svgNumber(width / 2)} ${svgNumber(bend * 0.32)} ${svgNumber(width)} 0v${svgNumber(height)}q${svgNumber(-width / 2)} ${svgNumber(bend * 0.32)} ${svgNumber(-width)} 0z`
  return [
    path(d, '#fbfaf6', 'stroke="#8b949c" stroke-width="1"'),
    drawText(outlineText, recipe.label.toUpperCase(), { ...text, size: height * 0.27, y: y + height * 0.46 }),
    drawText(outlineText, recipe.code, { ...text, size: height * 0.33, y: y + height * 0.88 }),
  ].join('')
}

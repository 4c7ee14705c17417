import type { Recipe } from './recipe.ts'
import { type Box, ellipse, type Lettering, line, n, path, tint, tube, words } from './svg.ts'

const paper = '#e9dfc6'
const metal = '#b9c1c8'

/** A cartridge: pleated paper between two end caps, the bore seen from above. */
export function drawElement(recipe: Recipe, { x, y, w, h }: Box, lettering: Lettering): string {
  const bend = w * 0.13
  const cap = Math.min(h * 0.1, w * 0.16)
  const media = { x: x + w * 0.02, y: y + bend + cap, w: w * 0.96, h: h - 2 * bend - 2 * cap }
  const lower = { x, y: y + h - bend - cap, w, h: cap }
  return [
    footCap(lower, bend, recipe.colour),
    tube(media, bend, paper),
    pleats(media, bend, 34),
    tube(media, bend, 'url(#round)', 'opacity=".8"'),
    belt(recipe, media, bend, lettering),
    capFromAbove({ x, y: y + bend, w, h: cap }, bend, recipe.colour, 0.46),
  ].join('')
}

/** A round air filter: pleats behind a perforated screen; conical ones are narrower at the top. */
export function drawAirRound(recipe: Recipe, { x, y, w, h }: Box, lettering: Lettering): string {
  const narrow = recipe.shape === 'air-conical' ? w * 0.1 : 0
  const bend = w * 0.1
  const cap = Math.min(h * 0.075, w * 0.13)
  const top = y + bend * 0.8 + cap
  const foot = y + h - bend - cap
  const side = { x, w, narrow, top, foot, bend }
  const outline = `M${n(x + narrow)} ${n(top)}L${n(x + w * 0.015)} ${n(foot)}a${n(w * 0.485)} ${n(bend)} 0 0 0 ${n(w * 0.97)} 0L${n(x + w - narrow)} ${n(top)}z`
  const rim = { x, y: foot, w, h: cap }
  const lid = { x: x + narrow - w * 0.01, y: y + bend * 0.8, w: w - 2 * narrow + w * 0.02, h: cap }
  return [
    footCap(rim, bend, recipe.colour),
    path(outline, paper),
    columns(side, 40)
      .map(c => line(c.x1, c.y1, c.x2, c.y2, '#8d7c55', c.wide * 0.5))
      .join(''),
    screen(side),
    path(outline, 'url(#round)', 'opacity=".9"'),
    sticker(recipe, side, lettering),
    capFromAbove(lid, bend * (lid.w / w) * 0.8, recipe.colour, 0.56),
  ].join('')
}

/** A suction strainer: wire mesh under a hexagon with its thread. */
export function drawStrainer(recipe: Recipe, { x, y, w, h }: Box): string {
  const bend = w * 0.1
  const neck = h * 0.2
  const mesh = { x: x + w * 0.03, y: y + neck + bend, w: w * 0.94, h: h - neck - 3 * bend }
  const foot = { x, y: y + h - 2 * bend, w, h: bend }
  const collar = { x, y: y + neck, w, h: bend }
  return [
    `<defs><pattern id="mesh" width="9" height="9" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 0H9M0 0V9" stroke="#55616c" stroke-width="3" fill="none"/></pattern></defs>`,
    footCap(foot, bend, recipe.colour),
    tube(mesh, bend, '#d9dee2') + tube(mesh, bend, 'url(#mesh)') + tube(mesh, bend, 'url(#round)'),
    capFromAbove(collar, bend, recipe.colour, 0),
    hexagon({ x: x + w * 0.2, y: y + neck * 0.42, w: w * 0.6, h: neck * 0.6 }),
    thread({ x: x + w * 0.29, y, w: w * 0.42, h: neck * 0.46 }),
  ].join('')
}

/** Fine threads around a pipe end. */
export function thread({ x, y, w, h }: Box): string {
  const bend = w * 0.1
  const rings = Array.from({ length: 4 }, (_, at) => {
    const level = y + bend + ((at + 0.6) * (h - bend)) / 4.4
    return path(
      `M${n(x)} ${n(level)}a${n(w / 2)} ${n(bend)} 0 0 0 ${n(w)} 0`,
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

function hexagon({ x, y, w, h }: Box): string {
  const dip = h * 0.18
  const faces: [number, number, number][] = [
    [0, 0.25, -0.18],
    [0.25, 0.75, 0.2],
    [0.75, 1, -0.38],
  ]
  const drawn = faces.map(([from, to, light]) => {
    const low = (at: number) => y + h + (at > 0 && at < 1 ? dip : 0)
    const high = (at: number) => y + (at > 0 && at < 1 ? dip : 0)
    const d = `M${n(x + w * from)} ${n(high(from))}L${n(x + w * to)} ${n(high(to))}V${n(low(to))}L${n(x + w * from)} ${n(low(from))}z`
    return path(d, tint('#a4aeb6', light))
  })
  const lid = `M${n(x)} ${n(y)}L${n(x + w * 0.25)} ${n(y - dip)}H${n(x + w * 0.75)}L${n(x + w)} ${n(y)}L${n(x + w * 0.75)} ${n(y + dip)}H${n(x + w * 0.25)}z`
  return drawn.join('') + path(lid, '#cdd4d9')
}

/** The lower end cap: its upper face shows as a narrow rim around what stands on it. */
function footCap(box: Box, bend: number, colour: string): string {
  const face = ellipse(box.x + box.w / 2, box.y, box.w / 2, bend, tint(colour, -0.3))
  return tube(box, bend, colour) + tube(box, bend, 'url(#round)') + face
}

/** An end cap seen from above, with the bore (share of the radius; 0: closed). */
function capFromAbove(box: Box, bend: number, colour: string, bore: number): string {
  const { x, y, w } = box
  const cx = x + w / 2
  const hole =
    bore &&
    [
      ellipse(cx, y, (w / 2) * bore * 1.12, bend * bore * 1.12, tint(colour, -0.35)),
      ellipse(cx, y, (w / 2) * bore, bend * bore, '#1d252d'),
      path(
        `M${n(cx - (w / 2) * bore)} ${n(y)}a${n((w / 2) * bore)} ${n(bend * bore)} 0 0 0 ${n(w * bore)} 0a${n((w / 2) * bore)} ${n(bend * bore * 0.55)} 0 0 1 ${n(-w * bore)} 0z`,
        '#6d6a60',
      ),
    ].join('')
  return [
    tube(box, bend, colour),
    tube(box, bend, 'url(#round)'),
    ellipse(cx, y, w / 2, bend, tint(colour, 0.12)),
    ellipse(cx, y, w / 2, bend, 'url(#top)'),
    ellipse(cx, y, (w / 2) * 0.94, bend * 0.94, 'none', `stroke="${tint(colour, -0.25)}" stroke-width="1.5"`),
    hole || '',
  ].join('')
}

/** Folds crowd towards the edges of a round filter, as they do to the eye. */
function pleats({ x, y, w, h }: Box, bend: number, count: number): string {
  return Array.from({ length: count }, (_, at) => {
    const turn = (Math.PI * (at + 0.5)) / count
    const middle = x + (w / 2) * (1 - Math.cos(turn))
    const sag = bend * Math.sin(turn)
    const wide = Math.max(0.8, (w / count) * 0.62 * Math.sin(turn))
    return (
      line(middle, y + sag, middle, y + h + sag, '#a8946a', wide) +
      line(middle + wide * 0.55, y + sag, middle + wide * 0.55, y + h + sag, '#fbf6e8', wide * 0.4)
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
    const turn = (Math.PI * (at + 0.5)) / count
    const reach = Math.cos(turn)
    const sag = bend * Math.sin(turn)
    return {
      x1: x + w / 2 - (w / 2 - narrow) * reach,
      y1: top + sag * 0.8,
      x2: x + w / 2 - (w / 2) * 0.97 * reach,
      y2: foot + sag,
      wide: Math.max(0.7, ((w * 1.5) / count) * Math.sin(turn)),
    }
  })
}

/** The perforated sheet: a veil of metal with rows of holes that show the paper behind. */
function screen(side: Side): string {
  const pitch = Math.max(9, side.w / 26)
  const count = 2 * Math.round((side.w * 1.45) / pitch / 2)
  const veil = `M${n(side.x + side.narrow)} ${n(side.top)}L${n(side.x + side.w * 0.015)} ${n(side.foot)}a${n(side.w * 0.485)} ${n(side.bend)} 0 0 0 ${n(side.w * 0.97)} 0L${n(side.x + side.w - side.narrow)} ${n(side.top)}z`
  const holes = columns(side, count).map((c, at) => {
    const wide = Math.min(pitch * 0.62, c.wide * 0.72)
    return `<path d="M${n(c.x1)} ${n(c.y1 + (at % 2 ? pitch / 2 : 0) + 4)}L${n(c.x2)} ${n(c.y2)}" stroke="#4a4231" stroke-width="${n(wide)}" stroke-linecap="round" stroke-dasharray="0.1 ${n(pitch)}" fill="none" opacity=".72"/>`
  })
  return path(veil, '#cfd5d9', 'opacity=".62"') + holes.join('')
}

function belt(recipe: Recipe, { x, y, w, h }: Box, bend: number, lettering: Lettering): string {
  const tall = Math.min(h * 0.26, w * 0.3)
  const box = { x, y: y + h * 0.4, w, h: tall }
  const text = { x: x + w / 2, widest: w * 0.8 }
  return [
    tube(box, bend, '#f7f5ee'),
    tube(box, bend, 'url(#round)', 'opacity=".75"'),
    words(lettering, recipe.label.toUpperCase(), {
      ...text,
      size: tall * 0.34,
      y: box.y + bend + tall * 0.36,
    }),
    words(lettering, recipe.code, { ...text, size: tall * 0.38, y: box.y + bend + tall * 0.76 }),
  ].join('')
}

function sticker(recipe: Recipe, { x, w, top, foot, bend }: Side, lettering: Lettering): string {
  const tall = Math.min((foot - top) * 0.24, w * 0.24)
  const wide = w * 0.58
  const y = top + bend + (foot - top - tall) * 0.42
  const left = x + (w - wide) / 2
  const text = { x: x + w / 2, widest: wide * 0.88 }
  const d = `M${n(left)} ${n(y)}q${n(wide / 2)} ${n(bend * 0.32)} ${n(wide)} 0v${n(tall)}q${n(-wide / 2)} ${n(bend * 0.32)} ${n(-wide)} 0z`
  return [
    path(d, '#fbfaf6', 'stroke="#8b949c" stroke-width="1"'),
    words(lettering, recipe.label.toUpperCase(), { ...text, size: tall * 0.27, y: y + tall * 0.46 }),
    words(lettering, recipe.code, { ...text, size: tall * 0.33, y: y + tall * 0.88 }),
  ].join('')
}

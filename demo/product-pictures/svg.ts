/** Small pieces of SVG. All measures are units of the 585 × 585 drawing. */

export const sheet = 585

/** Words as outlines: the machine that draws may have no fonts at all. */
export type Lettering = (text: string, sizeUnits: number) => { path: string; width: number }

export interface Box {
  x: number
  y: number
  w: number
  h: number
}

export const ink = '#17212b'
export const steel = '#51606e'

/** Two decimals are finer than any pixel we make, and keep the drawing small. */
export function n(value: number): string {
  return String(Math.round(value * 100) / 100)
}

export function rect(x: number, y: number, w: number, h: number, fill: string, more = ''): string {
  return `<rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}" fill="${fill}"${more && ` ${more}`}/>`
}

export function ellipse(cx: number, cy: number, rx: number, ry: number, fill: string, more = ''): string {
  return `<ellipse cx="${n(cx)}" cy="${n(cy)}" rx="${n(rx)}" ry="${n(ry)}" fill="${fill}"${more && ` ${more}`}/>`
}

export function path(d: string, fill: string, more = ''): string {
  return `<path d="${d}" fill="${fill}"${more && ` ${more}`}/>`
}

export function line(x1: number, y1: number, x2: number, y2: number, colour: string, width: number): string {
  return `<path d="M${n(x1)} ${n(y1)}L${n(x2)} ${n(y2)}" stroke="${colour}" stroke-width="${n(width)}" fill="none"/>`
}

export function polygon(points: readonly (readonly [number, number])[], fill: string, more = ''): string {
  return `<polygon points="${points.map(([x, y]) => `${n(x)},${n(y)}`).join(' ')}" fill="${fill}"${more && ` ${more}`}/>`
}

/** An upright tube seen slightly from above: straight sides, curved ends. `bend` is the half height of its ends. */
export function tube({ x, y, w, h }: Box, bend: number, fill: string, more = ''): string {
  const r = n(w / 2)
  const arc = `a${r} ${n(bend)} 0 0`
  return path(`M${n(x)} ${n(y)}${arc} 0 ${n(w)} 0v${n(h)}${arc} 1 ${n(-w)} 0z`, fill, more)
}

/** Text as outlines, centred on x; shrunk until it is at most `widest` units wide. */
export function words(
  lettering: Lettering,
  text: string,
  at: { x: number; y: number; size: number; widest?: number; turn?: number; colour?: string },
): string {
  const natural = lettering(text, at.size)
  const shrink = at.widest === undefined ? 1 : Math.min(1, at.widest / Math.max(natural.width, 1))
  const turn = at.turn ? ` rotate(${n(at.turn)})` : ''
  const place = `translate(${n(at.x)} ${n(at.y)})${turn} scale(${n(shrink)}) translate(${n(-natural.width / 2)} 0)`
  return `<path transform="${place}" d="${natural.path}" fill="${at.colour ?? ink}"/>`
}

/** A colour moved towards black (negative) or white (positive), amount −1…1. */
export function tint(hex: string, amount: number): string {
  const goal = amount < 0 ? 0 : 255
  const part = (from: number) => {
    const value = Number.parseInt(hex.slice(from, from + 2), 16)
    return Math.round(value + (goal - value) * Math.abs(amount))
      .toString(16)
      .padStart(2, '0')
  }
  return `#${part(1)}${part(3)}${part(5)}`
}

/** Light from the upper left, the same on every drawing. */
export const lights = `<defs>
<linearGradient id="round"><stop offset="0" stop-color="#000" stop-opacity=".52"/><stop offset=".09" stop-color="#000" stop-opacity=".26"/><stop offset=".24" stop-color="#fff" stop-opacity=".34"/><stop offset=".3" stop-color="#fff" stop-opacity=".38"/><stop offset=".42" stop-color="#fff" stop-opacity=".04"/><stop offset=".68" stop-color="#000" stop-opacity=".06"/><stop offset=".9" stop-color="#000" stop-opacity=".38"/><stop offset="1" stop-color="#000" stop-opacity=".56"/></linearGradient>
<linearGradient id="lying" x2="0" y2="1"><stop offset="0" stop-color="#000" stop-opacity=".3"/><stop offset=".2" stop-color="#fff" stop-opacity=".42"/><stop offset=".4" stop-color="#fff" stop-opacity=".05"/><stop offset=".7" stop-color="#000" stop-opacity=".1"/><stop offset="1" stop-color="#000" stop-opacity=".5"/></linearGradient>
<linearGradient id="top" x2="1" y2=".6"><stop offset="0" stop-color="#fff" stop-opacity=".35"/><stop offset=".6" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".2"/></linearGradient>
<linearGradient id="fall" x2="0" y2="1"><stop offset="0" stop-color="#000" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".22"/></linearGradient>
<radialGradient id="ground"><stop offset="0" stop-color="#17212b" stop-opacity=".34"/><stop offset=".6" stop-color="#17212b" stop-opacity=".16"/><stop offset="1" stop-color="#17212b" stop-opacity="0"/></radialGradient>
</defs>`

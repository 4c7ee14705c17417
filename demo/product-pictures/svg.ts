/** SVG elements as text. All measures are units of the 585 × 585 drawing. */

export const canvasSize = 585

/** Converts text to outlines, because the server may have no fonts. */
export type OutlineText = (text: string, sizeUnits: number) => { path: string; width: number }

export interface DrawingBox {
  x: number
  y: number
  w: number
  h: number
}

export const ink = '#17212b'
export const steel = '#51606e'

/** Two decimals are finer than a pixel of the largest picture and keep the drawing small. */
export function svgNumber(value: number): string {
  return String(Math.round(value * 100) / 100)
}

export function rect(x: number, y: number, w: number, h: number, fill: string, more = ''): string {
  return `<rect x="${svgNumber(x)}" y="${svgNumber(y)}" width="${svgNumber(w)}" height="${svgNumber(h)}" fill="${fill}"${more && ` ${more}`}/>`
}

export function ellipse(cx: number, cy: number, rx: number, ry: number, fill: string, more = ''): string {
  return `<ellipse cx="${svgNumber(cx)}" cy="${svgNumber(cy)}" rx="${svgNumber(rx)}" ry="${svgNumber(ry)}" fill="${fill}"${more && ` ${more}`}/>`
}

export function path(d: string, fill: string, more = ''): string {
  return `<path d="${d}" fill="${fill}"${more && ` ${more}`}/>`
}

export function svgLine(
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  colour: string,
  width: number,
): string {
  return `<path d="M${svgNumber(x1)} ${svgNumber(y1)}L${svgNumber(x2)} ${svgNumber(y2)}" stroke="${colour}" stroke-width="${svgNumber(width)}" fill="none"/>`
}

export function polygon(points: readonly (readonly [number, number])[], fill: string, more = ''): string {
  return `<polygon points="${points.map(([x, y]) => `${svgNumber(x)},${svgNumber(y)}`).join(' ')}" fill="${fill}"${more && ` ${more}`}/>`
}

/** An upright tube seen slightly from above: straight sides, curved ends. `bend` is the half height of its ends. */
export function tube({ x, y, w, h }: DrawingBox, bend: number, fill: string, more = ''): string {
  const r = svgNumber(w / 2)
  const arc = `a${r} ${svgNumber(bend)} 0 0`
  return path(
    `M${svgNumber(x)} ${svgNumber(y)}${arc} 0 ${svgNumber(w)} 0v${svgNumber(h)}${arc} 1 ${svgNumber(-w)} 0z`,
    fill,
    more,
  )
}

/** Text as outlines, centred on x; shrunk until it is at most `widest` units wide. */
export function drawText(
  outlineText: OutlineText,
  text: string,
  at: { x: number; y: number; size: number; widest?: number; turn?: number; colour?: string },
): string {
  const natural = outlineText(text, at.size)
  const shrink = at.widest === undefined ? 1 : Math.min(1, at.widest / Math.max(natural.width, 1))
  const turn = at.turn ? ` rotate(${svgNumber(at.turn)})` : ''
  const place = `translate(${svgNumber(at.x)} ${svgNumber(at.y)})${turn} scale(${svgNumber(shrink)}) translate(${svgNumber(-natural.width / 2)} 0)`
  return `<path transform="${place}" d="${natural.path}" fill="${at.colour ?? ink}"/>`
}

/** A colour moved towards black (negative) or white (positive), amount −1…1. */
export function shade(hex: string, amount: number): string {
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
export const gradients = `<defs>
<linearGradient id="round"><stop offset="0" stop-color="#000" stop-opacity=".52"/><stop offset=".09" stop-color="#000" stop-opacity=".26"/><stop offset=".24" stop-color="#fff" stop-opacity=".34"/><stop offset=".3" stop-color="#fff" stop-opacity=".38"/><stop offset=".42" stop-color="#fff" stop-opacity=".04"/><stop offset=".68" stop-color="#000" stop-opacity=".06"/><stop offset=".9" stop-color="#000" stop-opacity=".38"/><stop offset="1" stop-color="#000" stop-opacity=".56"/></linearGradient>
<linearGradient id="lying" x2="0" y2="1"><stop offset="0" stop-color="#000" stop-opacity=".3"/><stop offset=".2" stop-color="#fff" stop-opacity=".42"/><stop offset=".4" stop-color="#fff" stop-opacity=".05"/><stop offset=".7" stop-color="#000" stop-opacity=".1"/><stop offset="1" stop-color="#000" stop-opacity=".5"/></linearGradient>
<linearGradient id="top" x2="1" y2=".6"><stop offset="0" stop-color="#fff" stop-opacity=".35"/><stop offset=".6" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".2"/></linearGradient>
<linearGradient id="fall" x2="0" y2="1"><stop offset="0" stop-color="#000" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".22"/></linearGradient>
<radialGradient id="ground"><stop offset="0" stop-color="#17212b" stop-opacity=".34"/><stop offset=".6" stop-color="#17212b" stop-opacity=".16"/><stop offset="1" stop-color="#17212b" stop-opacity="0"/></radialGradient>
</defs>`

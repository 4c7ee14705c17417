/** The magnification of a picture and the fixed point of the scaling: 0 to 1 from its left and top edge. */
export interface Zoom {
  factor: number
  x: number
  y: number
}

interface Point {
  x: number
  y: number
}

// The largest factor is fixed (R-CATALOGUE-3).
const factors = [1, 2.5, 5, 10] as const

export const unzoomed: Zoom = { factor: 1, x: 0.5, y: 0.5 }
export const centre: Point = { x: 0.5, y: 0.5 }

export function isZoomedIn(zoom: Zoom): boolean {
  return zoom.factor > 1
}

/** The first press zooms in at that point, the second zooms out. */
export function toggleZoom(zoom: Zoom, { x, y }: Point): Zoom {
  return isZoomedIn(zoom) ? unzoomed : { factor: factors[1], x, y }
}

export function canStepZoom(zoom: Zoom, direction: 'in' | 'out'): boolean {
  return stepZoom(zoom, direction).factor !== zoom.factor
}

/** One step in or out at the same point; unchanged when there is no further step. */
export function stepZoom(zoom: Zoom, direction: 'in' | 'out'): Zoom {
  const next =
    direction === 'in'
      ? factors.find(factor => factor > zoom.factor)
      : factors.findLast(factor => factor < zoom.factor)
  if (next === undefined) return zoom
  return next === 1 ? unzoomed : { ...zoom, factor: next }
}

/** Moves the zoomed picture with the mouse pointer. */
export function followPointer(zoom: Zoom, { x, y }: Point): Zoom {
  return isZoomedIn(zoom) ? { ...zoom, x: clampShare(x), y: clampShare(y) } : zoom
}

/** Drags the zoomed picture; `by` is the distance as a share of the frame. */
export function dragZoom(zoom: Zoom, by: Point): Zoom {
  if (!isZoomedIn(zoom)) return zoom
  const reach = zoom.factor - 1
  return { ...zoom, x: clampShare(zoom.x - by.x / reach), y: clampShare(zoom.y - by.y / reach) }
}

const arrows: Record<string, Point> = {
  ArrowLeft: { x: 1, y: 0 },
  ArrowRight: { x: -1, y: 0 },
  ArrowUp: { x: 0, y: 1 },
  ArrowDown: { x: 0, y: -1 },
}
const shareOfFrame = 0.25

/** The zoom after a key press; null when the key is not for the picture. */
export function applyZoomKey(zoom: Zoom, key: string): Zoom | null {
  if (key === '+' || key === '=') return stepZoom(zoom, 'in')
  if (!isZoomedIn(zoom)) return null
  if (key === '-') return stepZoom(zoom, 'out')
  if (key === 'Escape') return unzoomed
  const arrow = arrows[key]
  return arrow ? dragZoom(zoom, { x: arrow.x * shareOfFrame, y: arrow.y * shareOfFrame }) : null
}

function clampShare(share: number): number {
  return Math.min(1, Math.max(0, share))
}

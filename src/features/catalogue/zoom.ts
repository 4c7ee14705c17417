/** How near a picture is shown, and which of its points stays where it is: 0 to 1 from its left and top edge. */
export interface Zoom {
  factor: number
  x: number
  y: number
}

interface Point {
  x: number
  y: number
}

// Specification §9: image zoom factor 10.
const factors = [1, 2.5, 5, 10] as const

export const whole: Zoom = { factor: 1, x: 0.5, y: 0.5 }
export const middle: Point = { x: 0.5, y: 0.5 }

export function isNear(zoom: Zoom): boolean {
  return zoom.factor > 1
}

/** Pressed once the picture comes near at that point, pressed again it is whole. */
export function toggled(zoom: Zoom, { x, y }: Point): Zoom {
  return isNear(zoom) ? whole : { factor: factors[1], x, y }
}

export function canGo(zoom: Zoom, way: 'nearer' | 'farther'): boolean {
  return stepped(zoom, way).factor !== zoom.factor
}

/** One step nearer or farther, with the same point in sight; at either end nothing changes. */
export function stepped(zoom: Zoom, way: 'nearer' | 'farther'): Zoom {
  const next =
    way === 'nearer'
      ? factors.find(factor => factor > zoom.factor)
      : factors.findLast(factor => factor < zoom.factor)
  if (next === undefined) return zoom
  return next === 1 ? whole : { ...zoom, factor: next }
}

/** Under a mouse the picture follows the pointer. */
export function pointedAt(zoom: Zoom, { x, y }: Point): Zoom {
  return isNear(zoom) ? { ...zoom, x: within(x), y: within(y) } : zoom
}

/** Under a finger it follows the finger: `by` is the way it went, as a share of the frame. */
export function dragged(zoom: Zoom, by: Point): Zoom {
  if (!isNear(zoom)) return zoom
  const reach = zoom.factor - 1
  return { ...zoom, x: within(zoom.x - by.x / reach), y: within(zoom.y - by.y / reach) }
}

const arrows: Record<string, Point> = {
  ArrowLeft: { x: 1, y: 0 },
  ArrowRight: { x: -1, y: 0 },
  ArrowUp: { x: 0, y: 1 },
  ArrowDown: { x: 0, y: -1 },
}
const shareOfFrame = 0.25

/** What a key does to the picture; null: nothing, the key is somebody else's. */
export function afterKey(zoom: Zoom, key: string): Zoom | null {
  if (key === '+' || key === '=') return stepped(zoom, 'nearer')
  if (!isNear(zoom)) return null
  if (key === '-') return stepped(zoom, 'farther')
  if (key === 'Escape') return whole
  const arrow = arrows[key]
  return arrow ? dragged(zoom, { x: arrow.x * shareOfFrame, y: arrow.y * shareOfFrame }) : null
}

function within(share: number): number {
  return Math.min(1, Math.max(0, share))
}

/** An isometric projection: a view from a corner above, at 30°. */
export interface Iso {
  /** (along the long side, along the short side, up) → a point of the drawing. */
  at: (along: number, across: number, up: number) => [number, number]
}

const run = Math.cos(Math.PI / 6)
const rise = 0.5

/** A box of the given measures (any unit) scaled to fill the frame and centred in it. */
export function isoBox(
  size: { length: number; width: number; height: number },
  frame: { x: number; y: number; w: number; h: number },
): Iso {
  const wide = (size.length + size.width) * run
  const tall = (size.length + size.width) * rise + size.height
  const scale = Math.min(frame.w / wide, frame.h / tall)
  const left = frame.x + (frame.w - wide * scale) / 2
  const top = frame.y + (frame.h - tall * scale) / 2
  return {
    // The long side runs down to the right, the short side down to the left.
    at: (along, across, up) => [
      left + (size.width - across + along) * run * scale,
      top + (size.height - up + (along + across) * rise) * scale,
    ],
  }
}

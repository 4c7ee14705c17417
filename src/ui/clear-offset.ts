/** From the top of the window, in px. */
export interface VerticalSpan {
  top: number
  bottom: number
}

/** Between toasts and the edge of the window, and between toasts and what they must not cover. */
export const toastMargin = 16

/**
 * The smallest distance from the bottom of the window at which a box of this height covers none of the obstacles. Where
 * there is no such place, the bottom.
 */
export function findClearOffset(
  height: number,
  windowHeight: number,
  obstacles: readonly VerticalSpan[],
): number {
  const isClear = (offset: number) => {
    const bottom = windowHeight - offset
    return obstacles.every(each => each.bottom <= bottom - height || each.top >= bottom)
  }
  const candidates = [0, ...obstacles.map(({ top }) => windowHeight - top)].map(
    offset => offset + toastMargin,
  )
  const inWindow = candidates.filter(offset => offset >= toastMargin && offset + height <= windowHeight)
  return inWindow.toSorted((a, b) => a - b).find(isClear) ?? toastMargin
}

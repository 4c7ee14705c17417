const gapPx = 8
const minHeightPx = 200
const maxHeightPx = 544

/**
 * Ends the list below the field where the visible part of the screen ends, which on a phone is above the keyboard. With
 * too little space the focused field is scrolled to the top.
 */
export function fitPanel(panel: HTMLElement, field: HTMLElement): void {
  if (getSpace(field) < minHeightPx && document.activeElement === field) {
    field.scrollIntoView({ block: 'start', behavior: 'instant' })
  }
  panel.style.maxHeight = `${Math.min(maxHeightPx, Math.max(minHeightPx, getSpace(field)))}px`
}

function getSpace(field: HTMLElement): number {
  const visible = visualViewport ?? { offsetTop: 0, height: innerHeight }
  return visible.offsetTop + visible.height - field.getBoundingClientRect().bottom - gapPx
}

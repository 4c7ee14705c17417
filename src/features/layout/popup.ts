/** When a flash message pops up, in ms (specification §9): later on the basket, which fills in first. */
export function popupAfterMs(path: string): number {
  return path === '/basket' ? 250 : 100
}

/** After how many ms a flash message appears as a toast (R-PAGE-3). */
export function getFlashDelayMs(path: string): number {
  return path === '/basket' ? 250 : 100
}

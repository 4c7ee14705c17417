import { type Building, keep, restore } from './building.ts'

const key = 'wallpaper'

/** What this browser tab remembers; a browser that refuses remembers nothing. */
export function readKept(owner: string, known: readonly number[]): Building {
  try {
    return restore(sessionStorage.getItem(key), owner, known)
  } catch {
    return restore(null, owner, known)
  }
}

export function writeKept(building: Building, owner: string): void {
  try {
    if (building.mode === 'start') sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, keep(building, owner))
  } catch {
    // The choice holds as long as the page does.
  }
}

import { parseJson } from '../../lib/json.ts'
import { maxWallpaperLists } from './messages.ts'

/** The state of the wallpaper builder (R-LIST-3): in mode 'build' lists are added and removed. */
export interface BuilderState {
  mode: 'start' | 'build'
  /** List ids in the order in which they were chosen. */
  lists: readonly number[]
}

export const initialBuilderState: BuilderState = { mode: 'start', lists: [] }

/** The state after 'Create PDF Wallpaper'. */
export function startBuilding(): BuilderState {
  return { mode: 'build', lists: [] }
}

/** The state after '+ Wallpaper' or '- Wallpaper'; null: the wallpaper has the most lists already. */
export function toggleWallpaperList(state: BuilderState, list: number): BuilderState | null {
  const { lists } = state
  if (lists.includes(list)) return { ...state, lists: lists.filter(id => id !== list) }
  return lists.length >= maxWallpaperLists ? null : { ...state, lists: [...lists, list] }
}

/** The state as stored for the browser session, with its owner: the next person at this computer starts anew. */
export function serializeBuilderState(state: BuilderState, owner: string): string {
  return JSON.stringify({ owner, ...state })
}

/** Parses the stored state of this owner, without lists that no longer exist. Anything invalid is the initial state. */
export function parseBuilderState(
  stored: string | null,
  owner: string,
  existingLists: readonly number[],
): BuilderState {
  const parsed = parseObject(stored)
  if (parsed === null || parsed.owner !== owner || parsed.mode !== 'build' || !Array.isArray(parsed.lists)) {
    return initialBuilderState
  }
  const lists = [...new Set(parsed.lists as unknown[])].filter(
    (list): list is number => typeof list === 'number' && existingLists.includes(list),
  )
  return { mode: 'build', lists: lists.slice(0, maxWallpaperLists) }
}

function parseObject(text: string | null): Record<string, unknown> | null {
  const value = parseJson(text ?? '')
  return typeof value === 'object' ? (value as Record<string, unknown> | null) : null
}

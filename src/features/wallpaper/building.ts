import { mostLists } from './messages.ts'

/** The builder of specification §4: nothing is chosen at the start; while building, lists are put in and taken out. */
export interface Building {
  mode: 'start' | 'build'
  /** Ids, in the order in which they were chosen. */
  lists: readonly number[]
}

export const notBuilding: Building = { mode: 'start', lists: [] }

/** 'Create PDF Wallpaper'. */
export function begin(): Building {
  return { mode: 'build', lists: [] }
}

/** '+ Wallpaper' and '- Wallpaper'; null: there is no room for another list. */
export function toggle(building: Building, list: number): Building | null {
  const { lists } = building
  if (lists.includes(list)) return { ...building, lists: lists.filter(other => other !== list) }
  return lists.length >= mostLists ? null : { ...building, lists: [...lists, list] }
}

/** The session's memory as text; `owner` names whose it is, so that the next person at this computer starts anew. */
export function keep(building: Building, owner: string): string {
  return JSON.stringify({ owner, ...building })
}

/** What was kept; lists that are not there (any more) are left out. */
export function restore(kept: string | null, owner: string, known: readonly number[]): Building {
  const read = parse(kept)
  if (read === null || read.owner !== owner || read.mode !== 'build' || !Array.isArray(read.lists)) {
    return notBuilding
  }
  const lists = [...new Set(read.lists as unknown[])].filter(
    (list): list is number => typeof list === 'number' && known.includes(list),
  )
  return { mode: 'build', lists: lists.slice(0, mostLists) }
}

function parse(text: string | null): Record<string, unknown> | null {
  try {
    const read: unknown = JSON.parse(text ?? 'null')
    return typeof read === 'object' ? (read as Record<string, unknown> | null) : null
  } catch {
    return null
  }
}

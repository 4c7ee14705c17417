import { type BuilderState, parseBuilderState, serializeBuilderState } from './builder-state.ts'

const key = 'wallpaper'

/** The state stored for this browser session; the initial state when storage is not available. */
export function loadBuilderState(owner: string, existingLists: readonly number[]): BuilderState {
  try {
    return parseBuilderState(sessionStorage.getItem(key), owner, existingLists)
  } catch {
    return parseBuilderState(null, owner, existingLists)
  }
}

export function saveBuilderState(state: BuilderState, owner: string): void {
  try {
    if (state.mode === 'start') sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, serializeBuilderState(state, owner))
  } catch {
    // Without storage, the choice lasts until the page is left.
  }
}

import { type ComponentType, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { Frame } from './shell/Frame.tsx'
import type { FrameProps } from './shell/frame.ts'
import type { Page, PageState } from './ui/page.ts'

/** Gives the page that the server wrote its life: from here on it answers to clicks and keys. */
export function wake(screen: Record<string, unknown>, state: Omit<PageState, 'scripts'>): void {
  const page = Object.values(screen).find(isPage)
  if (!page) return
  const Screen = page.component
  const root = document.getElementById('root')!
  // In steps that let a tap through, not in one go.
  startTransition(() => {
    hydrateRoot(
      root,
      <Frame frame={state.frame as FrameProps}>
        <Screen {...(state.props as object)} />
      </Frame>,
    )
  })
}

function isPage(value: unknown): value is Page<object> & { component: ComponentType<object> } {
  return typeof value === 'object' && value !== null && 'component' in value && 'name' in value
}

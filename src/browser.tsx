import './ui/theme.css'
import type { ComponentType } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { Frame } from './shell/Frame.tsx'
import type { FrameProps } from './shell/frame.ts'
import type { Page, PageState } from './ui/page.ts'

// One chunk for each screen: the folder is the table.
const screens = import.meta.glob<Record<string, unknown>>('./*/*Page.tsx')

async function wake(): Promise<void> {
  const root = document.getElementById('root')
  const written = document.getElementById('page-state')?.textContent
  if (!root || !written) return
  const state = JSON.parse(written) as PageState
  const load = screens[`./${state.page}.tsx`]
  if (!load) return
  const page = Object.values(await load()).find(isPage)
  if (!page) return
  const Screen = page.component
  hydrateRoot(
    root,
    <Frame frame={state.frame as FrameProps}>
      <Screen {...(state.props as object)} />
    </Frame>,
  )
}

function isPage(value: unknown): value is Page<object> & { component: ComponentType<object> } {
  return typeof value === 'object' && value !== null && 'component' in value && 'name' in value
}

void wake()

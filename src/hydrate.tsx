import { type ComponentType, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { Layout } from './features/layout/Layout.tsx'
import type { LayoutProps } from './features/layout/layout-props.ts'
import { HydrationRoot } from './ui/Document.tsx'
import type { Page, PageState } from './ui/page.ts'

/** Hydrates the page that the server rendered. */
export async function hydrate(
  screen: Record<string, unknown>,
  state: Omit<PageState, 'scripts'>,
): Promise<void> {
  const page = Object.values(screen).find(isPage)
  if (!page) return
  const Screen = page.component
  await page.prepare?.(state.props as object)
  const root = document.getElementById('root')!
  // A transition runs in slices, so that input is handled in between.
  startTransition(() => {
    hydrateRoot(
      root,
      <HydrationRoot>
        <Layout {...(state.layout as LayoutProps)}>
          <Screen {...(state.props as object)} />
        </Layout>
      </HydrationRoot>,
    )
  })
}

function isPage(value: unknown): value is Page<object> & { component: ComponentType<object> } {
  return typeof value === 'object' && value !== null && 'component' in value && 'name' in value
}

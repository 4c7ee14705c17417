import type { ComponentType } from 'react'

/** A screen as both sides know it: the server renders it, the browser loads its chunk and hydrates it. */
export interface Page<Props> {
  /** The file's path from src without its ending: 'basket/BasketPage', '../demo/component-gallery/GalleryPage'. */
  name: string
  component: ComponentType<Props>
}

export function definePage<Props>(name: string, component: ComponentType<Props>): Page<Props> {
  return { name, component }
}

/** What the server writes into the document for the browser to hydrate it with. */
export interface PageState {
  /** Addresses: the hydration code, the screen's own chunk, and whatever these two import. */
  scripts: string[]
  props: unknown
  layout: unknown
}

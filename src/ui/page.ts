import type { ComponentType } from 'react'

/** A screen as both sides know it: the server renders it, the browser loads its chunk and wakes it. */
export interface Page<Props> {
  /** The file's path from src without its ending: 'basket/BasketPage', '../demo/component-gallery/GalleryPage'. */
  name: string
  component: ComponentType<Props>
}

export function definePage<Props>(name: string, component: ComponentType<Props>): Page<Props> {
  return { name, component }
}

/** What the server writes into the page for the browser to wake it with. */
export interface PageState {
  /** Addresses: the code that wakes a page, the screen's own, and whatever these two import. */
  scripts: string[]
  props: unknown
  frame: unknown
}

import type { ComponentType, ReactNode } from 'react'

/** A screen: the server renders it, the browser loads its chunk and hydrates it. */
export interface Page<Props> {
  /** The file's path from src without its extension: 'features/basket/page/BasketPage', '../demo/component-gallery/GalleryPage'. */
  name: string
  component: ComponentType<Props>
  /** Loads what the page needs for its first view besides its own chunk, before the browser hydrates it. */
  prepare?: ((props: Props) => Promise<void>) | undefined
}

export function definePage<Props>(
  name: string,
  component: ComponentType<Props>,
  prepare?: Page<Props>['prepare'],
): Page<Props> {
  return { name, component, prepare }
}

/** The state that the server writes into the document for hydration. */
export interface PageState {
  /** URLs of the hydration code, the screen's own chunk, and all that these two import. */
  scripts: string[]
  props: unknown
  layout: unknown
  /** Of a page that answers a form: the path of the page with that form. */
  formPath?: string | undefined
}

/** Draws a part of a page on the server. As a prop it is left out of the page's state, because JSON has no functions. */
export type ServerPart = (() => ReactNode) | undefined

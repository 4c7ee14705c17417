import { type ComponentType, createElement, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import type { FieldErrors } from '../../lib/calls/field-checks.ts'
import type { Flash } from '../../lib/flash.ts'
import { type DisplayPreferences, Document } from '../../ui/Document.tsx'
import type { Page } from '../../ui/page.ts'
import type { PolicyOptions } from '../http/headers.ts'
import type { Assets } from './assets.ts'

export interface Head {
  title: string
  description?: string
  /** The canonical path of this content: '/filterhouse/fh-oil-1'. */
  canonical?: string
  /** Not for search engines. */
  noindex?: boolean
  jsonLd?: object[]
  status?: number
  /** Of a form that was refused: the title says so, and the status is 422 unless another is given. */
  errors?: FieldErrors
  policy?: PolicyOptions
  /** Props of the layout that this page replaces. */
  layout?: object
}

/** A redirect that a page route answers instead of a screen. */
export interface Redirect {
  to: string
  status?: 301 | 302 | 303
  flash?: Flash
}

/** A screen with its props, which a page route answers. */
export interface PageResult {
  page: Page<never>
  props: unknown
  /** The props that the browser hydrates with. */
  state: unknown
  head: Head
  /** Called each time the page is sent to somebody, from the cache too. */
  onSend?: () => void
}

/** Whether the page displays a form that was refused. */
export const isRejected = ({ errors = {} }: Head): boolean => Object.keys(errors).length > 0

/** `served`: shorter props for the browser, of what is drawn on the server only. */
export function toPageResult<Props>(
  page: Page<Props>,
  props: Props,
  head: Head,
  served?: Partial<Props>,
): PageResult {
  return {
    page: page as unknown as Page<never>,
    props,
    state: served ? { ...props, ...served } : props,
    head,
  }
}

/** What all documents of the shop share. */
export interface DocumentSetup<LayoutProps> {
  layout: ComponentType<LayoutProps & { children?: ReactNode }>
  baseUrl: () => string
  shopName: string
  assets: Assets
}

/** Renders the whole document with one renderToString: streaming is 2.6 times slower for pages of this size. */
export function renderDocument<LayoutProps extends object>(
  { layout: Layout, baseUrl, shopName, assets }: DocumentSetup<LayoutProps>,
  { page, props, state, head }: PageResult,
  sharedLayout: LayoutProps,
  preferences: DisplayPreferences,
  formPath?: string,
): string {
  const screen = createElement(page.component as ComponentType<object>, props as object)
  const layout = { ...sharedLayout, ...head.layout }
  const { title, description, canonical, noindex, jsonLd } = head
  const documentProps = {
    head: {
      title: `${isRejected(head) ? 'Error: ' : ''}${title} – ${shopName}`,
      description,
      canonical: canonical === undefined ? undefined : baseUrl() + canonical,
      noindex,
      jsonLd,
    },
    preferences,
    styles: assets.styles,
    script: assets.script,
    state: { scripts: assets.scripts(page.name), props: state, layout, formPath },
  }
  const document = createElement(Document, documentProps, createElement(Layout, layout, screen))
  return `<!doctype html>${renderToString(document)}`
}

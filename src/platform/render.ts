import { type ComponentType, createElement, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import type { Page, PageState } from '../ui/page.ts'
import type { Assets } from './assets.ts'
import type { PolicyOptions } from './headers.ts'
import { escapeHtml } from './text.ts'

export interface Head {
  title: string
  description?: string
  /** The one address of this content, from the root: '/filterhouse/fh-oil-1'. */
  canonical?: string
  /** Not for search engines. */
  noindex?: boolean
  jsonLd?: object[]
  status?: number
  policy?: PolicyOptions
}

/** What a page route answers: a screen with its props. */
export interface Shown {
  page: Page<never>
  props: unknown
  head: Head
}

export function show<Props>(page: Page<Props>, props: Props, head: Head): Shown {
  return { page: page as unknown as Page<never>, props, head }
}

export interface FrameOf<FrameProps> {
  component: ComponentType<{ frame: FrameProps; children?: ReactNode }>
  baseUrl: () => string
  shopName: string
  assets: Assets
}

/** All data first, then one renderToString: streaming is 2.6 times slower for pages of this size. */
export function renderDocument<F>(house: FrameOf<F>, frame: F, shown: Shown): string {
  const { page, props, head } = shown
  const body = renderToString(
    createElement(
      house.component,
      { frame },
      createElement(page.component as ComponentType<object>, props as object),
    ),
  )
  const state: PageState = { page: page.name, props, frame }
  return `<!doctype html><html lang="en-GB"><head>${headHtml(house, head, page.name)}</head><body><div id="root">${body}</div><script type="application/json" id="page-state">${jsonForHtml(state)}</script></body></html>`
}

function headHtml<F>(house: FrameOf<F>, head: Head, page: string): string {
  const canonical = head.canonical === undefined ? null : escapeHtml(house.baseUrl() + head.canonical)
  return [
    '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(head.title)} – ${escapeHtml(house.shopName)}</title>`,
    head.description ? `<meta name="description" content="${escapeHtml(head.description)}">` : '',
    head.noindex ? '<meta name="robots" content="noindex">' : '',
    canonical ? `<link rel="canonical" href="${canonical}">` : '',
    '<meta name="theme-color" content="#17212b"><link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    house.assets.head,
    house.assets.preloads(page),
    ...(head.jsonLd ?? []).map(data => `<script type="application/ld+json">${jsonForHtml(data)}</script>`),
  ].join('')
}

// '<' is the only character that could end the script element early; U+2028/9 are harmless in JSON blocks.
function jsonForHtml(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}

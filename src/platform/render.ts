import { type ComponentType, createElement, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import type { Page } from '../ui/page.ts'
import type { Assets } from './assets.ts'
import { bytesOf } from './bytes.ts'
import type { PolicyOptions } from './headers.ts'
import { beginning } from './root-marks.ts'
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
export function renderDocument<F>(house: FrameOf<F>, frame: F, shown: Shown): Buffer {
  const { page, props } = shown
  const body = renderToString(
    createElement(
      house.component,
      { frame },
      createElement(page.component as ComponentType<object>, props as object),
    ),
  )
  const { before, state } = surroundings(house, shown)
  return bytesOf([before, body, state, jsonForHtml(frame), '}</script></body></html>'])
}

/** What stands around the body whoever looks at it: made once for content that is shown to many. */
interface Surroundings {
  before: string
  /** The state for the browser (ui/page.ts), up to the frame's, which is the visitor's own. */
  state: string
}

const surroundingsOf = new WeakMap<Shown, Surroundings>()

function surroundings<F>(house: FrameOf<F>, shown: Shown): Surroundings {
  const known = surroundingsOf.get(shown)
  if (known) return known
  const { page, props, head } = shown
  const made = {
    before: `${beginning}<head>${headHtml(house, head)}</head><body><div id="root">`,
    state: `</div><script type="application/json" id="page-state">{"scripts":${jsonForHtml(house.assets.scripts(page.name))},"props":${jsonForHtml(props)},"frame":`,
  }
  surroundingsOf.set(shown, made)
  return made
}

function headHtml<F>(house: FrameOf<F>, head: Head): string {
  const canonical = head.canonical === undefined ? null : escapeHtml(house.baseUrl() + head.canonical)
  return [
    '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(head.title)} – ${escapeHtml(house.shopName)}</title>`,
    head.description ? `<meta name="description" content="${escapeHtml(head.description)}">` : '',
    head.noindex ? '<meta name="robots" content="noindex">' : '',
    canonical ? `<link rel="canonical" href="${canonical}">` : '',
    '<meta name="theme-color" content="#17212b"><link rel="icon" href="/favicon.ico" sizes="32x32"><link rel="icon" href="/favicon.svg" type="image/svg+xml"><link rel="apple-touch-icon" href="/apple-touch-icon.png"><link rel="manifest" href="/manifest.webmanifest">',
    house.assets.head,
    ...(head.jsonLd ?? []).map(data => `<script type="application/ld+json">${jsonForHtml(data)}</script>`),
  ].join('')
}

// '<' is the only character that could end the script element early; U+2028/9 are harmless in JSON blocks.
function jsonForHtml(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}

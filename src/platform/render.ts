import { type ComponentType, createElement, type ReactNode } from 'react'
import type { Page } from '../ui/page.ts'
import type { Assets } from './assets.ts'
import { bytesOf } from './bytes.ts'
import type { PolicyOptions } from './headers.ts'
import { type Marked, putParts, renderMarked } from './kept-parts.ts'
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
  const parts = partsOf.get(shown)
  if (parts) return renderAgain(house, frame, shown, parts)
  const made = makeParts(house, shown)
  partsOf.set(shown, made)
  return bytesOf([made.before, ...wholeBody(house, frame, shown), ...ending(made, frame)])
}

/** What a page has whoever looks at it: made once for content that is shown to many. */
interface Parts {
  before: Buffer
  /** The screen's own part of the body; null until it is shown a second time. */
  screen: ScreenParts | null
  /** The state for the browser (ui/page.ts), up to the frame's, which is the visitor's own. */
  state: Buffer
}

interface ScreenParts {
  /** What React puts in front of the whole body: the screen's pictures, to be fetched at once. */
  ahead: Buffer
  markup: Buffer
}

const partsOf = new WeakMap<Shown, Parts>()
const mainEnd = '</main>'

/** Content that was shown before: only the frame around it is rendered anew. The screen knows nothing of the frame. */
function renderAgain<F>(house: FrameOf<F>, frame: F, shown: Shown, parts: Parts): Buffer {
  const around = renderMarked(createElement(house.component, { frame }))
  const at = around.markup.lastIndexOf(mainEnd)
  const [top, bottom] = [around.markup.slice(0, at), around.markup.slice(at)]
  if (!parts.screen) {
    const whole = renderWhole(house, frame, shown)
    if (whole.parts.length === around.parts.length) parts.screen = screenParts(whole.markup, top, bottom)
    return bytesOf([parts.before, ...putParts([whole.markup], whole.parts), ...ending(parts, frame)])
  }
  const { ahead, markup } = parts.screen
  const body = putParts([ahead, top, markup, bottom], around.parts)
  return bytesOf([parts.before, ...body, ...ending(parts, frame)])
}

/**
 * The screen stands at the end of the frame's `main`: its markup is what the whole has more than the frame alone. Null:
 * the frame came out otherwise around the screen, and the page has to be rendered whole.
 */
function screenParts(whole: string, top: string, bottom: string): ScreenParts | null {
  const start = whole.indexOf(top)
  if (start === -1 || !whole.endsWith(bottom)) return null
  return {
    ahead: Buffer.from(whole.slice(0, start)),
    markup: Buffer.from(whole.slice(start + top.length, -bottom.length)),
  }
}

function wholeBody<F>(house: FrameOf<F>, frame: F, shown: Shown): (string | Buffer)[] {
  const { markup, parts } = renderWhole(house, frame, shown)
  return putParts([markup], parts)
}

function renderWhole<F>(house: FrameOf<F>, frame: F, { page, props }: Shown): Marked {
  const screen = createElement(page.component as ComponentType<object>, props as object)
  return renderMarked(createElement(house.component, { frame }, screen))
}

function makeParts<F>(house: FrameOf<F>, { page, props, head }: Shown): Parts {
  return {
    before: Buffer.from(`${beginning}<head>${headHtml(house, head)}</head><body><div id="root">`),
    screen: null,
    state: Buffer.from(
      `</div><script type="application/json" id="page-state">{"scripts":${jsonForHtml(house.assets.scripts(page.name))},"props":${jsonForHtml(props)},"frame":`,
    ),
  }
}

const ending = ({ state }: Parts, frame: unknown): (string | Buffer)[] => [
  state,
  jsonForHtml(frame),
  '}</script></body></html>',
]

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

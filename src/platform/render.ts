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
  if (parts?.screen) return around(house, frame, parts, parts.screen)
  const outside = outsideOf(house, shown)
  const whole = renderWhole(house, frame, shown)
  // Most content is shown once. What is shown again is content that is kept: it will be shown more often.
  if (parts === undefined) partsOf.set(shown, null)
  if (parts === null) partsOf.set(shown, makeParts(house, frame, whole, outside))
  return bytesOf([outside.before, ...putParts([whole.markup], whole.parts), outside.state, ...ending(frame)])
}

/** What stands before the body, and behind it up to the frame's state, which is the visitor's own (ui/page.ts). */
interface Outside<Text> {
  before: Text
  state: Text
}

/** What a page has whoever looks at it: made once for content that is shown to many. */
interface Parts extends Outside<Buffer> {
  /** The screen's own part of the body; null where it cannot be told from the frame's. */
  screen: ScreenParts | null
}

interface ScreenParts {
  /** What React puts in front of the whole body: the screen's pictures, to be fetched at once. */
  ahead: Buffer
  markup: Buffer
}

/** Null: shown once. */
const partsOf = new WeakMap<Shown, Parts | null>()

/** Content that was shown before: only the frame around it is rendered anew. The screen knows nothing of the frame. */
function around<F>(house: FrameOf<F>, frame: F, { before, state }: Parts, screen: ScreenParts): Buffer {
  const { top, bottom, parts } = renderFrame(house, frame)
  const body = putParts([screen.ahead, top, screen.markup, bottom], parts)
  return bytesOf([before, ...body, state, ...ending(frame)])
}

function renderWhole<F>(house: FrameOf<F>, frame: F, { page, props }: Shown): Marked {
  const screen = createElement(page.component as ComponentType<object>, props as object)
  return renderMarked(createElement(house.component, { frame }, screen))
}

/** The frame up to the end of its `main`, where the screen belongs, and from there on. */
function renderFrame<F>(house: FrameOf<F>, frame: F) {
  const { markup, parts } = renderMarked(createElement(house.component, { frame }))
  const at = markup.lastIndexOf('</main>')
  return { top: markup.slice(0, at), bottom: markup.slice(at), parts }
}

/** The screen's markup is what the whole has more than the frame alone. */
function makeParts<F>(house: FrameOf<F>, frame: F, whole: Marked, outside: Outside<string>): Parts {
  const { top, bottom, parts } = renderFrame(house, frame)
  const start = whole.markup.indexOf(top)
  const isFrameTheSame = whole.parts.length === parts.length && start !== -1 && whole.markup.endsWith(bottom)
  return {
    before: Buffer.from(outside.before),
    screen: isFrameTheSame
      ? {
          ahead: Buffer.from(whole.markup.slice(0, start)),
          markup: Buffer.from(whole.markup.slice(start + top.length, -bottom.length)),
        }
      : null,
    state: Buffer.from(outside.state),
  }
}

function outsideOf<F>(house: FrameOf<F>, { page, props, head }: Shown): Outside<string> {
  return {
    before: `${beginning}<head>${headHtml(house, head)}</head><body><div id="root">`,
    state: `</div><script type="application/json" id="page-state">{"scripts":${jsonForHtml(house.assets.scripts(page.name))},"props":${jsonForHtml(props)},"frame":`,
  }
}

const ending = (frame: unknown): string[] => [jsonForHtml(frame), '}</script></body></html>']

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

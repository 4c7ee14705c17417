import { createElement, Fragment, type HTMLAttributes, type ReactNode } from 'react'
import type { PageState, ServerPart } from './page.ts'

export interface DocumentHead {
  title: string
  description?: string
  /** Absolute. */
  canonical?: string
  noindex?: boolean
  jsonLd?: object[]
}

/** Display preferences from cookies, so that the style sheet can follow them before any script runs. */
export interface DisplayPreferences {
  /** Which price comes first, excluding or including VAT. */
  vat: 'ex' | 'inc'
  /** The fonts are in the browser's cache, so the first paint may use them. */
  hasFonts: boolean
}

interface DocumentProps {
  head: DocumentHead
  preferences: DisplayPreferences
  styles: string[]
  /** Null without a build. */
  script: string | null
  state: PageState
  /** The part that the browser hydrates. */
  children?: ReactNode
}

/** The whole HTML document, rendered on the server only. The browser hydrates its #root as HydrationRoot. */
export function Document({ head, preferences, styles, script, state, children }: DocumentProps) {
  return (
    <html
      lang="en-GB"
      data-vat={preferences.vat === 'inc' ? 'inc' : undefined}
      data-fonts={preferences.hasFonts ? '' : undefined}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{head.title}</title>
        {head.description && <meta name="description" content={head.description} />}
        {head.noindex && <meta name="robots" content="noindex" />}
        {head.canonical && <link rel="canonical" href={head.canonical} />}
        <meta name="theme-color" content="#17212b" />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        {styles.map(href => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        {script !== null && <script type="module" src={script} />}
        {head.jsonLd?.map((data, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rendered once, on the server
          <JsonScript key={index} type="application/ld+json" data={data} />
        ))}
      </head>
      <body>
        <div id="root">{children}</div>
        <JsonScript type="application/json" id="page-state" data={state} />
      </body>
    </html>
  )
}

/**
 * The content of #root as the browser hydrates it. useId derives ids from the positions of siblings, so this repeats the
 * two places where #root has siblings in Document: after the head, and before the state.
 */
export function HydrationRoot({ children }: { children: ReactNode }) {
  const body = createElement(Fragment, null, children, null)
  return createElement(Fragment, null, null, body)
}

/** React takes an element with `servedContent` as the server sent it: what is in it is neither downloaded nor hydrated again. */
export const servedContent = { suppressHydrationWarning: true, dangerouslySetInnerHTML: { __html: '' } }

/** A <div> of plain markup, links and forms: in the browser `part` is undefined. */
export function Served({ part, className }: { part: ServerPart; className?: string }) {
  return part ? <div className={className}>{part()}</div> : <div className={className} {...servedContent} />
}

/** As `Served`, a <nav>. */
export function ServedNav({
  part,
  ...attributes
}: { part: ServerPart } & Omit<HTMLAttributes<HTMLElement>, 'part'>) {
  return part ? <nav {...attributes}>{part()}</nav> : <nav {...attributes} {...servedContent} />
}

function JsonScript({ type, id, data }: { type: string; id?: string; data: unknown }) {
  // '<' is the only character that could end the script element early.
  const json = JSON.stringify(data).replaceAll('<', '\\u003c')
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React would escape the quotes of JSON
  return <script type={type} id={id} dangerouslySetInnerHTML={{ __html: json }} />
}

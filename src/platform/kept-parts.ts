import { type ComponentType, createElement, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { KeepParts } from '../ui/Kept.tsx'

// Most of what surrounds a page is the same on every page: menus, the help, the terms. React takes as long for it as for
// a screen, so its markup is made once (ui/Kept.tsx) and put between what is rendered for the visitor.

/** Markup in which a mark stands for each kept part, and these in their order. */
export interface Marked {
  markup: string
  parts: Buffer[]
}

export function renderMarked(element: ReactNode): Marked {
  const parts: Buffer[] = []
  const keep = <Props extends object>(part: ComponentType<Props>, props: Props) => {
    parts.push(partMarkup(part, props))
    return createElement(markName)
  }
  return { markup: renderToString(createElement(KeepParts, { value: keep }, element)), parts }
}

/** The texts with the parts in place of their marks. What is bytes already has none. */
export function putParts(texts: (string | Buffer)[], parts: readonly Buffer[]): (string | Buffer)[] {
  let next = 0
  return texts.flatMap(text => {
    if (typeof text !== 'string') return [text]
    const [first = '', ...rest] = text.split(mark)
    return [first, ...rest.flatMap(after => [parts[next++]!, after])]
  })
}

// Nothing that is shown as text can write an element.
const markName = 'kept-part'
const mark = `<${markName}></${markName}>`

/** Names of those who are signed in are props too: beyond this many the keeping begins anew. */
const mostMarkups = 100
const markups = new Map<ComponentType<never>, Map<string, Buffer>>()

function partMarkup<Props extends object>(part: ComponentType<Props>, props: Props): Buffer {
  const key = JSON.stringify(props)
  const kept = markups.get(part as ComponentType<never>)
  const known = kept?.get(key)
  if (known) return known
  const made = Buffer.from(renderToString(createElement(part, props)))
  if (kept && kept.size < mostMarkups) kept.set(key, made)
  else markups.set(part as ComponentType<never>, new Map([[key, made]]))
  return made
}

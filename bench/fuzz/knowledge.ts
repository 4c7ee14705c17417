import { listForms, listLinks, type PageForm } from '../../tests/support/page-forms.ts'
import type { Role } from './people.ts'

const maxValues = 60
const maxUrls = 25
/** Documents take the time of a drawing, and all captured e-mails the time of reading 200. */
const skipped = /^\/(?:_sandbox|media)\/|\.(?:pdf|csv|xlsx|webp|avif|png|svg|zip)(?:\?|$)/

/** What people have read on the pages so far: links, forms, references and versions. */
export class Knowledge {
  /** By who has read it and by pattern, so that 3,000 products are no more likely than the one basket. */
  readonly #urls = new Map<string, Map<string, string[]>>()
  readonly #picks = new Map<string, number>()
  /** '/admin/orders' → what follows it in URLs. */
  readonly #segments = new Map<string, string[]>()
  /** By the name of a field. */
  readonly #values = new Map<string, string[]>()
  /** By call: pages with a form for it. */
  readonly #pages = new Map<string, { role: Role; url: string }[]>()

  learn(role: Role, pageUrl: string, html: string, toCall: (form: PageForm) => string | null): void {
    for (const url of listLinks(html)) this.addUrl(role, url)
    for (const form of listForms(html)) {
      this.#addSegments(form.path)
      for (const { name, kind, value } of form.fields)
        if (kind === 'hidden' && value) keep(this.#values, name, value, maxValues)
      const call = toCall(form)
      if (call !== null) keep(this.#pages, call, { role, url: pageUrl }, 5)
    }
  }

  addUrl(role: Role, link: string): void {
    const url = link.replace(/#.*/, '')
    if (!url.startsWith('/') || url.startsWith('//') || skipped.test(url)) return
    this.#addSegments(url)
    const patterns = this.#urls.get(role) ?? new Map<string, string[]>()
    this.#urls.set(role, patterns)
    keep(patterns, toPattern(url), url, maxUrls)
  }

  /** Of three patterns the one that was picked least so far. */
  pickUrl(role: Role, random: () => number): string {
    const patterns = [...(this.#urls.get(role)?.entries() ?? [])]
    const countPicks = ([pattern]: [string, string[]]) => this.#picks.get(`${role} ${pattern}`) ?? 0
    const drawn = [1, 2, 3]
      .map(() => pick(patterns, random)!)
      .sort((one, other) => countPicks(one) - countPicks(other))
    const [pattern, urls] = drawn[0]!
    this.#picks.set(`${role} ${pattern}`, countPicks([pattern, urls]) + 1)
    return pick(urls, random)!
  }

  /** One of the last pages on which the form of a call was seen. */
  findPage(call: string, random: () => number): { role: Role; url: string } | undefined {
    return pick(this.#pages.get(call) ?? [], random)
  }

  /** A path of the call with references that follow the same beginning in URLs. */
  fillPath(template: string, random: () => number): string | null {
    const parts = template.split('/')
    for (let at = 1; at < parts.length; at++) {
      if (!parts[at]!.startsWith('{')) continue
      const value = pick(this.#segments.get(parts.slice(0, at).join('/')) ?? [], random)
      if (value === undefined) return null
      parts[at] = value
    }
    return parts.join('/')
  }

  /** A body with versions, keys and ids of the pages in place of random ones. */
  addKnown(body: unknown, random: () => number): unknown {
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
    const pairs = Object.keys(body).map(name => [name, pick(this.#values.get(name) ?? [], random)] as const)
    const used = pairs.filter(([, value]) => value !== undefined && random() < 0.6)
    return { ...body, ...Object.fromEntries(used) }
  }

  #addSegments(url: string): void {
    const parts = url.split(/[?#]/, 1)[0]!.split('/')
    for (let at = 2; at < parts.length; at++)
      if (/[\dA-Z]/.test(parts[at]!)) {
        const beginning = parts.slice(0, at).join('/')
        // '/admin/returns/RMA-000001' is the same return as '/account/returns/RMA-000001'.
        for (const key of new Set([beginning, beginning.replace('/admin/', '/account/')]))
          keep(this.#segments, key, parts[at]!, maxValues)
      }
  }
}

/** '/admin/orders/FH22222222' → '/admin/orders/:' */
export function toPattern(url: string): string {
  const [path = '', query] = url.split('?')
  const parts = path.split('/').map(part => (/\d|[A-Z]|^fh-|.{25}/.test(part) ? ':' : part))
  return parts.join('/') + (query === undefined ? '' : '?')
}

function keep<T>(map: Map<string, T[]>, key: string, value: T, most: number): void {
  const values = map.get(key) ?? []
  map.set(key, values)
  if (values.includes(value)) return
  values.push(value)
  if (values.length > most) values.shift()
}

export const pick = <T>(values: readonly T[], random: () => number): T | undefined =>
  values[Math.floor(random() * values.length)]

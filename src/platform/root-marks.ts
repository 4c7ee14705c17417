import type { FastifyRequest } from 'fastify'
import { vatFirstOf } from './vat-first.ts'

// What differs from visitor to visitor on a page that is kept for all: marks on its root, which the style sheet heeds.
// So kept pages stay one for everybody, and nothing jumps when the script arrives.

const root = '<!doctype html><html lang="en-GB"'
export const beginning = `${root}>`

export interface RootMarks {
  /** Prices including VAT lead. */
  incFirst: boolean
  /** The shop's fonts are in this browser's cache (start.browser.ts): they may be wanted before the first paint. */
  hasFonts: boolean
}

export function rootMarksOf(request: FastifyRequest): RootMarks {
  return { incFirst: vatFirstOf(request) === 'inc', hasFonts: request.cookies.fonts === '1' }
}

export function withMarks(html: Buffer, { incFirst, hasFonts }: RootMarks): Buffer {
  if (!incFirst && !hasFonts) return html
  const marked = `${root}${incFirst ? ' data-vat="inc"' : ''}${hasFonts ? ' data-fonts' : ''}>`
  return Buffer.concat([Buffer.from(marked), html.subarray(beginning.length)])
}

/** '-inc-fonts'; '' for a root without marks. */
export function nameOfMarks({ incFirst, hasFonts }: RootMarks): string {
  return `${incFirst ? '-inc' : ''}${hasFonts ? '-fonts' : ''}`
}

/** '"abc"' → '"abc-inc-fonts"': what differs has a tag of its own. */
export function etagWithMarks(etag: string, marks: RootMarks): string {
  return etag.replace(/"$/, `${nameOfMarks(marks)}"`)
}

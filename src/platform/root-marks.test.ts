import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { beginning, etagWithMarks, rootMarksOf, withMarks } from './root-marks.ts'

const page = Buffer.from(`${beginning}<head></head>`)
const marksOf = (cookies: Record<string, string>) => rootMarksOf({ cookies } as unknown as FastifyRequest)

test.for([
  [{}, '<!doctype html><html lang="en-GB"><head></head>', '"abc"'],
  [{ vat: 'ex', fonts: '0' }, '<!doctype html><html lang="en-GB"><head></head>', '"abc"'],
  [{ vat: 'inc' }, '<!doctype html><html lang="en-GB" data-vat="inc"><head></head>', '"abc-inc"'],
  [{ fonts: '1' }, '<!doctype html><html lang="en-GB" data-fonts><head></head>', '"abc-fonts"'],
  [
    { vat: 'inc', fonts: '1' },
    '<!doctype html><html lang="en-GB" data-vat="inc" data-fonts><head></head>',
    '"abc-inc-fonts"',
  ],
] as [Record<string, string>, string, string][])(
  'with the cookies %j the page for all is marked, and has a tag of its own',
  ([cookies, html, etag]) => {
    expect(withMarks(page, marksOf(cookies)).toString()).toBe(html)
    expect(etagWithMarks('"abc"', marksOf(cookies))).toBe(etag)
  },
)

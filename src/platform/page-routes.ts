import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Flash } from '../shared/flash.ts'
import type { Cookies } from './cookies.ts'
import { keepFlash } from './flash.ts'
import { contentPolicy } from './headers.ts'
import type { House } from './house.ts'
import { etagOf, KeptPages } from './kept-pages.ts'
import { type FrameOf, type Head, renderDocument, type Shown } from './render.ts'
import { etagWithMarks, nameOfMarks, rootMarksOf, withMarks } from './root-marks.ts'

export interface Redirect {
  to: string
  status?: 301 | 302 | 303
  flash?: Flash
}

export interface PageRequest<Q extends z.ZodType, P extends z.ZodType> {
  query: z.output<Q>
  params: z.output<P>
  request: FastifyRequest
  reply: FastifyReply
}

interface PageOptions<Q extends z.ZodType, P extends z.ZodType> {
  query?: Q
  params?: P
  /**
   * Whoever is not signed in sees the same content, and it may be this old; only the frame around it is the visitor's
   * own, and without a basket or a flash message that is kept with it. Default: found and rendered for each.
   */
  keptSeconds?: number
}

/** A page as all see it who have neither signed in nor put anything into a basket. */
interface Anonymous {
  html: Buffer
  etag: string
  /** As it is sent, by what its root is marked with. */
  packed: Map<string, Buffer>
}

export interface Pages {
  get<Q extends z.ZodType, P extends z.ZodType>(
    path: string,
    options: PageOptions<Q, P>,
    answer: (asked: PageRequest<Q, P>) => Promise<Shown | Redirect>,
  ): void
  /** Sends a screen outside a page route (errors, forms that failed). */
  send(request: FastifyRequest, reply: FastifyReply, shown: Shown): Promise<FastifyReply>
  redirect(reply: FastifyReply, redirect: Redirect): FastifyReply
  forgetKept(): void
}

const brotli = promisify(brotliCompress)
// Between quick and small: at 4 the longest pages (results) fit into the first packets that a new line lets through,
// for half a millisecond in a thread of its own.
const brotliQuick = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

const pack = (html: Buffer): Promise<Buffer> => brotli(html, brotliQuick)
const vary = 'X-Requested-With, Cookie, Accept-Encoding'
// A fifth of the page, in two or three ways.
const withPacked = 1.5

export function makePages<F>(
  app: FastifyInstance,
  house: House,
  cookies: Cookies,
  frame: FrameOf<F>,
  frameProps: (request: FastifyRequest, reply: FastifyReply) => Promise<F>,
  /** Without anything personal; the request only tells the address. */
  anonymousFrame: (request: FastifyRequest) => F,
  isSignedIn: (request: FastifyRequest) => Promise<boolean>,
): Pages {
  const shelf = new KeptPages<Shown | Redirect, Anonymous>({
    bytesOf: page => page.html.length * withPacked,
    isWorthKeeping: content => !('to' in content) && (content.head.status ?? 200) === 200,
  })

  const anonymous = (request: FastifyRequest, shown: Shown): Anonymous => {
    const html = renderDocument(frame, anonymousFrame(request), shown)
    return { html, etag: etagOf(html), packed: new Map() }
  }

  const sendHtml = async (
    request: FastifyRequest,
    reply: FastifyReply,
    head: Head,
    { html, packed }: Pick<Anonymous, 'html'> & Partial<Anonymous>,
  ) => {
    const marks = rootMarksOf(request)
    reply.type('text/html; charset=utf-8').header('vary', vary)
    reply.header('speculation-rules', '"/speculation-rules.json"')
    if (marks.hasFonts) reply.header('link', frame.assets.fontLinks)
    if (head.policy) reply.header('content-security-policy', contentPolicy(house, head.policy))
    reply.code(head.status ?? 200)
    if (!/\bbr\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(withMarks(html, marks))
    reply.header('content-encoding', 'br')
    const key = nameOfMarks(marks)
    const ready = packed?.get(key) ?? (await pack(withMarks(html, marks)))
    packed?.set(key, ready)
    return reply.send(ready)
  }

  const renderOwn = async (request: FastifyRequest, reply: FastifyReply, shown: Shown) => {
    reply.header('cache-control', 'private, no-store')
    return renderDocument(frame, await frameProps(request, reply), shown)
  }

  const pages: Pages = {
    get(path, options, answer) {
      const { query, params } = options
      const schema = { ...(query && { querystring: query }), ...(params && { params }) }
      app.get(path, { constraints: { marker: 'no' }, schema }, async (request, reply) => {
        const asked = {
          query: request.query as never,
          params: request.params as never,
          request,
          reply,
        }
        const isPersonal = cookies.isPersonal(request)
        if (!options.keptSeconds || (isPersonal && (await isSignedIn(request)))) {
          const shown = await answer(asked)
          return 'to' in shown ? pages.redirect(reply, shown) : pages.send(request, reply, shown)
        }
        const nowMs = house.now().getTime()
        const { content, page, weigh } = await shelf.get(request.url, nowMs, options.keptSeconds, () =>
          answer(asked),
        )
        if ('to' in content) return pages.redirect(reply, content)
        if (isPersonal) {
          const own = await renderOwn(request, reply, content)
          weigh(own.length)
          return sendHtml(request, reply, content.head, { html: own })
        }
        const kept = page(() => anonymous(request, content))
        const etag = etagWithMarks(kept.etag, rootMarksOf(request))
        reply.header('cache-control', 'public, max-age=0, must-revalidate').header('etag', etag)
        if (request.headers['if-none-match'] === etag) return reply.code(304).header('vary', vary).send()
        return sendHtml(request, reply, content.head, kept)
      })
    },
    async send(request, reply, shown) {
      return sendHtml(request, reply, shown.head, { html: await renderOwn(request, reply, shown) })
    },
    redirect(reply, { to, status = 303, flash }) {
      if (flash) keepFlash(cookies, reply, flash)
      return reply.header('cache-control', 'no-store').redirect(to, status)
    },
    forgetKept: () => shelf.forgetAll(),
  }
  return pages
}

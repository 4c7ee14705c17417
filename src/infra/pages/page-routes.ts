import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { DisplayPreferences } from '../../ui/Document.tsx'
import type { AppContext } from '../app-context.ts'
import { type Cookies, getVatPreference, storeFlash } from '../http/cookies.ts'
import { formatContentPolicy } from '../http/headers.ts'
import { getReturnPath } from '../http/request.ts'
import { compressOnce, listPageCodings } from './compression.ts'
import { PageCache } from './page-cache.ts'
import {
  type DocumentSetup,
  type Head,
  isRejected,
  type PageResult,
  type Redirect,
  renderDocument,
} from './render.ts'

interface PageParameters<Q extends z.ZodType, P extends z.ZodType> {
  query: z.output<Q>
  params: z.output<P>
}

export interface PageContext<Q extends z.ZodType, P extends z.ZodType> extends PageParameters<Q, P> {
  request: FastifyRequest
  reply: FastifyReply
}

/**
 * What the handler of a cached page sees. It has neither request nor reply: no cookie or header can get into a page that
 * strangers are sent.
 */
interface CachedPageContext<Q extends z.ZodType, P extends z.ZodType, V, T> extends PageParameters<Q, P> {
  url: string
  /** `anonymous` of the visitor source while the page is rendered for the cache. */
  visitor: V
  variant: T
}

/** Who a cached page may be rendered fresh for. */
export interface VisitorSource<V> {
  /** The visitor without any cookie. */
  anonymous: V
  get(request: FastifyRequest): Promise<V>
}

interface PageRouteOptions<Q extends z.ZodType, P extends z.ZodType> {
  query?: Q
  params?: P
}

interface CachedPageOptions<Q extends z.ZodType, P extends z.ZodType, V, T> extends PageRouteOptions<Q, P> {
  cacheSeconds: number
  /** Left out: the screen is the same for everybody, only the layout differs. */
  visitors?: VisitorSource<V>
  /** What else the page depends on, besides its URL: the value of a cookie, one of a few. */
  getVariant?: (request: FastifyRequest) => T
}

type PageAnswer = Promise<PageResult | Redirect>

export interface Pages {
  /** A page that is rendered for each request. */
  get<Q extends z.ZodType, P extends z.ZodType>(
    path: string,
    options: PageRouteOptions<Q, P>,
    handler: (context: PageContext<Q, P>) => PageAnswer,
  ): void
  /**
   * A page that is the same for all anonymous visitors and is cached for `cacheSeconds`. With a session, a basket or a flash
   * message it is rendered fresh.
   */
  getCached<Q extends z.ZodType, P extends z.ZodType, V = undefined, T extends string | number = ''>(
    path: string,
    options: CachedPageOptions<Q, P, V, T>,
    handler: (context: CachedPageContext<Q, P, V, T>) => PageAnswer,
  ): void
  /** Sends a screen outside a page route (errors, forms that failed). */
  send(request: FastifyRequest, reply: FastifyReply, result: PageResult): Promise<FastifyReply>
  redirect(reply: FastifyReply, redirect: Redirect): FastifyReply
  invalidateCache(): void
}

interface PagesDeps<LayoutProps> {
  context: AppContext
  cookies: Cookies
  document: DocumentSetup<LayoutProps>
  getLayoutProps: (request: FastifyRequest, reply: FastifyReply) => Promise<LayoutProps>
  /** Without anything personal, for pages that are cached. */
  getAnonymousLayoutProps: (request: AnonymousRequest) => LayoutProps
}

/** What the layout of a cached page may depend on. */
export type AnonymousRequest = Pick<FastifyRequest, 'query' | 'routeOptions'>

const vary = 'X-Requested-With, Cookie, Accept-Encoding'

export function createPages<LayoutProps extends object>(
  app: FastifyInstance,
  { context, cookies, document, getLayoutProps, getAnonymousLayoutProps }: PagesDeps<LayoutProps>,
): Pages {
  const cache = new PageCache(context.now, context.metrics.countPageCache)

  const setPageHeaders = (request: FastifyRequest, reply: FastifyReply, head: Head) => {
    reply
      .code(head.status ?? (isRejected(head) ? 422 : 200))
      .type('text/html; charset=utf-8')
      .header('vary', vary)
    reply.header('speculation-rules', '"/speculation-rules.json"')
    if (hasFonts(request)) reply.header('link', document.assets.fontLinks)
    if (head.policy) reply.header('content-security-policy', formatContentPolicy(context, head.policy))
  }

  const sendCached = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { ttlSeconds, variant }: { ttlSeconds: number; variant: string | number },
    handler: () => PageAnswer,
  ) => {
    const preferences = getDisplayPreferences(request)
    const key = `${context.config.settingsVersion} ${preferences.vat} ${preferences.hasFonts} ${variant} ${request.url}`
    const page = await cache.getOrRender(key, ttlSeconds, async () => {
      const result = await handler()
      if ('to' in result) return result
      const html = renderDocument(document, result, getAnonymousLayoutProps(request), preferences)
      return { head: result.head, html, onSend: result.onSend }
    })
    if ('to' in page) return pages.redirect(reply, page)
    page.onSend?.()
    if (page.isStale) {
      reply.header('cache-control', 'private, no-store')
    } else {
      reply.header('cache-control', 'public, max-age=0, must-revalidate').header('etag', page.etag)
      if (request.headers['if-none-match'] === page.etag) return reply.code(304).header('vary', vary).send()
    }
    setPageHeaders(request, reply, page.head)
    const compressed = await page.compress(listPageCodings(request))
    if (!compressed) return reply.send(page.html)
    return reply.header('content-encoding', compressed.coding).send(compressed.bytes)
  }

  const addRoute = <Q extends z.ZodType, P extends z.ZodType>(
    path: string,
    { query, params }: PageRouteOptions<Q, P>,
    answer: (
      parameters: PageParameters<Q, P>,
      request: FastifyRequest,
      reply: FastifyReply,
    ) => Promise<FastifyReply>,
  ) => {
    const schema = { ...(query && { querystring: query }), ...(params && { params }) }
    app.get(path, { constraints: { marker: 'no' }, schema }, (request, reply) =>
      answer({ query: request.query as never, params: request.params as never }, request, reply),
    )
  }

  const pages: Pages = {
    get(path, options, handler) {
      addRoute(path, options, async (parameters, request, reply) => {
        const result = await handler({ ...parameters, request, reply })
        return 'to' in result ? pages.redirect(reply, result) : pages.send(request, reply, result)
      })
    },
    getCached(path, { cacheSeconds, visitors, getVariant, ...options }, handler) {
      addRoute(path, options, async (parameters, request, reply) => {
        const variant = getVariant?.(request) ?? ('' as never)
        const shared = { ...parameters, url: request.url, variant }
        if (!cookies.isPersonal(request)) {
          const caching = { ttlSeconds: cacheSeconds, variant }
          return sendCached(request, reply, caching, () =>
            handler({ ...shared, visitor: visitors?.anonymous as never }),
          )
        }
        const result = await handler({ ...shared, visitor: (await visitors?.get(request)) as never })
        return 'to' in result ? pages.redirect(reply, result) : pages.send(request, reply, result)
      })
    },
    async send(request, reply, result) {
      const layout = await getLayoutProps(request, reply)
      const preferences = getDisplayPreferences(request)
      const html = Buffer.from(renderDocument(document, result, layout, preferences, getFormPath(request)))
      result.onSend?.()
      setPageHeaders(request, reply, result.head)
      reply.header('cache-control', 'private, no-store')
      const [coding] = listPageCodings(request)
      if (!coding) return reply.send(html)
      return reply.header('content-encoding', coding).send(compressOnce(html, coding))
    },
    redirect(reply, { to, status = 303, flash }) {
      if (flash) storeFlash(cookies, reply, flash)
      return reply.header('cache-control', 'no-store').redirect(to, status)
    },
    invalidateCache: () => cache.invalidate(),
  }
  return pages
}

/** Undefined: the page answers no form, or the browser does not say on which page the form was. */
const getFormPath = (request: FastifyRequest): string | undefined =>
  request.method === 'POST' ? getReturnPath(request, '') || undefined : undefined

const hasFonts = (request: FastifyRequest): boolean => request.cookies.fonts === '1'

function getDisplayPreferences(request: FastifyRequest): DisplayPreferences {
  return { vat: getVatPreference(request), hasFonts: hasFonts(request) }
}

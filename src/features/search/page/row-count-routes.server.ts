import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AppContext } from '../../../infra/app-context.ts'
import { handle } from '../../../infra/http/handle.ts'
import { getReturnPath } from '../../../infra/http/return-path.ts'
import type { Pages } from '../../../infra/pages/page-routes.ts'
import { parseRowCount, type RowCount } from '../../../lib/row-count.ts'
import { chooseRowCount } from './schemas.ts'

const cookie = 'rows'
const yearSeconds = 31_536_000

export function getRowCount(request: FastifyRequest): RowCount {
  return parseRowCount(request.cookies[cookie])
}

/** The choice of rows: a form that leads back to the first page of the same results. */
export function rowCountRoutes(
  app: FastifyInstance,
  { context, pages }: { context: AppContext; pages: Pages },
): void {
  handle(
    app,
    chooseRowCount,
    async ({ body: { rows }, reply }) => {
      const secure = context.baseUrl().startsWith('https:')
      reply.setCookie(cookie, String(rows), { path: '/', maxAge: yearSeconds, sameSite: 'lax', secure })
      return { rows }
    },
    {
      form: ({ request, reply }) =>
        pages.redirect(reply, { to: removePage(getReturnPath(request, '/search?query=')) }),
    },
  )
}

function removePage(path: string): string {
  return path.replace(/&page=\d+/, '')
}

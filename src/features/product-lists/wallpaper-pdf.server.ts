import type { FastifyRequest } from 'fastify'
import { hasAjaxMarker } from '../../infra/http/origin.ts'
import { sendPdf } from '../../infra/pdf/send-pdf.server.ts'
import { toJobOwner } from '../../infra/worker-threads/job-owner.ts'
import { Problem } from '../../lib/calls/problem.ts'
import { toLoginRedirect } from '../accounts/service.ts'
import type { ChartMachine } from '../wallpaper/chart.ts'
import {
  formatTooManyLines,
  maxWallpaperLines,
  maxWallpaperLists,
  wallpaperMessages,
} from '../wallpaper/messages.ts'
import { createWallpaperRenderer } from '../wallpaper/service.ts'
import type { ListRouteDeps } from './deps.server.ts'
import { getPricingCompanyId, listOrderUrl, listsUrl, toListOwner } from './list.ts'
import { type ListDetails, loadListDetails } from './list-details.server.ts'
import { listProductLists } from './queries.ts'
import { parseId } from './validate-list.ts'
import { formatListMachine } from './view.ts'

/** GET /account/productlists/wallpaper.pdf?lists=1,2,3 (R-LIST-4). */
export function registerWallpaperRoute({
  app,
  context,
  visitors,
  pages,
  pictureSource,
}: ListRouteDeps): void {
  const { config, db, threads } = context
  const renderWallpaper = createWallpaperRenderer({ dataDir: config.dataDir, pictureSource, threads })

  app.get(`${listsUrl}/wallpaper.pdf`, async (request, reply) => {
    const { person } = await visitors.get(request)
    if (!person) {
      if (hasAjaxMarker(request) || !(request.headers.accept ?? '').includes('text/html'))
        throw new Problem(401)
      return pages.redirect(reply, toLoginRedirect(request))
    }
    const ids = parseListIds(request)
    // The number of lists is checked before their ownership (R-LIST-4).
    if (ids.length > maxWallpaperLists) throw new Problem(422, wallpaperMessages.tooMany)
    if (ids.length === 0) throw new Problem(422, wallpaperMessages.none)
    const savedLists = await listProductLists(db, toListOwner(person), ids)
    if (ids.some(id => !savedLists.some(list => list.id === id))) throw new Problem(404)
    const lineCount = savedLists.reduce((count, { lines }) => count + lines.length, 0)
    if (lineCount > maxWallpaperLines) throw new Problem(422, formatTooManyLines(lineCount))
    const publisher = {
      name: config.shopName,
      phone: config.contact.phone,
      at: context.now(),
      isDemo: config.mode === 'demo',
    }
    const pdf = await renderWallpaper(toJobOwner(request, person), publisher, async () => {
      const lists = await loadListDetails(db, savedLists, getPricingCompanyId(person))
      return lists.map(list => toChartMachine(list, context.baseUrl()))
    })
    return sendPdf(reply, 'filter-wallpaper.pdf', pdf)
  })
}

/** Parses '1,2,3', also from repeated parameters. An invalid id becomes 0, which no list has. */
function parseListIds(request: FastifyRequest): number[] {
  const { lists = '' } = request.query as { lists?: string | string[] }
  return [lists]
    .flat()
    .join(',')
    .split(',')
    .map(text => text.trim())
    .filter(text => text !== '')
    .map(text => parseId(text) ?? 0)
}

function toChartMachine(list: ListDetails, baseUrl: string): ChartMachine {
  const machine = formatListMachine(list)
  return {
    name: machine === '' ? list.name : machine,
    listName: list.name === machine || machine === '' ? '' : list.name,
    fleetNumbers: list.fleetNumbers,
    filters: list.productLines.map(({ product, quantity, position, hours }) => ({
      code: product.code,
      position: position === '' ? product.type : position,
      quantity,
      hours,
      image: product.image,
    })),
    url: baseUrl + listOrderUrl(list.id),
  }
}

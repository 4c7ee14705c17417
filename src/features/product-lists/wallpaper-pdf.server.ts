import type { FastifyRequest } from 'fastify'
import { hasMarker } from '../../infra/http/origin.ts'
import { Problem } from '../../lib/problem.ts'
import { toLogin } from '../accounts/service.ts'
import type { ChartMachine } from '../wallpaper/chart.ts'
import { mostLists, wallpaperWords } from '../wallpaper/messages.ts'
import { wallpaperMaker } from '../wallpaper/service.ts'
import { idOf } from './fields.ts'
import { listsUrl, orderUrl, ownerOf } from './list.ts'
import { listsOf } from './queries.ts'
import type { ListRoom } from './room.server.ts'
import { machineOf } from './view.ts'
import { type WholeList, wholeLists } from './whole.server.ts'

/** GET /account/productlists/wallpaper.pdf?lists=1,2,3 (contract §3). */
export function wallpaperRoute({ app, context, visitors, pages, pictureSource }: ListRoom): void {
  const { config, db } = context
  const makeWallpaper = wallpaperMaker({ dataDir: config.dataDir, pictureSource })

  app.get(`${listsUrl}/wallpaper.pdf`, async (request, reply) => {
    const { person } = await visitors.of(request)
    if (!person) {
      if (hasMarker(request) || !(request.headers.accept ?? '').includes('text/html')) throw new Problem(401)
      return pages.redirect(reply, toLogin(request))
    }
    const wanted = askedLists(request)
    // The number first, then whose they are (contract §3).
    if (wanted.length > mostLists) throw new Problem(422, wallpaperWords.tooMany)
    if (wanted.length === 0) throw new Problem(422, wallpaperWords.none)
    const ids = wanted.map(text => idOf(text) ?? 0)
    const found = await listsOf(db, ownerOf(person), ids)
    if (ids.some(id => !found.some(list => list.id === id))) throw new Problem(404)
    const lists = await wholeLists(db, found, person.company?.id ?? null)
    const publisher = {
      name: config.shopName,
      phone: config.shopPhone,
      at: context.now(),
      isDemo: config.mode === 'demo',
    }
    const pdf = await makeWallpaper(
      publisher,
      lists.map(list => machineOn(list, context.baseUrl())),
    )
    return reply
      .type('application/pdf')
      .header('content-disposition', 'inline; filename="filter-wallpaper.pdf"')
      .header('cache-control', 'private, no-store')
      .send(pdf)
  })
}

/** '1,2,3', or the name given several times. */
function askedLists(request: FastifyRequest): string[] {
  const { lists = '' } = request.query as { lists?: string | string[] }
  return [lists]
    .flat()
    .join(',')
    .split(',')
    .map(text => text.trim())
    .filter(text => text !== '')
}

function machineOn(list: WholeList, baseUrl: string): ChartMachine {
  const machine = machineOf(list)
  return {
    name: machine === '' ? list.name : machine,
    listName: list.name === machine || machine === '' ? '' : list.name,
    fleetNumbers: list.fleetNumbers,
    filters: list.whole.map(({ product, quantity, place, hours }) => ({
      code: product.code,
      place: place === '' ? product.type : place,
      quantity,
      hours,
      image: product.image,
    })),
    url: baseUrl + orderUrl(list.id),
  }
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Db } from '../platform/house.ts'
import { recipeOf } from './data.ts'
import { type Images, openImages } from './images.server.ts'
import { askedSize } from './links.ts'
import { formatFor, mediaTypes } from './negotiate.ts'

// File names can be given to another picture: kept for a day, then asked for again by ETag.
const foundFor = 'public, max-age=86400'
const missingFor = 'public, max-age=60'

/** GET /media/product/image/{filename}: product pictures from DATA_DIR and the drawings of the catalogue. */
export function mediaRoutes(
  app: FastifyInstance,
  house: { db: Db; config: { dataDir: string }; log: Logger },
): void {
  const { dataDir } = house.config
  imageRoutes(
    app,
    openImages({ dataDir, log: house.log, recipeOf: filename => recipeOf(house.db, filename) }),
  )
}

/** The same for any source of pictures. */
export function imageRoutes(app: FastifyInstance, images: Images): void {
  app.get('/media/product/image/:filename', (request: ImageRequest, reply) =>
    sendImage(images, request, reply),
  )
}

type ImageRequest = FastifyRequest<{
  Params: { filename: string }
  Querystring: { w?: string | string[]; h?: string | string[] }
}>

async function sendImage(images: Images, request: ImageRequest, reply: FastifyReply): Promise<FastifyReply> {
  const size = askedSize(request.query)
  const format = formatFor(request.headers.accept)
  const source = await images.look(request.params.filename)
  const tag = (fingerprint: string) => `"${fingerprint}-${size}-${format}"`
  reply.header('vary', 'Accept')
  if (source.kind !== 'none' && knows(request.headers['if-none-match'], tag(source.fingerprint))) {
    return reply.code(304).header('etag', tag(source.fingerprint)).header('cache-control', foundFor).send()
  }
  const picture = await images.picture(source, size, format)
  return reply
    .code(picture.found ? 200 : 404)
    .header('cache-control', picture.found ? foundFor : missingFor)
    .header('etag', tag(picture.fingerprint))
    .header('x-content-type-options', 'nosniff')
    .type(mediaTypes[format])
    .send(picture.bytes)
}

function knows(header: string | undefined, etag: string): boolean {
  return (header ?? '').split(',').some(one => one.trim().replace(/^W\//, '') === etag)
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../infra/app-context.ts'
import { toJobOwner } from '../../infra/worker-threads/thread-job.ts'
import { createImages, type ImageRenderOptions, type Images } from './images.server.ts'
import { parseLogoSize, parseSize } from './links.ts'
import { mediaTypes, negotiateFormat } from './negotiate.ts'
import type { PictureSource } from './picture-source.ts'

// A file name can be reused for another image: cached for a day, then revalidated by ETag.
const imageCaching = 'public, max-age=86400'
const placeholderCaching = 'public, max-age=60'

interface MediaDeps {
  context: AppContext
  pictureSource: PictureSource | null
}

/**
 * GET /media/product/image/{filename} and /media/brand/image/{filename}: pictures of products and logos of brands from
 * DATA_DIR, else from `pictureSource`.
 */
export async function mediaPlugin(
  app: FastifyInstance,
  { context, pictureSource }: MediaDeps,
): Promise<void> {
  const { config, log, threads } = context
  imageRoutes(app, createImages({ dataDir: config.dataDir, log, pictureSource, threads }))
}

export function imageRoutes(app: FastifyInstance, images: Images): void {
  app.get('/media/product/image/:filename', (request: ImageRequest, reply) =>
    sendImage(images, request, reply, { size: parseSize(request.query), shape: 'square' }),
  )
  app.get('/media/brand/image/:filename', (request: ImageRequest, reply) =>
    sendImage(images, request, reply, { size: parseLogoSize(request.query), shape: 'logo' }),
  )
}

type ImageRequest = FastifyRequest<{
  Params: { filename: string }
  Querystring: { w?: string | string[]; h?: string | string[] }
}>

async function sendImage(
  images: Images,
  request: ImageRequest,
  reply: FastifyReply,
  { size, shape }: Required<Pick<ImageRenderOptions, 'size' | 'shape'>>,
): Promise<FastifyReply> {
  const format = negotiateFormat(request.headers.accept)
  const source = await images.find(request.params.filename)
  const etag = (version: string) => `"${version}-${size}-${format}"`
  reply.header('vary', 'Accept')
  const isFresh = matchesEtag(request.headers['if-none-match'], etag(source.version))
  if (source.kind !== 'placeholder' && isFresh) {
    return reply.code(304).header('etag', etag(source.version)).header('cache-control', imageCaching).send()
  }
  const image = await images.render(source, { size, shape, format, owner: toJobOwner(request, null) })
  return reply
    .code(image.isPlaceholder ? 404 : 200)
    .header('cache-control', image.isPlaceholder ? placeholderCaching : imageCaching)
    .header('etag', etag(image.version))
    .header('x-content-type-options', 'nosniff')
    .type(mediaTypes[format])
    .send(image.bytes)
}

function matchesEtag(header: string | undefined, etag: string): boolean {
  return (header ?? '').split(',').some(value => value.trim().replace(/^W\//, '') === etag)
}

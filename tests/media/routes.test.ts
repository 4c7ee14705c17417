import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify, { type FastifyInstance } from 'fastify'
import { pino } from 'pino'
import sharp from 'sharp'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createPictureSource } from '../../demo/product-pictures/picture-source.ts'
import type { Recipe } from '../../demo/product-pictures/recipe.ts'
import { createImages } from '../../src/features/media/images.server.ts'
import { imageRoutes } from '../../src/features/media/plugin.ts'
import { createThreadPool } from '../../src/infra/worker-threads/thread-pool.ts'

const recipe: Recipe = {
  shape: 'spin-on',
  od: 93,
  height: 142,
  colour: '#c8102e',
  accent: '#17212b',
  label: 'Filterhouse',
  code: 'FH-OIL-1',
}
const path = '/media/product/image'

const threads = createThreadPool(pino({ enabled: false }))
afterAll(() => threads.close())

let dataDir: string
let app: FastifyInstance
let lookups: string[]
let storedRecipe: Recipe

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'filterhouse-media-'))
  lookups = []
  storedRecipe = recipe
  app = fastify()
  const pictureSource = await createPictureSource(async filename => {
    lookups.push(filename)
    return filename === 'fh-oil-1.jpg' ? storedRecipe : null
  })
  imageRoutes(app, createImages({ dataDir, pictureSource, threads }))
})

afterEach(async () => {
  await app.close()
  await rm(dataDir, { recursive: true, force: true })
})

const get = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ url: `${path}/${url}`, headers })

async function upload(name: string, colour: string): Promise<void> {
  await mkdir(join(dataDir, 'images'), { recursive: true })
  const bytes = await sharp({ create: { width: 300, height: 150, channels: 3, background: colour } })
    .png()
    .toBuffer()
  await writeFile(join(dataDir, 'images', name), bytes)
}

async function middle(bytes: Buffer): Promise<number[]> {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  const at = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * info.channels
  return [...data.subarray(at, at + 3)]
}

describe('GET /media/product/image/{filename}', () => {
  it.each([
    ['image/avif,image/webp,*/*', 'image/avif', 'heif'],
    ['image/webp,*/*', 'image/webp', 'webp'],
    ['*/*', 'image/jpeg', 'jpeg'],
  ])('answers Accept: %s with %s', async (accept, type, format) => {
    const answer = await get('fh-oil-1.jpg?w=100&h=100', { accept })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': type,
      vary: 'Accept',
      'cache-control': 'public, max-age=86400',
    })
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format, width: 100, height: 100 })
  })

  it.each([
    ['', 585],
    ['?w=60', 100],
    ['?w=100000&h=100000', 1170],
    ['?w=nonsense', 585],
    ['?w=-5&h=0', 585],
  ])('makes "%s" %d pixels wide', async (query, width) => {
    const answer = await get(`fh-oil-1.jpg${query}`)
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ width, height: width })
  })

  it('draws the filter in its colour', async () => {
    const answer = await get('fh-oil-1.jpg?w=200')
    const pixels = await sharp(answer.rawPayload)
      .extract({ left: 100, top: 170, width: 4, height: 4 })
      .raw()
      .toBuffer()
    expect(pixels[0]!).toBeGreaterThan(2 * pixels[1]!)
  })

  it('creates a picture once for concurrent requests, and stores it', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => get('fh-oil-1.jpg?w=50')))
    expect(new Set(answers.map(answer => answer.rawPayload.toString('base64'))).size).toBe(1)
    expect(await readdir(join(dataDir, 'derivatives', 'fh-oil-1.jpg'))).toHaveLength(1)
    expect((await get('fh-oil-1.jpg?w=50')).rawPayload).toEqual(answers[0]!.rawPayload)
  })

  it('answers 304 when the client has the picture', async () => {
    const etag = String((await get('fh-oil-1.jpg?w=50')).headers.etag)
    const again = await get('fh-oil-1.jpg?w=50', { 'if-none-match': `"other", W/${etag}` })
    expect(again.statusCode).toBe(304)
    expect(again.rawPayload).toHaveLength(0)
    expect((await get('fh-oil-1.jpg?w=100', { 'if-none-match': etag })).statusCode).toBe(200)
  })

  it('draws anew when the recipe changes, and drops the old picture', async () => {
    const before = (await get('fh-oil-1.jpg?w=50')).headers.etag
    storedRecipe = { ...recipe, height: 200 }
    expect((await get('fh-oil-1.jpg?w=50')).headers.etag).not.toBe(before)
    expect(await readdir(join(dataDir, 'derivatives', 'fh-oil-1.jpg'))).toHaveLength(1)
  })

  it('prefers an uploaded file, and detects its replacement', async () => {
    await upload('fh-oil-1.jpg', '#0000ff')
    const first = await get('fh-oil-1.jpg?w=100')
    expect((await middle(first.rawPayload))[2]!).toBeGreaterThan(200)
    expect(lookups).toEqual([])
    await upload('fh-oil-1.jpg', '#00ff00')
    await utimes(join(dataDir, 'images', 'fh-oil-1.jpg'), new Date(), new Date(Date.now() + 5000))
    const second = await get('fh-oil-1.jpg?w=100')
    expect((await middle(second.rawPayload))[1]!).toBeGreaterThan(200)
    expect(second.headers.etag).not.toBe(first.headers.etag)
  })

  it('shows the placeholder with 404 for an unknown file, in the requested format and cached briefly', async () => {
    const answer = await get('nothing.jpg?w=100', { accept: 'image/webp' })
    expect(answer.statusCode).toBe(404)
    expect(answer.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=60',
      vary: 'Accept',
    })
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 100 })
  })

  it('shows the placeholder for an uploaded file that is no picture', async () => {
    await mkdir(join(dataDir, 'images'), { recursive: true })
    await writeFile(join(dataDir, 'images', 'broken.jpg'), 'this is a letter')
    expect((await get('broken.jpg?w=50')).statusCode).toBe(404)
  })

  it.each([
    '..%2f..%2fetc%2fpasswd',
    '%2e%2e',
    '.env',
    'a%00.jpg',
    '%2fetc%2fpasswd',
    '..%5c..%5cx.jpg',
    `${'x'.repeat(300)}.jpg`,
  ])('never leaves its folder: %s', async name => {
    const answer = await get(name)
    expect([400, 404, 414]).toContain(answer.statusCode)
    expect(answer.body).not.toContain('root:')
    expect(lookups).toEqual([])
  })

  it('still answers when nothing can be written', async () => {
    await writeFile(join(dataDir, 'derivatives'), 'in the way')
    expect((await get('fh-oil-1.jpg?w=50')).statusCode).toBe(200)
  })
})

describe('GET /media/brand/image/{filename}', () => {
  const getLogo = async (name: string) => {
    const { statusCode, rawPayload } = await app.inject({ url: `/media/brand/image/${name}` })
    const { width, height } = await sharp(rawPayload).metadata()
    return { statusCode, width, height, rawPayload }
  }

  it('shows a logo three times as wide as high, whatever the shape of its file', async () => {
    await upload('zollern.png', '#ff0000')
    expect(await getLogo('zollern.png?w=150')).toMatchObject({ statusCode: 200, width: 200, height: 67 })
    expect(await getLogo('zollern.png?w=9999')).toMatchObject({ width: 400, height: 133 })
    expect(await getLogo('zollern.png')).toMatchObject({ width: 100, height: 33 })
    const file = await get('zollern.png?w=200')
    expect((await sharp(file.rawPayload).metadata()).height).toBe(200)
  })

  it('draws the logos of the demo’s brands', async () => {
    const { rawPayload } = await getLogo('logo-fleetguard.png?w=400')
    const { data, info } = await sharp(rawPayload).raw().toBuffer({ resolveWithObject: true })
    const middle = (Math.floor(info.height / 2) * info.width + 30) * info.channels
    expect(data[middle + 2]! - data[middle]!).toBeGreaterThan(50)
  })

  it('shows the placeholder with 404 for an unknown file', async () => {
    expect((await getLogo('logo-nobody.png')).statusCode).toBe(404)
  })
})

describe('without a source of drawn pictures (production)', () => {
  it('serves files and, for all else, the placeholder', async () => {
    const production = fastify()
    imageRoutes(production, createImages({ dataDir, pictureSource: null, threads }))
    await upload('photo.png', '#0000ff')
    const getStatus = async (name: string) => (await production.inject(`${path}/${name}?w=50`)).statusCode
    expect(await getStatus('photo.png')).toBe(200)
    expect(await getStatus('fh-oil-1.jpg')).toBe(404)
    await production.close()
  })
})

import { describe, expect, it } from 'vitest'
import { imageUrl, isImageName, isUploadName, parseSize, toImageSize } from './links.ts'
import { negotiateFormat } from './negotiate.ts'

describe('picture sizes', () => {
  it.each([
    [1, 50],
    [50, 50],
    [51, 100],
    [585, 585],
    [586, 800],
    [801, 1170],
    [100_000, 1170],
    [0, 585],
    [-1, 585],
    [Number.NaN, 585],
  ])('%d px is rounded up to %d', (px, size) => expect(toImageSize(px)).toBe(size))

  it.each([
    [{}, 585],
    [{ w: '50', h: '50' }, 50],
    [{ w: '50', h: '120' }, 200],
    [{ h: '100' }, 100],
    [{ w: '-1' }, 585],
    [{ w: '1e3' }, 585],
    [{ w: ['50', '100'] }, 585],
    [{ w: '0' }, 585],
    [{ w: '999999999999999' }, 585],
  ])('the query %o gives %d', (query, size) => expect(parseSize(query)).toBe(size))

  it('are part of the URL', () => {
    expect(imageUrl('fh-oil-1.jpg', 90)).toBe('/media/product/image/fh-oil-1.jpg?w=100&h=100')
    expect(imageUrl('a b?.jpg', 50)).toBe('/media/product/image/a%20b%3F.jpg?w=50&h=50')
  })
})

describe('picture formats', () => {
  it.each([
    ['image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8', 'avif'],
    ['image/webp,*/*', 'webp'],
    ['image/avif;q=0, image/webp', 'webp'],
    ['image/avif;q=0.5, image/webp;q=0.9', 'webp'],
    ['image/jpeg, image/webp;q=0.5', 'jpeg'],
    ['*/*', 'jpeg'],
    ['image/*', 'jpeg'],
    ['text/html;q=banana, image/avif;q=banana', 'jpeg'],
    [undefined, 'jpeg'],
  ])('Accept: %s is answered with %s', (accept, format) => expect(negotiateFormat(accept)).toBe(format))
})

describe('picture names', () => {
  it.each([
    '..',
    '.hidden',
    '../x.jpg',
    'a/b.jpg',
    'a\\b.jpg',
    'a\0.jpg',
    '',
    '-x.jpg',
    'ä.jpg',
    'a b.jpg',
    'x'.repeat(201),
  ])('%j is invalid', name => expect(isImageName(name)).toBe(false))

  it('are file names, and uploads are pictures', () => {
    expect(isImageName('FH-oil_1.v2.jpg')).toBe(true)
    expect(isUploadName('fh-oil-1.JPG')).toBe(true)
    expect(isUploadName('drawing.svg')).toBe(false)
  })
})

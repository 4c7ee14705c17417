import { createImages, type ImageOptions } from './images.server.ts'
import { toImageSize } from './links.ts'

/** Loads a product's picture for a document: a JPEG of at least `px` pixels square, or null when there is none. */
export type LoadPicture = (filename: string, px: number) => Promise<Buffer | null>

/** Drawings come without their dimension lines. Shares the cached files of the product pages. */
export function createPictureLoader(options: ImageOptions): LoadPicture {
  const images = createImages(options)
  return async (filename, px) => {
    const source = await images.find(filename)
    const plain = source.kind === 'drawing' ? await images.find(source.drawing.plainFilename) : source
    const { bytes, isPlaceholder } = await images.render(plain, toImageSize(px), 'jpeg')
    return isPlaceholder ? null : bytes
  }
}

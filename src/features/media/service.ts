import { createImages, type ImageOptions } from './images.server.ts'
import { toImageSize } from './links.ts'

export { encodePhotographJob } from './encode-jobs.server.ts'

/** Loads a product's picture for an owner's document: a JPEG of at least `px` pixels square, or null without one. */
export type LoadPicture = (owner: string, filename: string, px: number) => Promise<Buffer | null>

/** Drawings come without their dimension lines. Shares the cached files of the product pages. */
export function createPictureLoader(options: ImageOptions): LoadPicture {
  const images = createImages(options)
  return async (owner, filename, px) => {
    const source = await images.find(filename)
    const plain = source.kind === 'drawing' ? await images.find(source.drawing.plainFilename) : source
    const { bytes, isPlaceholder } = await images.render(plain, {
      size: toImageSize(px),
      format: 'jpeg',
      owner,
    })
    return isPlaceholder ? null : bytes
  }
}

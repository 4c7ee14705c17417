import type { ImageSize } from './links.ts'

/** Pictures for products without an image file. The demo draws them; production has no such source. */
export interface PictureSource {
  /** The drawn picture of that name, or null. */
  find(filename: string): Promise<DrawnPicture | null>
}

export interface DrawnPicture {
  /** Changes whenever the drawing does: part of the ETag and of the cached file's name. */
  version: string
  /** The name under which the same drawing is found without its dimension lines. */
  plainFilename: string
  /** The SVG from which a picture of `size` × `size` pixels is made. */
  drawSvg(size: ImageSize): Promise<string>
}

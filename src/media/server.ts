import { recipeOf } from '../../demo/product-pictures/find-recipe.ts'
import type { Db } from '../platform/house.ts'
import { plainView } from './filename.ts'
import { dimensionsFrom, openImages } from './images.server.ts'
import { sizeFor } from './links.ts'

/** A product picture for a document, without measures: a JPEG at least `px` pixels square; null when there is none of that name. */
export type Pictures = (filename: string, px: number) => Promise<Buffer | null>

/** The shop's pictures as its pages show them, kept at the same sizes. */
export function makePictures(house: { db: Db; config: { dataDir: string } }): Pictures {
  const { dataDir } = house.config
  const images = openImages({ dataDir, recipeOf: filename => recipeOf(house.db, filename) })
  return async (filename, px) => {
    const size = sizeFor(px)
    const source = await images.look(filename)
    if (source.kind === 'none') return null
    // Small drawings have no measures anyway, and are likely kept already.
    const isMeasured = source.kind === 'drawing' && size >= dimensionsFrom
    const plain = isMeasured ? await images.look(plainView(filename)) : source
    const { bytes, found } = await images.picture(plain, size, 'jpeg')
    return found ? bytes : null
  }
}

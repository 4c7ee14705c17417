import type { ImageSize } from '../../src/features/media/links.ts'
import type { DrawnPicture, PictureSource } from '../../src/features/media/picture-source.ts'
import type { Db } from '../../src/infra/app-context.ts'
import { drawLogo, findLogo, logoVersion } from './draw-logo.ts'
import { drawingVersion, drawProduct } from './draw-product.ts'
import { parseViewName, toViewName } from './picture-name.ts'
import { parseRecipe, type Recipe } from './recipe.ts'
import { createTextOutliner } from './text-outlines.ts'

/** From this size on a drawing has dimension lines; on a smaller one they could not be read. */
const dimensionLinesFrom: ImageSize = 400

/** Draws each picture from its recipe, and the logos of the demo's brands. Opens the font first, so that no visitor waits for it. */
export async function createPictureSource(
  findRecipe: (filename: string) => Promise<Recipe | null>,
): Promise<PictureSource> {
  const outlineText = await createTextOutliner()
  return {
    async find(filename): Promise<DrawnPicture | null> {
      const logo = findLogo(filename)
      if (logo)
        return {
          version: `${logoVersion}/${JSON.stringify(logo)}`,
          plainFilename: filename,
          drawSvg: async () => drawLogo(logo, outlineText),
        }
      const { drawingName, view } = parseViewName(filename)
      const recipe = await findRecipe(drawingName)
      return (
        recipe && {
          version: `${drawingVersion}/${view}/${JSON.stringify(recipe)}`,
          plainFilename: toViewName(drawingName, 'plain'),
          drawSvg: async size =>
            drawProduct(recipe, outlineText, {
              hasDimensions: view !== 'plain' && size >= dimensionLinesFrom,
              isEnd: view === 'end',
            }),
        }
      )
    },
  }
}

/** The recipe in the table `drawing`, or null. */
export async function findRecipe(db: Db, filename: string): Promise<Recipe | null> {
  const row = await db
    .selectFrom('drawing')
    .select('recipe')
    .where('filename', '=', filename)
    .executeTakeFirst()
  return row ? parseRecipe(row.recipe) : null
}

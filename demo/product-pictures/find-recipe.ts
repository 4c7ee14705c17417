import type { Db } from '../../src/platform/house.ts'
import { type Recipe, readRecipe } from './recipe.ts'

/** How the picture of that name is drawn, or null when no drawing of that name is known. */
export async function recipeOf(db: Db, filename: string): Promise<Recipe | null> {
  const row = await db
    .selectFrom('drawing')
    .select('recipe')
    .where('filename', '=', filename)
    .executeTakeFirst()
  return row ? readRecipe(row.recipe) : null
}

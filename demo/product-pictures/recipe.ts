import { z } from 'zod'

/** What a product can look like. */
export const shapes = [
  'spin-on',
  'element',
  'air-round',
  'air-conical',
  'panel',
  'cabin',
  'in-line',
  'separator',
  'strainer',
  'breather',
  'dryer',
  'housing',
  'seal-ring',
  'kit',
] as const

export type Shape = (typeof shapes)[number]

// Bounds keep a wrong row from becoming an invisible drawing or an unreadable figure.
const mm = z.number().min(1).max(5000)
const colour = z.string().regex(/^#[0-9a-f]{6}$/)

/** How a picture is drawn: the shape, its true measures in millimetres, its colours and what is printed on it. */
export const recipeSchema = z.object({
  shape: z.enum(shapes),
  od: mm, // outer diameter; of a box-shaped filter the longer side
  height: mm, // of an in-line filter its length
  width: mm.optional(), // box-shaped filters only: the shorter side
  /** As it is called: '1-12 UNF'. Of an in-line filter the diameter of its hose, of a housing that of its outlet. */
  thread: z.string().max(40).optional(),
  gasket: mm.optional(), // outer diameter of the gasket
  inner: mm.optional(), // bore
  colour,
  accent: colour,
  label: z.string().max(40),
  code: z.string().max(60),
})

export type Recipe = z.infer<typeof recipeSchema>

/** Parses a stored recipe; null when it cannot be drawn. */
export function parseRecipe(stored: unknown): Recipe | null {
  const read = recipeSchema.safeParse(stored)
  return read.success ? read.data : null
}

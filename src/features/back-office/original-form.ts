import type { z } from 'zod'
import { parseJson } from '../../lib/json.ts'

/**
 * A plain form sends all of its fields, typed or not. So it also sends what its page displayed, as JSON: when a colleague has
 * made a change meanwhile, only what staff changed is theirs, and the rest is as it is now.
 */

/** What the page displayed; null: the form says nothing about it. */
export const parseOriginal = <Schema extends z.ZodType>(schema: Schema, text: string) =>
  schema.safeParse(parseJson(text)).data ?? null

/** What is stored now, with those of the fields that staff changed on their page. */
export function mergeChanged<Form, Field extends keyof Form>(
  fields: readonly Field[],
  typed: Pick<Form, Field>,
  original: Pick<Form, Field>,
  current: Form,
): Form {
  const merged = { ...current }
  for (const field of fields) if (typed[field] !== original[field]) merged[field] = typed[field]
  return merged
}

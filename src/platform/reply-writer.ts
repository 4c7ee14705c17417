import { z } from 'zod'

type Pick = (value: never) => unknown

/** Writes a reply as JSON. Only what its call declares leaves the house, whatever else the value holds. */
export function writerOf(reply: z.ZodType): (value: unknown) => string {
  let pick: Pick | null | undefined
  return value => {
    // Made for the first answer: most calls are not asked in most processes.
    if (pick === undefined) pick = pickOf(reply)
    return JSON.stringify(pick ? pick(value as never) : value)
  }
}

/** Copies what is declared of a value; null where nothing undeclared can be in it. */
function pickOf(schema: z.ZodType): Pick | null {
  if (schema instanceof z.ZodObject) return pickFields(Object.entries<z.ZodType>(schema.shape))
  if (schema instanceof z.ZodUnion) return pickOneOf(schema.options as z.ZodType[])
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) {
    return within(schema.unwrap(), pick => value => value && pick(value))
  }
  if (schema instanceof z.ZodArray) {
    return within(schema.element, pick => (list: never[]) => list.map(pick))
  }
  if (schema instanceof z.ZodRecord) {
    return within(schema.valueType, pick => (record: Record<string, never>) => {
      return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, pick(value)]))
    })
  }
  return null
}

function within(inner: unknown, wrap: (pick: Pick) => Pick): Pick | null {
  const pick = pickOf(inner as z.ZodType)
  return pick && wrap(pick)
}

function pickFields(shape: [string, z.ZodType][]): Pick {
  const fields = shape.map(([name, schema]) => ({ name, pick: pickOf(schema) }))
  return (value: Record<string, never>) => {
    const picked: Record<string, unknown> = {}
    for (const { name, pick } of fields) {
      const known = value[name]
      picked[name] = pick && known !== undefined ? pick(known) : known
    }
    return picked
  }
}

function pickOneOf(options: z.ZodType[]): Pick | null {
  const kinds = options.map(schema => ({ schema, pick: pickOf(schema) }))
  if (kinds.every(({ pick }) => pick === null)) return null
  return value => {
    const kind = kinds.find(({ schema }) => schema.safeParse(value).success)
    if (!kind) throw new Error('A reply is none of the kinds that its call declares.')
    return kind.pick ? kind.pick(value) : value
  }
}

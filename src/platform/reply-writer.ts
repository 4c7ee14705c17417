import { z } from 'zod'

/** Leaves out what is not declared; the very same value where there is nothing to leave out. */
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

/** Null: nothing undeclared can be in it. */
function pickOf(schema: z.ZodType): Pick | null {
  if (schema instanceof z.ZodObject) return pickShape(schema)
  if (schema instanceof z.ZodUnion) return pickOneOf(schema.options as z.ZodType[])
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) {
    return within(schema.unwrap(), pick => value => value && pick(value))
  }
  if (schema instanceof z.ZodArray) return within(schema.element, pickItems)
  if (schema instanceof z.ZodRecord) return within(schema.valueType, pick => pickFields(() => pick))
  return null
}

function within(inner: unknown, wrap: (pick: Pick) => Pick): Pick | null {
  const pick = pickOf(inner as z.ZodType)
  return pick && wrap(pick)
}

function pickShape({ shape }: z.ZodObject): Pick {
  const picks = new Map(Object.entries<z.ZodType>(shape).map(([name, schema]) => [name, pickOf(schema)]))
  return pickFields(name => picks.get(name))
}

/** `pickFor`: null for what may go out as it is, undefined for what may not go out. */
function pickFields(pickFor: (name: string) => Pick | null | undefined): Pick {
  return (value: Record<string, never>) => {
    // Nearly every reply is made as it is declared, and goes out without being copied.
    let copy: Record<string, unknown> | null = null
    for (const name in value) {
      const pick = pickFor(name)
      if (pick === null) continue
      const field = value[name]!
      const picked = pick && field !== undefined ? pick(field) : undefined
      if (picked === field) continue
      copy ??= { ...(value as Record<string, unknown>) }
      copy[name] = picked
    }
    return copy ?? value
  }
}

function pickItems(pick: Pick): Pick {
  return (list: never[]) => {
    let copy: unknown[] | null = null
    for (let nth = 0; nth < list.length; nth++) {
      const picked = pick(list[nth]!)
      if (picked === list[nth]) continue
      copy ??= [...list]
      copy[nth] = picked
    }
    return copy ?? list
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

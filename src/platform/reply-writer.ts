import { z } from 'zod'

/** Leaves out what is not declared; answers the very same value where there is nothing to leave out. */
type Pick = (value: never) => unknown

const leaves = new Set(['string', 'number', 'boolean', 'enum', 'literal', 'null'])

/**
 * Writes a reply as JSON. Only what its call declares leaves the house, whatever else the value holds. Throws at once
 * where a kind is declared that it cannot look into.
 */
export function writerOf(reply: z.ZodType): (value: unknown) => string {
  const pick = pickOf(reply)
  return value => JSON.stringify(pick(value as never))
}

function pickOf(schema: z.ZodType): Pick {
  if (leaves.has(schema.type)) return pickLeaf
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) {
    const pick = pickOf(schema.unwrap() as z.ZodType)
    return value => value && pick(value)
  }
  if (schema instanceof z.ZodArray) return pickItems(pickOf(schema.element as z.ZodType))
  if (schema instanceof z.ZodRecord) {
    const pick = pickOf(schema.valueType as z.ZodType)
    return pickFields(() => pick)
  }
  if (schema instanceof z.ZodObject) {
    const picks = new Map(fieldsOf(schema).map(([name, field]) => [name, pickOf(field)]))
    return pickFields(name => picks.get(name))
  }
  if (schema instanceof z.ZodUnion) return pickOneOf(schema.options as z.ZodType[])
  throw new Error(`A reply of a kind that cannot be looked into: ${schema.type}.`)
}

const fieldsOf = ({ shape }: z.ZodObject) => Object.entries<z.ZodType>(shape)

function pickLeaf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  throw new Error('A reply holds an object where its call declares none.')
}

/** `pickFor`: undefined for what may not go out. */
function pickFields(pickFor: (name: string) => Pick | undefined): Pick {
  return (value: Record<string, never>) => {
    // Nearly every reply is made as it is declared, and goes out without being copied.
    let copy: Record<string, unknown> | null = null
    for (const name in value) {
      const field = value[name]!
      const picked = field === undefined ? undefined : pickFor(name)?.(field)
      if (picked === field) continue
      copy ??= { ...(value as Record<string, unknown>) }
      copy[name] = picked
    }
    return copy ?? value
  }
}

function pickItems(pick: Pick): Pick {
  return (list: never[]) => {
    if (!Array.isArray(list)) throw new Error('A reply holds something else where its call declares a list.')
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

/** Of several kinds of object, the first of which the value has all that is required. */
function pickOneOf(options: z.ZodType[]): Pick {
  if (options.every(({ type }) => leaves.has(type))) return pickLeaf
  const kinds = options.map(schema => {
    if (!(schema instanceof z.ZodObject)) throw new Error('A reply is an object or something else.')
    const required = fieldsOf(schema).filter(([, field]) => !(field instanceof z.ZodOptional))
    return { names: required.map(([name]) => name), pick: pickOf(schema) }
  })
  return (value: Record<string, never>) => {
    const kind = kinds.find(({ names }) => names.every(name => value[name] !== undefined))
    if (!kind) throw new Error('A reply is none of the kinds that its call declares.')
    return kind.pick(value as never)
  }
}

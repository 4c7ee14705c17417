import { z } from 'zod'

type JsonSchema = Record<string, unknown>

/**
 * The JSON schema by which a reply is written. Only declared fields leave the house. `T | null` becomes
 * `nullable`, which the serialiser writes without trying each branch.
 */
export function replySchema(reply: z.ZodType): JsonSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(reply, {
    target: 'draft-7',
    io: 'output',
    unrepresentable: 'any',
  }) as JsonSchema
  return simplify(schema) as JsonSchema
}

function simplify(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(simplify)
  if (typeof node !== 'object' || node === null) return node
  const entries = Object.entries(node).map(([key, value]) => [key, simplify(value)] as const)
  const plain: JsonSchema = Object.fromEntries(entries)
  const { anyOf, ...rest } = plain
  if (!Array.isArray(anyOf)) return plain
  const kinds = anyOf as JsonSchema[]
  const solid = kinds.filter(kind => kind.type !== 'null')
  if (solid.length === 1 && solid.length < kinds.length) return { ...rest, ...solid[0], nullable: true }
  return plain
}

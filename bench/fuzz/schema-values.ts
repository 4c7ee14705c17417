import fc from 'fast-check'

/** The part of JSON Schema that the OpenAPI document of the shop uses. */
export interface JsonSchema {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: boolean | JsonSchema
  items?: JsonSchema
  minimum?: number
  maximum?: number
}

const maxItems = 4
const brokenWeight = 1
const validWeight = 6

/** Texts that mean something to the shop, so that requests get past the validation of their fields. */
export const knownTexts: readonly string[] = [
  ...['', '1', '2', '7', '12', 'FH-OIL-1', 'FH-AIR-1', 'FH-HYD-1', 'P55-1712', 'SAVE10', 'ONCE', 'EXPIRED'],
  ...['retail@example.com', 'new@example.org', 'a long enough one', 'Sam Okafor', '0113 496 0999', 'on'],
  ...['LS4 1AB', 'GB', 'IE', 'JE', 'ND', 'NM', 'collection', 'quote', 'sagepay', 'account', 'godmode'],
  ...['2026-11-25', 'jcb', '3cx', '2100000', '{"1":["a"]}', '/basket', 'products,codes', 'filter for a 3CX'],
]

/** Values that programs stumble over, whatever the field. */
export const brokenValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    ...[null, true, '', ' ', '\u0000', '\ud800', '-1', '1e309', '9'.repeat(400), 'x'.repeat(3000), '\u202e'],
    ...[{ toString: 1 }, { length: -1 }, [], [[]], [null], {}, 2 ** 53, -1, 0.1, 1e308, '%00', "'; --"],
    JSON.parse('{"__proto__":{"polluted":1},"constructor":1}'),
  ),
  fc.jsonValue({ maxDepth: 2 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
)

const text: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...knownTexts) },
  { weight: 1, arbitrary: fc.string({ maxLength: 30 }) },
)

/** Mostly valid values of a schema; now and then a part of them is broken. */
export function toArbitrary(schema: JsonSchema): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: validWeight, arbitrary: toValid(schema) },
    { weight: brokenWeight, arbitrary: brokenValue },
  )
}

function toValid(schema: JsonSchema): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf
  if (choices) return fc.oneof(...choices.map(toArbitrary))
  const types = [schema.type ?? []].flat()
  return types.length === 0
    ? fc.oneof(text, fc.boolean(), brokenValue)
    : fc.oneof(...types.map(type => ofType(type, schema)))
}

function ofType(type: string, schema: JsonSchema): fc.Arbitrary<unknown> {
  if (type === 'object') return toObject(schema)
  if (type === 'array') return fc.array(toArbitrary(schema.items ?? {}), { maxLength: maxItems })
  if (type === 'integer' || type === 'number') {
    const { minimum = -5, maximum = 3000 } = schema
    const small = fc.integer({ min: Math.ceil(minimum), max: Math.min(Math.ceil(minimum) + 40, maximum) })
    return fc.oneof(small, fc.integer({ min: Math.ceil(minimum), max: Math.floor(maximum) }))
  }
  if (type === 'boolean') return fc.boolean()
  return type === 'null' ? fc.constant(null) : text
}

function toObject({
  properties = {},
  required = [],
  additionalProperties,
}: JsonSchema): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, toArbitrary(schema)]),
  )
  const declared = fc.record(fields, { requiredKeys: required.filter(name => name in fields) })
  if (typeof additionalProperties !== 'object') return declared
  const undeclared = fc.dictionary(fc.constantFrom('1', '2', 'a'), toArbitrary(additionalProperties), {
    maxKeys: 3,
  })
  return fc.tuple(declared, undeclared).map(([body, more]) => ({ ...more, ...body }))
}

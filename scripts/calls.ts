import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { z } from 'zod'
import type { Call } from '../src/shared/call.ts'

// Writes docs/calls.md from the declared calls; with --check it only says whether the file is what they make.

type Schema = Record<string, unknown>

const root = join(import.meta.dirname, '..')
const file = join(root, 'docs', 'calls.md')
const head = `# The calls

Made from the \`contract.ts\` of each slice by \`node scripts/calls.ts\`; do not edit. Requests carry the header
\`X-Requested-With: XMLHttpRequest\`. Shapes are written as types: \`a?\` may be left out, \`unknown\` is judged by the
slice itself. Money is a number of pounds.
`

/** Shapes that a contract exports stand once, under their name. */
const named = new Map<z.core.$ZodType, string>()

const text = await describeCalls()
if (!process.argv.includes('--check')) writeFileSync(file, text)
else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
  process.stderr.write(
    'docs/calls.md is not what the contracts declare. Write it anew: node scripts/calls.ts\n',
  )
  process.exitCode = 1
}

async function describeCalls(): Promise<string> {
  const contracts = globSync('src/**/contract.ts', { cwd: root }).sort()
  const slices = await Promise.all(contracts.map(contract => import(join(root, contract)) as Promise<object>))
  for (const slice of slices) nameShapes(slice)
  const chapters = slices.map((slice, index) =>
    chapter(relative('src', dirname(contracts[index]!)), Object.values(slice)),
  )
  return [head, ...chapters.filter(words => words !== null)].join('\n')
}

/** What a call takes is told with the call itself. */
function nameShapes(slice: object): void {
  const taken = Object.values(slice).flatMap(value =>
    isCall(value) ? [value.query, value.body, value.params] : [],
  )
  for (const [name, value] of Object.entries(slice)) {
    if (!(value instanceof z.ZodObject) || taken.includes(value)) continue
    named.set(value, name.charAt(0).toUpperCase() + name.slice(1))
  }
}

function chapter(slice: string, declared: unknown[]): string | null {
  const calls = declared.filter(isCall).sort((a, b) => (pathFirst(a) < pathFirst(b) ? -1 : 1))
  if (calls.length === 0) return null
  const shapes = declared.filter(value => value instanceof z.ZodObject && named.has(value)) as z.ZodObject[]
  return [`## ${slice}`, ...calls.map(describeCall), ...shapes.map(describeShape)].join('\n\n').concat('\n')
}

function pathFirst({ route }: Call): string {
  return route.split(' ').reverse().join(' ')
}

function isCall(value: unknown): value is Call {
  return typeof value === 'object' && value !== null && 'route' in value && 'reply' in value
}

function describeCall(declared: Call): string {
  const parts = [
    ['path', declared.params, 'input'],
    ['query', declared.query, 'input'],
    ['body', declared.body, 'input'],
    ['reply', declared.reply, 'output'],
  ] as const
  const lines = parts.flatMap(([name, schema, io]) =>
    schema ? [`${name}: ${shape(jsonSchema(schema, io), '')}`] : [],
  )
  return `### ${declared.route}\n\n\`\`\`ts\n${lines.join('\n')}\n\`\`\``
}

function describeShape(schema: z.ZodObject): string {
  const { name: _, ...itself } = jsonSchema(schema, 'output')
  return `### ${named.get(schema)}\n\n\`\`\`ts\n${shape(itself, '')}\n\`\`\``
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Schema {
  const override: z.core.ToJSONSchemaParams['override'] = ({ zodSchema, jsonSchema: made }) => {
    const name = named.get(zodSchema)
    if (name) Object.assign(made, { name })
  }
  return z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline', override }) as Schema
}

/** A JSON schema in the words of TypeScript. */
function shape(schema: Schema, indent: string): string {
  if (typeof schema.name === 'string') return schema.name
  if ('const' in schema) return JSON.stringify(schema.const)
  if (Array.isArray(schema.enum)) return schema.enum.map(value => JSON.stringify(value)).join(' | ')
  const choices = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined
  if (choices) return [...new Set(choices.map(choice => shape(choice, indent)))].join(' | ')
  if (schema.type === 'array') return arrayOf(shape((schema.items ?? {}) as Schema, indent))
  if (schema.type === 'object') return object(schema, indent)
  if (Array.isArray(schema.type)) return schema.type.join(' | ')
  if (typeof schema.type === 'string') return schema.type
  return 'unknown'
}

function arrayOf(item: string): string {
  return item.includes(' | ') && !item.startsWith('{') ? `(${item})[]` : `${item}[]`
}

function object(schema: Schema, indent: string): string {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>)
  if (properties.length === 0) {
    const values = schema.additionalProperties as Schema | boolean | undefined
    return typeof values === 'object' ? `{ [key: string]: ${shape(values, indent)} }` : '{}'
  }
  const required = new Set(schema.required as string[] | undefined)
  const deeper = `${indent}  `
  const lines = properties.map(
    ([name, value]) => `${deeper}${key(name)}${required.has(name) ? '' : '?'}: ${shape(value, deeper)}`,
  )
  return `{\n${lines.join('\n')}\n${indent}}`
}

function key(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? name : `'${name}'`
}

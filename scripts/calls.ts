import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Call } from '../src/lib/calls/call.ts'

// Writes docs/calls.md from the declared calls; with --check it only says whether the file is up to date.

const root = join(import.meta.dirname, '..')
const file = join(root, 'docs', 'calls.md')
const head = `# The calls

Generated from the \`schemas.ts\` of each feature by \`node scripts/calls.ts\`; do not edit. A running shop describes the
fields of every call as OpenAPI 3.1 at \`GET /openapi.json\`, from the same declarations. Requests carry the header
\`X-Requested-With: XMLHttpRequest\`; refusals are \`application/problem+json\`.
`

const text = await listCalls()
if (!process.argv.includes('--check')) writeFileSync(file, text)
else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
  process.stderr.write('docs/calls.md is not up to date. Write it: node scripts/calls.ts\n')
  process.exitCode = 1
}

async function listCalls(): Promise<string> {
  const files = globSync('src/features/**/schemas.ts', { cwd: root })
  const features = await Promise.all(files.map(path => import(join(root, path)) as Promise<object>))
  const calls = features.flatMap(feature => Object.values(feature)).filter(isCall)
  const chapters = Object.entries(Object.groupBy(calls, ({ tag }) => tag)).sort()
  return [head, ...chapters.map(([tag, list = []]) => formatChapter(tag, list))].join('\n')
}

function isCall(value: unknown): value is Call {
  return typeof value === 'object' && value !== null && 'route' in value && 'reply' in value
}

function formatChapter(tag: string, calls: Call[]): string {
  const rows = calls.sort(byPath).map(({ route, summary = '' }) => `| \`${route}\` | ${summary} |`)
  return [`## ${tag}\n`, '| call | what it does |', '|---|---|', ...rows, ''].join('\n')
}

function byPath(a: Call, b: Call): number {
  const [pathA, pathB] = [a, b].map(({ route }) => route.split(' ').reverse().join(' '))
  return pathA! < pathB! ? -1 : 1
}

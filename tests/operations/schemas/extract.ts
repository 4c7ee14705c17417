import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../support/sources.ts'

// node tests/operations/schemas/extract.ts: writes states.json and files/ from the whole git history, once for each
// different set of migrations that was ever on main and is not the beginning of today's: those need no fixture. A file that
// differs from the one of today only in its comments is not stored. Needed again only if a migration of main is rewritten.

const folder = import.meta.dirname
const git = (...args: string[]) => execFileSync('git', ['-C', root, ...args], { encoding: 'utf8' })
const lines = (text: string) => text.split('\n').filter(Boolean)
const withoutComments = (sql: string) => sql.replace(/--.*/g, '').replace(/\s+/g, ' ').trim()
const hash = (text: string) => createHash('sha256').update(text).digest('hex')

const readTree = (commit: string): Record<string, string> =>
  Object.fromEntries(
    lines(git('ls-tree', '--name-only', commit, 'db/migrations/')).map(path => {
      return [path.replace('db/migrations/', ''), git('show', `${commit}:${path}`)]
    }),
  )

const today = readTree('HEAD')
const states = new Map<string, { commit: string; date: string; table: string; files: string[] }>()
mkdirSync(join(folder, 'files'), { recursive: true })
for (const commit of lines(git('rev-list', '--first-parent', '--reverse', 'HEAD'))) {
  const files = Object.entries(readTree(commit))
  const key = hash(files.map(([name, sql]) => name + withoutComments(sql)).join('\n'))
  if (files.length === 0 || states.has(key)) continue
  const names = files.map(([name, sql]) => {
    const text = withoutComments(sql)
    if (text === withoutComments(today[name] ?? '')) return name
    const stored = name.replace('.sql', `.${hash(text).slice(0, 6)}.sql`)
    writeFileSync(join(folder, 'files', stored), `${sql.replace(/^\s*--.*\n/gm, '').trim()}\n`)
    return stored
  })
  const [id = '', date = ''] = git('log', '-1', '--format=%h %cs', commit).trim().split(' ')
  if (names.every((name, index) => name === Object.keys(today)[index])) continue
  // Until then the shop had a table of its own.
  const table = files.some(([name]) => name.startsWith('041')) ? 'kysely_migration' : 'schema_migration'
  states.set(key, { commit: id, date, table, files: names })
}
writeFileSync(join(folder, 'states.json'), `${JSON.stringify([...states.values()], null, 1)}\n`)

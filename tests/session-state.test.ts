import { expect, test } from 'vitest'
import { filesBelow, isTest, read } from './support/sources.ts'

// What stays in a session when its transaction ends. Behind a pooler the next transaction is another request's
// (docs/decisions/039-pooler-by-transaction.md). The patterns are those of statements in SQL strings.
const sessionState = [
  /['"`]\s*set (?!local |transaction )\w+ *(?:=|to )/,
  /set_config\([^)]*false\)/,
  /['"`]\s*(?:listen|prepare|discard) /,
  /pg_(?:try_)?advisory_(?!xact)\w*lock/,
  /with hold/,
  /['"`]\s*create temp(?:orary)? table(?![\s\S]*on commit drop)/,
]

// They use the direct connection, or the embedded PostgreSQL, which has no pooler.
const allowed = [
  'src/features/catalogue-import/import-folder.server.ts',
  'src/infra/database/change-listeners.ts',
  'src/infra/embedded-postgres/lease.ts',
]

test('R-RUN-24: only what uses the direct connection leaves state in a session', () => {
  const files = filesBelow('src').filter(path => path.endsWith('.ts') && !isTest(path))
  const statefulFiles = files.filter(path => sessionState.some(pattern => pattern.test(read(path))))
  expect(statefulFiles).toEqual(allowed)
})

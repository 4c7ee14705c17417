import { readFileSync } from 'node:fs'
import { ensureDemoData } from '../demo/demo-data.ts'
import { findProducts } from '../src/features/search/find-products.server.ts'
import { loadEngine } from '../src/features/search/load-engine.server.ts'
import { noFilters } from '../src/features/search/query/filters.ts'
import { parseQuery } from '../src/features/search/query/parse-query.ts'
import { connect, noTimeouts } from '../src/infra/database/db.ts'
import { startEmbeddedPostgres } from '../src/infra/embedded-postgres/embedded-postgres.ts'
import { updateSchema } from '../src/infra/schema.ts'

const postgres = await startEmbeddedPostgres({ dataDir: process.argv[2]!, purpose: 'use' })
const database = connect(postgres.connection, 4, undefined, noTimeouts)
await updateSchema(database.pool, 'demo')
await ensureDemoData(database.pool)
const engine = await loadEngine(database.db)
for (const text of readFileSync(process.argv[3]!, 'utf8').split('\n').filter(Boolean)) {
  const query = parseQuery(text)
  const a = await findProducts(
    database.db,
    engine,
    {
      query,
      filters: noFilters,
      sort: 'relevance',
      buyable: false,
      size: 4,
      page: 1,
      products: true,
      numbers: 6,
      facets: false,
    },
    null,
  )
  console.log(
    `${JSON.stringify(text)} → ${a.total} | ${a.understood.parts.map(p => `${p.kind}:${p.label}`).join(', ')} | dropped ${a.understood.dropped.join(' / ')} | ${a.corrected ?? ''} | ${a.products.map(p => `${p.code}(${p.title.slice(0, 20)}) [${p.hint ? Object.values(p.hint).join(' ') : ''}]`).join('; ')} | near ${a.suggestions.join()}`,
  )
}
await database.close()
await postgres.stop()

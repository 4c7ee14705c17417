import { sql } from 'kysely'
import type { Db, Tx } from '../../../infra/app-context.ts'
import { execute, findRow, selectRows } from '../../../infra/database/query.ts'
import type { Language, Synonym } from './synonym.ts'

export interface SynonymRow extends Synonym {
  id: number
  /** Raised by each change. */
  version: number
}

const synonymColumns = sql`id, word, means, language, version`

/** `text` is a part of word or meaning; '' for all. */
export async function listSynonyms(
  db: Db,
  { language, text, size, page }: { language: Language | 'all'; text: string; size: number; page: number },
): Promise<SynonymRow[]> {
  const ofLanguage = language === 'all' ? sql`` : sql`and language = ${language}`
  return selectRows(db)<SynonymRow>`
    select ${synonymColumns} from search_synonym
    where (position(${text} in word) > 0 or position(${text} in means) > 0) ${ofLanguage}
    order by word, means limit ${size} offset ${(page - 1) * size}`
}

export async function countSynonyms(db: Db, text: string): Promise<Map<Language, number>> {
  const rows = await selectRows(db)<{ language: Language; count: number }>`
    select language, count(*)::int as count from search_synonym
    where position(${text} in word) > 0 or position(${text} in means) > 0 group by language`
  return new Map(rows.map(({ language, count }) => [language, count]))
}

export async function findSynonym(db: Db | Tx, id: number): Promise<SynonymRow | null> {
  const { rows } =
    await sql<SynonymRow>`select ${synonymColumns} from search_synonym where id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** Changes of synonyms wait for each other; searches and pages do not. */
export const lockSynonyms = (tx: Tx): Promise<void> =>
  execute(tx)`lock table search_synonym in share row exclusive mode`

export const findEqualSynonym = (tx: Tx, { word, means }: Synonym): Promise<SynonymRow | null> =>
  findRow(tx)<SynonymRow>`
    select ${synonymColumns} from search_synonym where word = ${word} and means = ${means}`

export async function insertSynonym(tx: Tx, { word, means, language }: Synonym): Promise<number> {
  const { id } = await tx
    .insertInto('search_synonym')
    .values({ word, means, language })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const updateSynonym = (tx: Tx, id: number, { word, means, language }: Synonym): Promise<void> =>
  execute(tx)`update search_synonym
    set word = ${word}, means = ${means}, language = ${language}, version = version + 1 where id = ${id}`

export const deleteSynonymRow = (tx: Tx, id: number): Promise<void> =>
  execute(tx)`delete from search_synonym where id = ${id}`

import { sql } from 'kysely'
import type { Db } from '../../../infra/app-context.ts'
import { changesRow, findValue, selectRows } from '../../../infra/database/query.ts'
import type { FilterOption, OptionSource } from './list-filter.ts'

export interface SavedViewRow {
  id: number
  name: string
  query: string
}

/** The options of a filter, by name. */
export const listSourceOptions = (db: Db, source: OptionSource): Promise<FilterOption[]> =>
  source === 'staff'
    ? selectRows(db)<FilterOption>`
        select id::text as value, coalesce(nullif(name, ''), email) as name from person where 'staff' = any(roles)
        order by lower(name), id`
    : selectRows(db)<FilterOption>`
        select id::text as value, name from ${sql.table(source)} order by lower(name) limit 500`

export const listSavedViewRows = (db: Db, personId: number, section: string): Promise<SavedViewRow[]> =>
  selectRows(db)<SavedViewRow>`
    select id, name, query from saved_view where person_id = ${personId} and section = ${section}
    order by lower(name), id`

/** A view of the same name is replaced. False: the person has too many. */
export async function upsertSavedView(
  db: Db,
  view: { personId: number; section: string; name: string; query: string },
  most: number,
): Promise<boolean> {
  const { personId, section, name, query } = view
  return changesRow(db)`
    insert into saved_view (person_id, section, name, query)
    select ${personId}::int, ${section}, ${name}, ${query}
    where (select count(*) from saved_view where person_id = ${personId} and section = ${section}
      and name <> ${name}) < ${most}
    on conflict (person_id, section, name) do update set query = excluded.query`
}

/** Null: this person has no such view. */
export const deleteSavedView = (db: Db, personId: number, id: number): Promise<string | null> =>
  findValue(db)<string>`
    delete from saved_view where id = ${id} and person_id = ${personId} returning section`

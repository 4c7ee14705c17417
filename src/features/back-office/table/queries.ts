import { sql } from 'kysely'
import type { Db } from '../../../infra/app-context.ts'
import type { FilterOption } from './list-filter.ts'

export interface SavedViewRow {
  id: number
  name: string
  query: string
}

/** Everybody who is or was staff, by name, as options of a filter. */
export async function listStaffOptions(db: Db): Promise<FilterOption[]> {
  const { rows } = await sql<FilterOption>`
    select id::text as value, coalesce(nullif(name, ''), email) as name from person where 'staff' = any(roles)
    order by lower(name), id`.execute(db)
  return rows
}

export async function listSavedViewRows(db: Db, personId: number, section: string): Promise<SavedViewRow[]> {
  const { rows } = await sql<SavedViewRow>`
    select id, name, query from saved_view where person_id = ${personId} and section = ${section}
    order by lower(name), id`.execute(db)
  return rows
}

/** A view of the same name is replaced. False: the person has too many. */
export async function upsertSavedView(
  db: Db,
  view: { personId: number; section: string; name: string; query: string },
  most: number,
): Promise<boolean> {
  const { personId, section, name, query } = view
  const { numAffectedRows } = await sql`
    insert into saved_view (person_id, section, name, query)
    select ${personId}::int, ${section}, ${name}, ${query}
    where (select count(*) from saved_view where person_id = ${personId} and section = ${section}
      and name <> ${name}) < ${most}
    on conflict (person_id, section, name) do update set query = excluded.query`.execute(db)
  return numAffectedRows === 1n
}

/** Null: this person has no such view. */
export async function deleteSavedView(db: Db, personId: number, id: number): Promise<string | null> {
  const { rows } = await sql<{ section: string }>`
    delete from saved_view where id = ${id} and person_id = ${personId} returning section`.execute(db)
  return rows[0]?.section ?? null
}

import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../infra/app-context.ts'
import { selectRows } from '../../infra/database/query.ts'
import { formatMoment } from '../../lib/dates.ts'
import { lowerFirst, upperFirst } from '../../lib/text.ts'

/** What a form or a page is about, as the audit names it ('company 7'), and its name in sentences. */
export interface AuditSubject {
  subject: string
  name: string
}

interface SubjectChange {
  at: Date
  who: string
  action: string
  detail: string
}

const maxHistory = 30

async function listChanges(db: Db, condition: RawBuilder<unknown>, limit: number): Promise<SubjectChange[]> {
  const changes = await selectRows(db)<SubjectChange>`
    select a.at, coalesce(p.name, a.actor_kind) as who, a.action, a.detail
    from audit a left join person p on p.id = a.actor_id where ${condition} limit ${limit}`
  const details = changes.map(({ detail }) => detail).join('; ')
  const ids = [...details.matchAll(personPattern)].map(([, id]) => Number(id))
  if (ids.length === 0) return changes
  const people = await selectRows(db)<{ id: number; name: string }>`
    select id, name from person where id = any(${ids}::int[]) and name <> ''`
  const names = new Map(people.map(({ id, name }) => [String(id), name]))
  const withNames = (detail: string) =>
    detail.replace(personPattern, (text, id: string) => names.get(id) ?? text)
  return changes.map(change => ({ ...change, detail: withNames(change.detail) }))
}

// The audit itself has no names: it outlives what is erased.
const personPattern = /\bperson (\d{1,9})\b/g

/** ' Since then: …' of what was changed since the version of a form (`auditVersionSql`), the oldest first; ''. */
export async function formatChangesSince(db: Db, subject: string, expectedVersion: string): Promise<string> {
  const since = sql`a.subject = ${subject} and a.id > ${Number(expectedVersion)} order by a.id`
  const changes = /^\d{1,9}$/.test(expectedVersion) ? await listChanges(db, since, 10) : []
  const texts = changes.map(({ action, detail, who }) => `${lowerFirst(action)}: ${detail} (${who})`)
  return texts.length === 0 ? '' : ` Since then: ${texts.join('; ')}.`
}

export async function describeSubjectChanges(
  db: Db,
  { subject, name }: AuditSubject,
  expectedVersion: string,
): Promise<string> {
  const since = await formatChangesSince(db, subject, expectedVersion)
  return `${name} was changed while this page was open, so nothing was saved.${since} Check it, then save again.`
}

/** The latest first, for `HistoryList`. Who joined or left names the company, which is left out. */
export async function listSubjectHistory(db: Db, subjects: readonly string[]) {
  const about = sql`a.subject = any(${subjects}::text[]) order by a.id desc`
  const changes = await listChanges(db, about, maxHistory)
  return changes.map(({ at, who, action, detail }) => ({
    ...formatMoment(at),
    who,
    what: upperFirst(action),
    text: subjects.includes(detail) ? '' : detail,
  }))
}

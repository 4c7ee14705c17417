import { sql } from 'kysely'
import type { Db } from '../../../infra/app-context.ts'
import type { IsoDate } from '../../../lib/dates.ts'
import type { QuestionCount } from './question-counts.ts'

/** Adds the counts. Of questions that a day does not have yet, it takes the most frequent until it has `maxPerDay`. */
export async function addQuestionCounts(
  db: Db,
  counts: readonly QuestionCount[],
  maxPerDay: number,
): Promise<void> {
  // Ordered by the key: processes that add at the same time lock the rows in the same order.
  await sql`
    insert into search_question (day, kind, text, correction, count)
    select day, kind, text, correction, count from (
      select added.*, stored.text is not null as is_stored,
        row_number() over (partition by added.day, stored.text is null order by added.count desc, added.text) as nth
      from json_to_recordset(${JSON.stringify(counts)}::json)
        as added(day date, kind text, text text, correction text, count int)
      left join search_question stored using (day, kind, text)
    ) added
    where is_stored or nth <= ${maxPerDay} - (select count(*) from search_question q where q.day = added.day)
    order by day, kind, text
    on conflict (day, kind, text) do update
      set count = search_question.count + excluded.count, correction = excluded.correction`.execute(db)
}

export async function deleteQuestionsBefore(db: Db, day: IsoDate): Promise<void> {
  await sql`delete from search_question where day < ${day}`.execute(db)
}

import { type RawBuilder, sql } from 'kysely'
import { addDays, fromLondonTime, type IsoDate } from '../../lib/dates.ts'

/**
 * The SQL of each field of a row type. `sql<Row>` is a cast, which the compiler does not compare with the statement; a
 * list of this type does not compile while a field is missing.
 */
export type Columns<Row> = { [Field in keyof Row]-?: RawBuilder<unknown> }

/** `p.code as "code", p.weight_g as "weightG"` */
export const toSelectList = <Row>(columns: Columns<Row>): RawBuilder<unknown> =>
  sql.join(
    Object.entries<RawBuilder<unknown>>(columns).map(([field, column]) => sql`${column} as ${sql.id(field)}`),
  )

/**
 * `limit 25 offset $1`. The page's size is a literal, because the plan for an unknown one is made for a tenth of all rows;
 * the offset is a parameter but on the first page, so that pages need no statements of their own.
 */
export const limitToPage = ({ page, size }: { page: number; size: number }): RawBuilder<unknown> =>
  page === 1 ? sql`limit ${sql.lit(size)}` : sql`limit ${sql.lit(size)} offset ${(page - 1) * size}`

/** The pattern of 'ilike' for what contains the text. */
export const toPattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** The conditions of a list's days, both inclusive and in London; null: open. `time`: a column of timestamps. */
export const listPeriodConditions = (
  time: RawBuilder<unknown>,
  { from, until }: { from: IsoDate | null; until: IsoDate | null },
): RawBuilder<unknown>[] => [
  ...(from === null ? [] : [sql`${time} >= ${fromLondonTime(from, 0)}`]),
  ...(until === null ? [] : [sql`${time} < ${fromLondonTime(addDays(until, 1), 0)}`]),
]

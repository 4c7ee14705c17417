import type pg from 'pg'
import { type DetailAttribute, detailsOf } from '../details.ts'

const pageRows = 2000

interface Described {
  line: number
  attributes: DetailAttribute[]
}

/**
 * Gives each row that is new or reworded its line of details and the words of its attributes. Both need all attributes:
 * the file's, and those the product has besides.
 */
export async function describeRows(client: pg.PoolClient, table: string): Promise<void> {
  let afterLine = 0
  for (;;) {
    const { rows } = await client.query<Described>(
      `select s.line, coalesce((
         select json_agg(json_build_object('name', a.name, 'value', m.value, 'unit', a.unit, 'position', a.position)
           order by a.position, a.name)
         from (
           select attribute_id, value from staged_attribute sa where sa.line = s.line and sa.value <> ''
           union all
           select pa.attribute_id, pa.value from product_attribute pa
           where pa.product_id = s.product_id and not exists (
             select from staged_attribute sa where sa.line = s.line and sa.attribute_id = pa.attribute_id)
         ) m join attribute a on a.id = m.attribute_id), '[]') as attributes
       from ${table} s where s.reworded and s.line > $1 order by s.line limit ${pageRows}`,
      [afterLine],
    )
    if (rows.length === 0) return
    await client.query(
      `update ${table} s set details = d.details, attribute_words = d.words
       from unnest($1::int[], $2::text[], $3::text[]) as d (line, details, words) where d.line = s.line`,
      [
        rows.map(({ line }) => line),
        rows.map(({ attributes }) => detailsOf(attributes)),
        rows.map(({ attributes }) => wordsOf(attributes)),
      ],
    )
    afterLine = rows.at(-1)!.line
  }
}

/** "Thread 1-12 UNF, Height 142 mm" */
function wordsOf(attributes: readonly DetailAttribute[]): string {
  return attributes.map(({ name, value, unit }) => `${name} ${value} ${unit}`.trim()).join(', ')
}

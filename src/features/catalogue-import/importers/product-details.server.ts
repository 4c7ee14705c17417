import type pg from 'pg'
import { type DetailAttribute, formatDetails } from '../../catalogue/details.ts'

const batchRows = 2000

interface StagedAttributes {
  line: number
  attributes: DetailAttribute[]
}

/**
 * Sets the details text of each row that is new or changes attributes. It is made of all attributes: those of the file
 * and the product's others.
 */
export async function stageDetails(client: pg.PoolClient, table: string): Promise<void> {
  let afterLine = 0
  for (;;) {
    const { rows } = await client.query<StagedAttributes>(
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
       from ${table} s where (s.is_new or s.attributes_differ) and s.line > $1 order by s.line limit ${batchRows}`,
      [afterLine],
    )
    if (rows.length === 0) return
    await client.query(
      `update ${table} s set details = d.details
       from unnest($1::int[], $2::text[]) as d (line, details) where d.line = s.line`,
      [rows.map(({ line }) => line), rows.map(({ attributes }) => formatDetails(attributes))],
    )
    afterLine = rows.at(-1)!.line
  }
}

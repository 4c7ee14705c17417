import { type ImportFile, importFiles } from '../validation/columns.ts'

/** The rows of an import file as the shop has them. SQL: each column of the file as text, '' for none. */
interface ExportQuery {
  columns: Record<string, string>
  /** FROM, with WHERE. */
  from: string
  orderBy: string
  /** The columns `attr:NAME` of a row, as a JSON object. */
  attributes?: string
  /** The table whose row goes when the row of the file does; absent: it is only changed. */
  row?: { table: string; alias: string }
}

const toPounds = (pence: string): string => `coalesce(to_char(${pence} / 100.0, 'FM9999999990.00'), '')`
const toFlag = (condition: string): string => `case when ${condition} then '1' else '0' end`
const toText = (value: string): string => `coalesce(${value}::text, '')`

const machineColumns = { make: 'k.name', model: 'mo.name', variant: 'v.name' }
const machineJoins = 'join model mo on mo.id = v.model_id join make k on k.id = mo.make_id'

/** SQL: the contents of the kit p, as `formatKit` writes them. */
export const kitSql = `coalesce((
  select string_agg(o.code || ' x ' || c.quantity, ' | ' order by o.code collate "C")
  from kit_component c join product o on o.id = c.product_id where c.kit_product_id = p.id), '')`

/** SQL: the code of what takes the place of product p. */
export const successorSql = `coalesce((select o.code from product o where o.id = p.superseded_by), '')`

/**
 * What an import of the same file leaves as it is (R-IMPORT-16). What is on hand is in stock.csv alone, so that a list of
 * prices that is imported next week does not set the stock back.
 */
export const exportQueries: Record<ImportFile, ExportQuery> = {
  'products.csv': {
    columns: {
      code: 'p.code',
      title: 'p.title',
      brand: 'b.name',
      type: 't.name',
      description: 'p.description',
      price: toPounds('p.price'),
      free: `case when p.price = 0 then '1' else '' end`,
      cost: toPounds('p.cost'),
      availability_note: toText('p.availability_note'),
      lead_time: `coalesce(case when p.lead_time ->> 'min' = p.lead_time ->> 'max' then p.lead_time ->> 'max'
        else (p.lead_time ->> 'min') || '-' || (p.lead_time ->> 'max') end, '')`,
      weight_g: 'p.weight_g::text',
      image: toText('p.image'),
      more_images: `array_to_string(p.more_images, ' ')`,
      path: 'p.path',
      successor: successorSql,
      kit: kitSql,
      off_sale: toFlag('not p.for_sale'),
    },
    from: 'from product p join brand b on b.id = p.brand_id join product_type t on t.id = p.type_id',
    orderBy: 'p.id',
    attributes: `(select jsonb_object_agg('attr:' || a.name,
        pa.value || case when a.unit <> '' and pa.number is not null then ' ' || a.unit else '' end)
      from product_attribute pa join attribute a on a.id = pa.attribute_id where pa.product_id = p.id)`,
  },
  'brands.csv': {
    columns: { brand: 'b.name', logo: 'b.logo' },
    from: 'from brand b where b.logo is not null',
    orderBy: 'b.id',
  },
  'codes.csv': {
    columns: { product_code: 'p.code', manufacturer: 'm.name', code: 'x.code' },
    from: 'from cross_reference x join product p on p.id = x.product_id join maker m on m.id = x.maker_id',
    orderBy: 'x.id',
    row: { table: 'cross_reference', alias: 'x' },
  },
  'machines.csv': {
    columns: {
      ...machineColumns,
      model_type: 'y.name',
      engine: toText('v.engine'),
      year_from: toText('v.year_from'),
      year_to: toText('v.year_to'),
      show_mach_number: toFlag('k.show_mach_number'),
    },
    from: `from variant v ${machineJoins} join model_type y on y.id = mo.model_type_id`,
    orderBy: 'v.id',
    row: { table: 'variant', alias: 'v' },
  },
  'fitments.csv': {
    columns: {
      ...machineColumns,
      product_code: 'p.code',
      quantity: 'f.quantity::text',
      position: 'f.position',
    },
    from: `from fitment f join variant v on v.id = f.variant_id ${machineJoins} join product p on p.id = f.product_id`,
    orderBy: 'f.variant_id, f.product_id, f.position',
    row: { table: 'fitment', alias: 'f' },
  },
  'serials.csv': {
    columns: {
      ...machineColumns,
      from: 'r.prefix || r.from_number',
      to: `coalesce(r.prefix || r.to_number, '')`,
      kind: 'r.kind',
    },
    from: `from serial_range r join variant v on v.id = r.variant_id ${machineJoins}`,
    orderBy: 'r.id',
    row: { table: 'serial_range', alias: 'r' },
  },
  'prices.csv': {
    columns: {
      customer: 'c.account_number',
      product_code: 'p.code',
      price: toPounds('cp.price'),
      min_quantity: 'cp.min_quantity::text',
    },
    from: `from customer_price cp join company c on c.id = cp.company_id join product p on p.id = cp.product_id`,
    orderBy: 'cp.company_id, cp.product_id, cp.min_quantity',
    row: { table: 'customer_price', alias: 'cp' },
  },
  'stock.csv': {
    columns: {
      code: 'p.code',
      stock: 'st.on_hand::text',
      back_order: toFlag('st.back_order'),
      bin: 'st.bin',
      low_stock: toText('st.low_stock'),
    },
    from: 'from stock st join product p on p.id = st.product_id',
    orderBy: 'p.id',
  },
}

/** The columns of a file's export; those of attributes follow. */
export const listExportColumns = (file: ImportFile): string[] =>
  Object.keys(importFiles[file].columns).filter(column => column in exportQueries[file].columns)

/** SQL: what names a row of the file. */
export const formatKeySql = (file: ImportFile): string =>
  `jsonb_build_array(${importFiles[file].key.map(column => exportQueries[file].columns[column]).join(', ')})::text`

/** SQL: `cells`, the columns of each row as a JSON object, and its `key`. */
export function formatExportSql(file: ImportFile): string {
  const { columns, from, orderBy, attributes } = exportQueries[file]
  const fields = Object.entries(columns).map(([column, value]) => `'${column}', ${value}`)
  const cells = `jsonb_build_object(${fields.join(', ')})`
  return `select ${attributes ? `${cells} || coalesce(${attributes}, '{}')` : cells} as cells, ${formatKeySql(file)} as key ${from} order by ${orderBy}`
}

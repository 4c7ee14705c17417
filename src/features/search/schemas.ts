import { z } from 'zod'
import { declareCalls } from '../../lib/calls/call.ts'
import { flag, line, poundsAmount, wholeNumber } from '../../lib/calls/validate.ts'
import { rowCounts } from '../../lib/row-count.ts'
import { sorts } from './query/parse-query.ts'
import { maxQueryLength } from './query-length.ts'

const call = declareCalls('Search')

const picture = z.object({ title: z.string(), alt: z.string(), filename: z.string() }).nullable()
const hint = z.object({ name: z.string(), value: z.string() }).nullable()

/** A product in the replies of all calls that list products. */
export const listedProduct = z.object({
  id: z.int(),
  path: z.string(),
  title: z.string(),
  label: z.string(),
  details: z.string(),
  code: z.string(),
  value: z.object({
    id: z.int(),
    url: z.string(),
    image: z.string().nullable(),
    brand_image: z.string().nullable(),
    price: poundsAmount.nullable(),
    hint,
  }),
  hint,
  brand: z.string(),
  brand_image: z.object({ thumbnail: z.string().nullable() }),
  customer_price: z.object({ standard: poundsAmount.nullable() }),
  stock: z.int(),
  availability_note: z.string().nullable(),
  can_be_purchased: z.boolean(),
  /** Whether it is sold at all, whatever its stock. */
  sale_state: z.enum(['for_sale', 'price_on_request', 'discontinued']),
  type: z.string(),
  primary_image: picture,
})
export type ListedProduct = z.output<typeof listedProduct>

export const listedCode = z.object({
  code: z.string(),
  manufacturer: z.string(),
  product: z.object({
    id: z.int(),
    title: z.string(),
    code: z.string(),
    label: z.string(),
    url: z.string(),
  }),
})
export type ListedCode = z.output<typeof listedCode>

export const facetGroup = z.object({
  id: z.string(),
  name: z.string(),
  options: z.array(z.object({ value: z.string(), label: z.string(), count: z.int() })),
  collapsed: z.boolean(),
})

/** A machine whose serial or mach number was typed, as a link to the finder with it filled in. */
export const plateLink = z.object({ label: z.string(), note: z.string().nullable(), url: z.string() })
export type PlateLink = z.output<typeof plateLink>

export const searchQuery = z.object({
  query: line(maxQueryLength),
  scope: line(100),
  buyable: flag,
  'with-hint': flag,
  size: wholeNumber(1, 100).default(10),
  page: wholeNumber(1, 100_000).default(1),
  filters: z.string().max(4000).optional(),
  format: z.string().optional(),
  'filter-finder': flag,
  sort: z.enum(sorts).catch('relevance'),
})

export const search = call('GET /search', {
  summary: 'Searches products, part numbers and machines',
  query: searchQuery,
  reply: z.object({
    products: z
      .object({
        list: z.array(listedProduct),
        total: z.int(),
        size: z.int(),
        page: z.int(),
        corrected: z.string().optional(),
      })
      .optional(),
    codes: z.object({ list: z.array(listedCode), suggestions: z.array(z.string()) }).optional(),
    makes_models: z
      .object({
        list: z.array(
          z.object({
            label: z.string(),
            url: z.string(),
            image: z.string().nullable(),
            group: z.enum(['machine', 'manufacturer']).optional(),
          }),
        ),
      })
      .optional(),
    /** Machines whose serial number, mach number or PIN the query may be, and links to the finder (R-FINDER-12). */
    serial_numbers: z.object({ list: z.array(plateLink) }).optional(),
    attributes: z.array(facetGroup).optional(),
    /** How the query was read, and which of its words were left out because nothing has all of them. */
    understood: z
      .object({
        parts: z.array(z.object({ kind: z.string(), label: z.string() })),
        dropped: z.array(z.string()),
      })
      .optional(),
  }),
})

/** How many rows a page of results has, in this browser (R-SEARCH-16). */
export const chooseRowCount = call('POST /search/rows', {
  summary: 'Chooses how many rows a page of results has',
  body: z.object({ rows: z.coerce.number().pipe(z.literal(rowCounts)) }),
  reply: z.object({ rows: z.literal(rowCounts) }),
})

import { z } from 'zod'
import { declareCalls } from '../../lib/calls/call.ts'
import { line, poundsAmount, wholeNumber } from '../../lib/calls/validate.ts'
import { facetGroup, listedProduct, plateLink } from '../search/schemas.ts'

const call = declareCalls('Filter finder')

const variant = z.object({ id: z.int(), name: z.string() })
const model = z.object({ id: z.int(), name: z.string(), slug: z.string(), variants: z.array(variant) })
const modelType = z.object({ id: z.int(), name: z.string(), models: z.array(model) })

export const manufacturer = z.object({
  id: z.int(),
  name: z.string(),
  slug: z.string(),
  /** Left out with `depth=1`. */
  model_types: z.array(modelType).optional(),
  /** The number of known serial number ranges; 0: its machines cannot be found by serial number. */
  serial_numbers_count: z.int(),
  show_mach_number: z.boolean(),
})
export type Manufacturer = z.output<typeof manufacturer>
export type ModelType = z.output<typeof modelType>

export const manufacturers = call('GET /filter-finder/manufacturers', {
  summary: 'Lists makes with their models and variants',
  query: z.object({ depth: line(10), manufacturer: line(100) }),
  reply: z.array(manufacturer),
})

export type Attribute = z.output<typeof facetGroup>

export const attributes = call('GET /filter-finder/attributes', {
  summary: 'Lists the attributes to describe a filter by',
  reply: z.array(facetGroup),
})

/** A product of the listing, with its position on the machine and how many the machine takes. */
export const listedFilter = listedProduct.extend({ position: z.string(), quantity: z.int() })
export type ListedFilter = z.output<typeof listedFilter>

/** The products of `list` at one position; a product with several positions is in each of them. */
export const filterGroup = z.object({
  heading: z.string(),
  filters: z.array(z.object({ product: z.int(), quantity: z.int() })),
  /** The same parts of other brands that are not listed for the machine; their `hint` has the reason. */
  equivalents: z.array(listedProduct),
})
export type FilterGroup = z.output<typeof filterGroup>

/** One product for each position of the machine, ready for POST /basket/add/several; `total` is ex VAT. */
export const addAllOffer = z.object({
  items: z.array(z.object({ product: z.int(), quantity: z.int() })),
  total: poundsAmount,
  missing: z.array(z.string()),
  hasKits: z.boolean(),
})

/** Replaces a result that the visitor may not see; nothing of the result is sent (R-FINDER-6). */
export const lockedFilter = z.object({ locked: z.literal(true) })

export const finderSearch = call('GET /filter-finder/search', {
  summary: 'Finds filters by machine, serial number or mach number',
  query: z.object({
    mode: z.enum(['make']).default('make'),
    manufacturer: line(100),
    model: line(100),
    variant: line(20),
    serial_number: line(100),
    mach_number: line(100),
    page: wholeNumber(1, 100_000).default(1),
  }),
  reply: z.object({
    list: z.array(z.union([lockedFilter, listedFilter])),
    total: z.int(),
    page: z.int(),
    size: z.int(),
    image: z.string().nullable(),
    model: z.string().nullable(),
    variant_name: z.string().nullable(),
    full_customer: z.boolean(),
    /** 'mach' for a number that was sent as a serial number and is a mach number alone. */
    number_kind: z.enum(['serial', 'mach']).optional(),
    /** For a number that no machine has: what it may be, with its prefix or of another make (R-FINDER-12). */
    candidates: z.array(plateLink).optional(),
    groups: z.array(filterGroup),
    /** Null for several machines, and when nothing can be bought. */
    add_all: addAllOffer.nullable(),
  }),
})

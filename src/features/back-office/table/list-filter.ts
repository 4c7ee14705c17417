import { z } from 'zod'
import type { IsoDate } from '../../../lib/dates.ts'
import { listParameters } from './schemas.ts'

export interface FilterOption {
  value: string
  name: string
}

/** Options that are read for each page: everybody who is or was staff, or the names of a table. */
export type OptionSource = 'staff' | 'brand' | 'product_type'

/** A filter of a list: a field of its form and a parameter of its address. What is not set is null. */
export interface ListFilter<Value extends string | number> {
  label: string
  schema: z.ZodType<Value | null>
  field: 'day' | OptionSource | readonly FilterOption[]
  /** What is chosen when it is not set; left out: 'Any'. */
  none?: string
}

export const dayFilter = (label: string): ListFilter<IsoDate> => ({
  label,
  schema: listParameters.day,
  field: 'day',
})

/** From a day, until a day: the filters of most lists. */
export const periodFilters = { from: dayFilter('From'), until: dayFilter('To') }

export const staffFilter = (label: string): ListFilter<number> => ({
  label,
  schema: listParameters.person,
  field: 'staff',
})

/** One row of a table, by its id. */
export const rowFilter = (label: string, field: OptionSource): ListFilter<number> => ({
  label,
  schema: listParameters.person,
  field,
})

/** `names`: what each value is called, in the order of the options; `none`: what is chosen when it is not set. */
export const choiceFilter = <Value extends string>(
  label: string,
  names: Record<Value, string>,
  none = 'Any',
): ListFilter<Value> => ({
  label,
  schema: z
    .enum(Object.keys(names) as [Value, ...Value[]])
    .nullable()
    .catch(null),
  field: Object.entries<string>(names).map(([value, name]) => ({ value, name })),
  none,
})

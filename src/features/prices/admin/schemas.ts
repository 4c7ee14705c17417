import { z } from 'zod'
import { declareCalls } from '../../../lib/calls/call.ts'
import { line, wholeNumber } from '../../../lib/calls/validate.ts'
import { staffReply } from '../../back-office/schemas.ts'

export const rowId = wholeNumber(1, 2_147_483_647)
export const idParams = z.object({ id: rowId })
const seen = line(40)

/** `confirm`: the number that the form asks to repeat, '' where none is needed. `url`: where a form that was done leads. */
const priceReply = staffReply.extend({ confirm: z.string(), url: z.string() })
const priceCall = declareCalls('Back office', { reply: priceReply })
const listCall = declareCalls('Back office', { params: idParams, reply: priceReply })

export const createPriceList = priceCall('POST /admin/prices/lists', {
  summary: 'Creates a price list',
  body: z.object({ name: line(1000) }),
})

export const renamePriceList = listCall('POST /admin/prices/lists/:id', {
  summary: 'Renames a price list',
  body: z.object({ seen, name: line(1000) }),
})

/** As typed. `target`: a brand, a type or a part number. `value`: percent, or pounds. `confirm`: the number of the reply. */
export const ruleFields = {
  scope: z.enum(['all', 'type', 'brand', 'product']).catch('all'),
  target: line(1000),
  kind: z.enum(['percent_off', 'percent_on', 'fixed']).catch('percent_off'),
  value: line(100),
  min_quantity: line(100),
  valid_from: line(100),
  valid_to: line(100),
  confirm: line(100),
}

export const addPriceRule = listCall('POST /admin/prices/lists/:id/rules', {
  summary: 'Adds a rule to a price list',
  body: z.object({ seen, ...ruleFields }),
})

export const endPriceRule = listCall('POST /admin/prices/lists/:id/rules/:rule/end', {
  summary: 'Ends a rule of a price list: from today it applies no longer',
  params: idParams.extend({ rule: rowId }),
  body: z.object({ seen }),
})

/** As typed: what changes, by how many percent, from which day on. `checked`: of the preview that it was decided from. */
export const changeFields = {
  scope: z.enum(['all', 'type', 'brand', 'product']).catch('brand'),
  target: line(1000),
  kind: z.enum(['percent_on', 'percent_off']).catch('percent_on'),
  value: line(100),
  starts: line(100),
}

export const schedulePriceChange = priceCall('POST /admin/prices/changes', {
  summary: 'Schedules new list prices for a day, as they were previewed',
  body: z.object({ ...changeFields, checked: line(100), confirm: line(100) }),
})

export const cancelPriceChange = listCall('POST /admin/prices/changes/:id/cancel', {
  summary: 'Takes back a scheduled change of list prices',
  body: z.object({ seen }),
})

import { expect, test } from 'vitest'
import { nothingChosen } from '../hash/hash.ts'
import { formatResultsTitle } from './FoundResults.tsx'

const nothing = { model: null, variantName: null }
const make = { ...nothingChosen, mode: 'make' as const, manufacturer: 'jcb' }
const plate = { ...make, byPlate: true }

test.each([
  ['JCB 3CX 2012-2018', make, 'JCB', { model: '3CX', variantName: '3CX 2012-2018' }],
  ['JCB 3CX / 4CX', plate, 'JCB', { model: '3CX / 4CX', variantName: null }],
  ['JCB, serial number 77', { ...plate, serial: '77' }, 'JCB', nothing],
  ['JCB, mach number 77', { ...plate, machNumber: '77' }, 'JCB', nothing],
  ['Serial number 77', { ...plate, serial: '77' }, null, nothing],
  ['Unknown JCB machine', { ...make, model: 'none', variant: '9' }, 'JCB', nothing],
  ['Unknown machine', { ...make, manufacturer: 'none', variant: '9' }, null, nothing],
  ['By size and shape', { ...nothingChosen, mode: 'type' as const }, null, nothing],
  ['“cabin”', { ...nothingChosen, mode: 'search' as const, query: 'cabin' }, null, nothing],
])('the results are headed %j', (title, state, name, machine) => {
  expect(formatResultsTitle(state, name, machine)).toBe(title)
})

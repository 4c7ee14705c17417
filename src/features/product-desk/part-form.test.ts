import { expect, test } from 'vitest'
import { emptyPartForm, type PartForm, parsePartForm, toPartForm } from './part-form.ts'

const form: PartForm = {
  ...emptyPartForm,
  ...{ code: 'FH-OIL-9', title: 'Oil filter', brand: 'Ridgeway', type: 'Oil filter', price: '12.5' },
}
const parse = (fields: Partial<PartForm>) => parsePartForm({ ...form, ...fields })
const errorsOf = (fields: Partial<PartForm>) => {
  const parsed = parse(fields)
  return 'errors' in parsed ? parsed.errors : {}
}

test('a form becomes a part, and the part the same form', () => {
  const parsed = parse({
    ...{ cost: '7', weight_g: '850', lead_time: '7 - 10 days', low_stock: '4', path: '/oil/9' },
    measures: [
      { name: 'Height', value: '142 mm' },
      { name: 'Thread', value: '' },
    ],
  })
  if ('errors' in parsed) throw new Error(JSON.stringify(parsed.errors))
  expect(parsed.details).toMatchObject({
    ...{ price: 1250, cost: 700, weight: 850, leadTime: { min: 7, max: 10 }, lowStock: 4, path: 'oil/9' },
    measures: [{ name: 'Height', value: '142 mm' }],
  })
  expect(parsePartForm(toPartForm(parsed.details))).toEqual(parsed)
})

test('without an address the part gets that of its brand and number', () => {
  expect(parse({})).toMatchObject({ details: { path: 'ridgeway/fh-oil-9' } })
})

test.each<[Partial<PartForm>, object]>([
  [{ title: ' ' }, { title: 'Title is empty.' }],
  [{ weight_g: '-3' }, { weight_g: 'Weight is below 0.' }],
  [{ price: '12,50' }, { price: "List price '12,50' has a decimal comma; write 12.50." }],
  [{ price: '-1' }, { price: "List price '-1' is below 0." }],
  [{ cost: 'free' }, { cost: "Cost 'free' is not an amount in pounds, such as 1234.50." }],
  [{ code: '#REF!' }, { code: "Part number '#REF!' is a spreadsheet error." }],
  [{ path: 'admin/x' }, { path: "Address 'admin/x' is one of the shop's own addresses." }],
  [
    { lead_time: 'soon', bin: 'x'.repeat(41) },
    {
      lead_time: "Lead time 'soon' is neither a number of days nor a range such as 10-14.",
      bin: 'Bin is longer than 40 characters.',
    },
  ],
  [{ measures: [{ name: 'Height', value: '93,5' }] }, { measures: expect.stringMatching(/^Height '93,5'/) }],
  [
    {
      measures: [
        { name: 'Height', value: '1' },
        { name: 'height', value: '2' },
      ],
    },
    { measures: expect.stringMatching(/none of them twice/) },
  ],
])('what no import would accept is refused at its field: %j', (fields, errors) => {
  expect(errorsOf(fields)).toEqual(errors)
})

test('a price of 0 is one, and an empty price is on request', () => {
  expect(parse({ price: '0.00' })).toMatchObject({ details: { price: 0 } })
  expect(parse({ price: '' })).toMatchObject({ details: { price: null } })
})

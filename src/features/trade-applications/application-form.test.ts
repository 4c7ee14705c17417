import { expect, test } from 'vitest'
import { demoCountries } from '../../lib/contact/countries.ts'
import type { ApplicationForm } from './application.ts'
import { emptyApplication, parseApplication } from './application-form.ts'

const form: ApplicationForm = {
  ...emptyApplication,
  ...{ company: 'Moor Drainage', company_number: '0123 4567', vat: '980 7806 84' },
  ...{ firstname: 'Bea', surname: 'Oss', email: 'Bea@Moor.example', telephone: '01756 496020' },
  ...{ address1: 'Moor Yard', town: 'Skipton', postcode: 'bd231pt' },
  ...{ reference_1: 'Dale Hydraulics', reference_2: 'Aire Bearings', credit_limit: '£1,500' },
}
const parse = (change: Partial<ApplicationForm>) => parseApplication({ ...form, ...change }, demoCountries)

test('an application is stored in one form', () => {
  expect(parse({})).toEqual({
    form: {
      ...form,
      ...{ company_number: '01234567', vat: 'GB980780684', email: 'bea@moor.example', postcode: 'BD23 1PT' },
      credit_limit: '1500.00',
    },
  })
})

test.each<[Partial<ApplicationForm>, string]>([
  [{ company: '' }, 'company'],
  [{ company_number: '12/34' }, 'company_number'],
  [{ vat: 'GB980780685' }, 'vat'],
  [{ firstname: '' }, 'firstname'],
  [{ email: 'bea' }, 'email'],
  [{ telephone: 'call me' }, 'telephone'],
  [{ postcode: '' }, 'postcode'],
  [{ reference_1: '' }, 'reference_1'],
  [{ reference_2: 'x'.repeat(501) }, 'reference_2'],
  [{ credit_limit: '0' }, 'credit_limit'],
  [{ credit_limit: '10000000' }, 'credit_limit'],
])('an application with %o is refused at its field', (change, field) =>
  expect(Object.keys(parse(change).errors ?? {})).toEqual([field]),
)

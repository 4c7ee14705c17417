import { describe, expect, test } from 'vitest'
import { type QuoteRequestForm, validateQuoteRequest } from './request.ts'

const usual: QuoteRequestForm = {
  quantity: '4',
  name: 'Ada Fitter',
  email: 'ada@example.org',
  telephone: '',
  note: '',
}

describe('a request for a quote', () => {
  test('needs a quantity, a name and an e-mail address only', () =>
    expect(validateQuoteRequest(usual)).toEqual({}))

  test.each<[Partial<QuoteRequestForm>, Record<string, string>]>([
    [{ quantity: '0' }, { quantity: 'Enter a quantity from 1 to 9,999.' }],
    [{ quantity: '1.5' }, { quantity: 'Enter a quantity from 1 to 9,999.' }],
    [{ quantity: '10000' }, { quantity: 'Enter a quantity from 1 to 9,999.' }],
    [{ quantity: '' }, { quantity: 'Enter a quantity from 1 to 9,999.' }],
    [{ name: ' ' }, { name: 'Name is required.' }],
    [{ name: 'x'.repeat(101) }, { name: 'Name must be 100 characters or fewer.' }],
    [{ email: '' }, { email: 'Email is required.' }],
    [{ email: 'ada' }, { email: 'That doesn’t look like an email address. Check for typing mistakes.' }],
    [
      { email: 'ada@example.org, b@example.org' },
      { email: 'That doesn’t look like an email address. Check for typing mistakes.' },
    ],
    [
      { telephone: 'call me' },
      { telephone: 'That doesn’t look like a telephone number. Check for typing mistakes.' },
    ],
    [{ note: 'x'.repeat(1001) }, { note: 'Note must be 1000 characters or fewer.' }],
  ])('%o is refused', (change, errors) =>
    expect(validateQuoteRequest({ ...usual, ...change })).toEqual(errors),
  )
})

import { describe, expect, test } from 'vitest'
import { toIsoDate } from '../../lib/dates.ts'
import { pence, zero } from '../../lib/money.ts'
import { type HandPaymentInput, matchBankLine, parseBankLine, parseHandPayment } from './by-hand.ts'

describe('R-CASH-3: a line of the bank statement', () => {
  test.each([
    ['24/11/2026 FPI WEBB FH7K2M9QXA 24.60', 2460, ['FH7K2M9QXA']],
    ['BGC fh 7k2m-9qxa webb haulage £1,204.60', 120_460, ['FH7K2M9QXA']],
    ['7K2M9QXA 24.60', 2460, ['FH7K2M9QXA']],
    ['CREDIT 24.60 BALANCE 1,000.00', 100_000, []],
    ['£24', 2400, []],
    ['FH7K2M9QXA', null, ['FH7K2M9QXA']],
    ['WEBB HAULAGE', null, []],
    ['', null, []],
  ])('%s', (text, amount, references) => {
    expect(parseBankLine(text)).toEqual({ amount, references })
  })
})

describe('R-CASH-3: what a line is for', () => {
  const webb = { id: 1, reference: 'FH7K2M9QXA', customer: 'Webb', due: pence(2460) }
  const york = { id: 2, reference: 'FH22222222', customer: 'York', due: pence(2460) }
  const match = (text: string, orders = [webb]) => matchBankLine(parseBankLine(text), orders)

  test('the order that it names, with what is over or missing said', () => {
    expect(match('FH7K2M9QXA 24.60', [webb, york])).toEqual({ order: webb, candidates: [webb], note: '' })
    expect(match('FH7K2M9QXA 30.00').note).toContain('only £24.60 is to be paid')
    expect(match('FH7K2M9QXA 20.00').note).toContain('stays held until the rest comes')
  })

  test('else the one that waits for exactly the amount, to be checked', () => {
    expect(match('WEBB 24.60').order).toEqual(webb)
    expect(match('WEBB 24.60').note).toContain('Check the name')
    expect(match('24.60', [webb, york])).toMatchObject({ order: null, candidates: [webb, york] })
  })

  test('else none, with a sentence', () => {
    expect(match('WEBB 24.61', []).note).toContain('No order waits for exactly £24.61')
    expect(match('WEBB', []).note).toContain('neither an order number nor an amount')
    expect(match('FH7K2M9QXA 1.00', [{ ...webb, due: zero }, york])).toMatchObject({
      candidates: [],
      note: expect.stringContaining('FH7K2M9QXA waits for no payment'),
    })
  })
})

describe('R-CASH-3: a payment', () => {
  const order = { amountDue: pence(2460), placedOn: toIsoDate('2026-11-20'), today: toIsoDate('2026-11-24') }
  const typed: HandPaymentInput = {
    kind: 'bank',
    amount: '24.60',
    payment_reference: 'WEBB',
    till: '',
    received_on: '2026-11-23',
  }
  const parse = (changes: Partial<HandPaymentInput> = {}) => parseHandPayment({ ...typed, ...changes }, order)

  test('may have come on an earlier day; without one it came today', () => {
    expect(parse()).toEqual({ amount: 2460, receivedOn: '2026-11-23' })
    expect(parse({ received_on: '' })).toEqual({ amount: 2460, receivedOn: '2026-11-24' })
  })

  test.each([
    [{ amount: '24.61' }, 'amount'],
    [{ amount: '0' }, 'amount'],
    [{ amount: 'all of it' }, 'amount'],
    [{ payment_reference: '' }, 'payment_reference'],
    [{ received_on: '2026-11-25' }, 'received_on'],
    [{ received_on: '2026-11-19' }, 'received_on'],
    [{ received_on: '2026-02-30' }, 'received_on'],
  ])('is refused: %o', (changes, field) => {
    expect(parse(changes)).toEqual({ errors: { [field]: expect.any(String) } })
  })
})

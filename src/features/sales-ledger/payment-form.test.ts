import { describe, expect, test } from 'vitest'
import type { IsoDate } from '../../lib/dates.ts'
import { pence } from '../../lib/money.ts'
import { calculateLeft, findSamePayment, formatLeft } from './payment-form.ts'

const read = (...amounts: string[]) => {
  const left = calculateLeft(pence(40_000), amounts)
  return left === null ? null : formatLeft(left, pence(50_000))
}

test('staff read what is left of a payment as they type', () => {
  expect(read('', ' ')).toBe('£400.00 of £500.00 left to allocate')
  expect(read('300', '£25.00')).toBe('£75.00 of £500.00 left to allocate')
  expect(read('300', '100.01')).toBe('£0.01 more than there is to allocate')
  expect(read('300', '1.')).toBeNull()
})

describe('a payment may be the one that was entered before', () => {
  type Facts = [method: 'cheque' | 'bank_transfer', reference: string, amount: number]
  const isSame = ([method, reference, amount]: Facts, [otherMethod, otherReference, otherAmount]: Facts) =>
    findSamePayment({ method, reference, amount: pence(amount) }, [
      {
        ...{ method: otherMethod, reference: otherReference, amount: pence(otherAmount), who: '' },
        receivedOn: '2026-11-20' as IsoDate,
        enteredOn: '2026-11-20' as IsoDate,
      },
    ]) !== undefined

  test.for<[string, Facts, Facts]>([
    ['as it was', ['cheque', '100233', 500], ['cheque', '100233', 500]],
    ['with zeros before it', ['cheque', '000123', 500], ['cheque', '123', 500]],
    ['with its name', ['cheque', 'Cheque no. 100233', 500], ['cheque', 'CHQ100233', 500]],
    ['with another amount', ['cheque', '100233', 500], ['cheque', '100233', 5000]],
    ['with invisible signs', ['cheque', '100\u200b233', 500], ['cheque', '100233\u00ad', 500]],
    ['in full width', ['cheque', '１００２３３', 500], ['cheque', '100233', 500]],
    ['as a transfer', ['cheque', 'FP-100233', 500], ['bank_transfer', 'fp 100233', 500]],
    ['with other dashes', ['bank_transfer', 'BACS–4711', 500], ['bank_transfer', 'bacs-4711', 500]],
    ['without its dash', ['bank_transfer', 'BACS4711', 500], ['bank_transfer', 'BACS-4711', 500]],
    ['with two blanks', ['bank_transfer', 'BACS\u00a0 4711', 500], ['bank_transfer', 'BACS 4711', 500]],
  ])('%s', ([, one, other]) => {
    expect([isSame(one, other), isSame(other, one)]).toEqual([true, true])
  })

  test.for<[string, Facts, Facts]>([
    ['another cheque', ['cheque', '100233', 500], ['cheque', '100234', 500]],
    ['a cheque without a number', ['cheque', 'first', 500], ['cheque', 'second', 500]],
    ['another transfer', ['bank_transfer', 'BACS 4711', 500], ['bank_transfer', 'BACS 4712', 500]],
    ['each month’s transfer', ['bank_transfer', 'NORTHFIELD', 500], ['bank_transfer', 'NORTHFIELD', 501]],
    ['a zero at the end', ['bank_transfer', 'BACS 471', 500], ['bank_transfer', 'BACS 4710', 500]],
  ])('but not %s', ([, one, other]) => {
    expect([isSame(one, other), isSame(other, one)]).toEqual([false, false])
  })
})

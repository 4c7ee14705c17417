import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toIsoDate } from '../../../lib/dates.ts'
import { type CardOrder, listMovesOfOrder } from './card-moves.ts'
import { formatMove } from './vat.ts'

/** By card, at noon of a day of October (1–31) or November (32 and more). */
const on = (day: number) => {
  const date =
    day <= 31 ? `2026-10-${String(day).padStart(2, '0')}` : `2026-11-${String(day - 31).padStart(2, '0')}`
  return { at: `${date}T12:00:00.000Z`, day: toIsoDate(date), takenBy: 'card' as const }
}
const uk = (total: number) => ({ total, vat: Math.round(total / 6), vatRateBp: 2_000 })
const jersey = (total: number) => ({ total, vat: 0, vatRateBp: 0 })
const order = (changes: Partial<CardOrder>): CardOrder => ({
  ...{ reference: 'FH1', customer: 'Sam', sums: uk(14_460) },
  ...{ corrections: [], payments: [], refunds: [], deferred: [], reversals: [], invoices: [] },
  ...changes,
})
const list = (changes: Partial<CardOrder>) =>
  listMovesOfOrder(order(changes)).map(({ kind, day, net, vat }) => [kind, day, net, vat])
const paid = { payments: [{ ...on(5), amount: 14_460 }] }

describe('R-LEDGER-8: what counts in the VAT of a card order besides its documents', () => {
  test('an address corrected to Jersey leaves the month of the payment as it was', () => {
    const corrected = {
      ...paid,
      sums: jersey(12_050),
      corrections: [{ ...on(40), before: uk(14_460) }],
      refunds: [{ ...on(40), amount: 2_410 }],
    }
    expect(list(corrected)).toEqual([
      ['payment', '2026-10-05', 12_050, 0],
      ['returned', '2026-10-05', 0, 2_410],
      ['refund', '2026-11-09', 0, -2_410],
    ])
    const invoices = [{ at: on(45).at, taxPoint: on(5).day, total: 12_050, vat: 0 }]
    expect(list({ ...corrected, invoices })).toEqual([
      ['returned', '2026-10-05', 0, 2_410],
      ['refund', '2026-11-09', 0, -2_410],
    ])
  })

  test('a lowered quantity leaves nothing once the rest is invoiced, and says that the money is back', () => {
    const lowered = {
      sums: uk(3_959),
      payments: [{ ...on(5), amount: 9_956 }],
      corrections: [{ ...on(5), at: '2026-10-05T13:00:00.000Z', before: uk(9_956) }],
      refunds: [{ ...on(5), at: '2026-10-05T13:00:00.000Z', amount: 5_997 }],
      invoices: [{ at: on(45).at, taxPoint: on(5).day, total: 3_959, vat: 660 }],
    }
    expect(list(lowered)).toEqual([
      ['returned', '2026-10-05', 4_998, 999],
      ['refund', '2026-10-05', -4_998, -999],
    ])
  })

  test('a second payment counts on its day, whichever of the two is the tax point of the invoice', () => {
    const dearer = {
      sums: uk(14_460),
      payments: [
        { ...on(5), amount: 12_000 },
        { ...on(40), amount: 2_460 },
      ],
      corrections: [{ ...on(33), before: uk(12_000) }],
    }
    expect(list(dearer)).toEqual([
      ['payment', '2026-11-09', 2_050, 410],
      ['payment', '2026-10-05', 10_000, 2_000],
    ])
    expect(
      list({ ...dearer, invoices: [{ at: on(45).at, taxPoint: on(40).day, total: 14_460, vat: 2_410 }] }),
    ).toEqual([
      ['earlier_payment', '2026-11-09', -10_000, -2_000],
      ['other_day', '2026-10-05', 10_000, 2_000],
    ])
  })

  test('a payment that is taken back counts against that day, and paid again counts once', () => {
    const again = {
      ...paid,
      reversals: [{ ...on(20), amount: 14_460 }],
      payments: [...paid.payments, { ...on(40), amount: 14_460 }],
    }
    expect(list(again)).toEqual([
      ['payment', '2026-11-09', 12_050, 2_410],
      ['returned', '2026-10-05', 12_050, 2_410],
      ['reversal', '2026-10-20', -12_050, -2_410],
    ])
    // What was invoiced before stays in its month: the customer owed it.
    const invoices = [{ at: on(6).at, taxPoint: on(5).day, total: 14_460, vat: 2_410 }]
    expect(list({ ...again, invoices })).toEqual([])
  })

  test('a line has the VAT rate of the order as it was', () => {
    const moves = listMovesOfOrder(
      order({
        ...paid,
        sums: jersey(12_050),
        corrections: [{ ...on(40), before: uk(14_460) }],
        refunds: [{ ...on(40), amount: 2_410 }],
      }),
    )
    expect(moves.map(({ kind, vatRateBp }) => [kind, vatRateBp])).toEqual([
      ['payment', 0],
      ['returned', 2_000],
      ['refund', 2_000],
    ])
  })

  test('a refund of a held order takes off the VAT of its credit note to the penny', () => {
    const refunded = { ...paid, refunds: [{ ...on(12), amount: 5_000 }] }
    // As the credit note has it: a penny more than there is within £50.00.
    const deferred = [{ ...on(12), total: 5_000, vat: 834 }]
    expect(list({ ...refunded, deferred })).toEqual([
      ['payment', '2026-10-05', 7_884, 1_576],
      ['returned', '2026-10-05', 4_166, 834],
      ['refund', '2026-10-12', -4_166, -834],
    ])
  })

  test('each line says how the money came in, where it was entered wrongly at first too', () => {
    const [cash, bank] = [
      { ...on(5), amount: 14_460, takenBy: 'cash' as const },
      { ...on(5), at: '2026-10-05T13:00:00.000Z', amount: 14_460, takenBy: 'bank' as const },
    ]
    const reversals = [{ ...cash, at: '2026-10-05T12:30:00.000Z' }]
    const moves = listMovesOfOrder(order({ payments: [cash, bank], reversals }))
    expect(moves.map(formatMove)).toEqual([
      'bank transfer payment, not invoiced yet',
      'cash payment, gone back or corrected since',
      'cash payment, entered wrongly',
    ])
    const refunds = [{ ...on(12), amount: 14_460, takenBy: 'terminal' as const }]
    expect(
      listMovesOfOrder(order({ ...paid, refunds }))
        .map(formatMove)
        .at(-1),
    ).toBe('card terminal refund, no credit note')
  })

  test('an invoice of another day than any payment takes the place of the first one', () => {
    const invoices = [{ at: on(45).at, taxPoint: on(8).day, total: 14_460, vat: 2_410 }]
    expect(list({ ...paid, invoices })).toEqual([])
  })

  test('several days of payments are together as much returned as was refunded', () => {
    const often = {
      sums: uk(9_000),
      payments: [
        { ...on(5), amount: 6_000 },
        { ...on(10), amount: 3_000 },
        { ...on(15), amount: 3_000 },
      ],
      corrections: [
        { ...on(8), before: uk(6_000) },
        { ...on(12), before: uk(9_000) },
        { ...on(20), before: uk(12_000) },
      ],
      refunds: [{ ...on(20), amount: 3_000 }],
      invoices: [{ at: on(45).at, taxPoint: on(15).day, total: 9_000, vat: 1_500 }],
    }
    expect(list(often)).toEqual([
      ['earlier_payment', '2026-10-15', -5_000, -1_000],
      ['returned', '2026-10-10', 2_500, 500],
      ['other_day', '2026-10-05', 5_000, 1_000],
      ['refund', '2026-10-20', -2_500, -500],
    ])
  })

  test('what of a dearer order is still to be paid has its VAT on the day it is paid', () => {
    const dearer = { ...paid, sums: uk(20_003), corrections: [{ ...on(33), before: uk(14_460) }] }
    // Of £200.03 only £144.60 was paid: the VAT within it, rounded to the penny.
    expect(list(dearer)).toEqual([['payment', '2026-10-05', 12_050, 2_410]])
    const part = { ...dearer, payments: [...paid.payments, { ...on(36), amount: 5_537 }] }
    expect(list(part)).toEqual([
      ['payment', '2026-11-05', 4_614, 923],
      ['payment', '2026-10-05', 12_050, 2_410],
    ])
  })

  test('whatever happens, each day stays as it was, and all adds up to the documents to the penny', () => {
    const sums = fc
      .record({ net: fc.integer({ min: 1, max: 500_000 }), vatRateBp: fc.constantFrom(2_000, 2_000, 0) })
      .map(({ net, vatRateBp }) => {
        const vat = Math.floor((net * vatRateBp + 5_000) / 10_000)
        return { total: net + vat, vat, vatRateBp }
      })
    fc.assert(
      fc.property(fc.array(sums, { minLength: 1, maxLength: 5 }), fc.boolean(), (steps, isCancelled) => {
        let all = order({ sums: steps[0]!, payments: [{ ...on(1), amount: steps[0]!.total }] })
        const histories = [all]
        for (const [nth, after] of steps.slice(1).entries()) {
          const now = on(10 * (nth + 1))
          const difference = after.total - all.sums.total
          all = {
            ...all,
            sums: after,
            corrections: [...all.corrections, { ...now, before: all.sums }],
            refunds: difference < 0 ? [...all.refunds, { ...now, amount: -difference }] : all.refunds,
            payments: difference > 0 ? [...all.payments, { ...now, amount: difference }] : all.payments,
          }
          histories.push(all)
        }
        const { total, vat } = all.sums
        const taxPoint = all.payments.at(-1)!.day
        histories.push(
          isCancelled
            ? { ...all, refunds: [...all.refunds, { ...on(60), amount: total }] }
            : { ...all, invoices: [{ at: on(60).at, taxPoint, total, vat }] },
        )
        for (const [nth, history] of histories.entries()) {
          const moves = [
            ...listMovesOfOrder(history),
            ...history.invoices.map(one => ({ day: one.taxPoint, net: one.total - one.vat, vat: one.vat })),
          ]
          const upTo = (day: string) => {
            const listed = moves.filter(move => move.day <= day)
            return [listed.reduce((a, { net }) => a + net, 0), listed.reduce((a, { vat: of }) => a + of, 0)]
          }
          // What was returned at the end of each earlier step.
          for (const [step, { total: at, vat: of }] of steps.slice(0, nth + 1).entries())
            expect(upTo(step === 0 ? on(1).day : on(10 * step).day)).toEqual([at - of, of])
          if (nth === histories.length - 1)
            expect(upTo('2026-12-31')).toEqual(isCancelled ? [0, 0] : [total - vat, vat])
        }
      }),
    )
  })
})

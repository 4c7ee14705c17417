import { expect, test } from 'vitest'
import { type Pence, pence, zero } from '../../../lib/money.ts'
import type { DocumentLine } from '../../billing/document.ts'
import { calculateCredit, getCreditable } from '../../billing/next-credit.ts'
import { calculateTypedSum, creditWords } from './credit-form.ts'

const toLine = (changes: Partial<DocumentLine> & { net: Pence; vat: Pence }): DocumentLine => ({
  kind: 'goods',
  position: 1,
  productId: 1,
  code: 'FH-1',
  title: 'Filter',
  entry: {},
  quantity: 1,
  ...changes,
})
const invoiced = [
  toLine({ quantity: 3, net: pence(1000), vat: pence(200) }),
  toLine({ kind: 'delivery', position: null, productId: null, code: '', net: pence(600), vat: pence(120) }),
]
const earlierAmount = toLine({
  ...{ kind: 'amount', position: null, productId: null, code: '' },
  ...{ net: pence(900), vat: pence(180) },
})
const toForm = (credited: readonly DocumentLine[] = [], isExact = true) => {
  const left = getCreditable({ invoiced, credited })
  const form = {
    isCard: false,
    isRefundAlone: false,
    canRestock: false,
    canWithdraw: false,
    words: creditWords,
  }
  return { ...left, ...form, left: left.total, isExact }
}
const toTyped = (quantity: string, delivery = false, amount = '') => ({
  lines: [{ position: 1, quantity }],
  delivery,
  amount,
})

test.each([
  ['1', false, []],
  ['2', false, []],
  ['3', true, []],
  ['3', true, [earlierAmount]],
])(
  'R-CREDIT-1: %s pieces, delivery %s, come to what the credit note will have',
  (quantity, delivery, credited) => {
    const pieces = [{ position: 1, quantity: Number(quantity) }]
    const note = calculateCredit(
      { invoiced, credited, vatRateBp: 2000 },
      { lines: pieces, delivery, amount: null },
    )
    expect(note).toMatchObject({ total: calculateTypedSum(toForm(credited), toTyped(quantity, delivery)) })
  },
)

test('R-CREDIT-1: an amount comes to itself, up to what is left', () => {
  expect(calculateTypedSum(toForm(), toTyped('', false, '19.20'))).toBe(1920)
  expect(calculateTypedSum(toForm(), toTyped('', false, '19.21'))).toBeNull()
})

test('R-CREDIT-1: what cannot be credited, or only the server can calculate, comes to nothing yet', () => {
  for (const typed of [toTyped(''), toTyped('x'), toTyped('4'), toTyped('1', false, '5')])
    expect(calculateTypedSum(toForm(), typed)).toBeNull()
  expect(calculateTypedSum({ ...toForm(), delivery: null }, toTyped('', true))).toBeNull()
  expect(calculateTypedSum({ ...toForm(), left: zero }, toTyped('1'))).toBeNull()
  expect(calculateTypedSum(toForm([], false), toTyped('1'))).toBeNull()
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { calculateShare, pence, standardVat, sum } from './money.ts'
import { formatTotalLineName, type ItemisedTotals, listTotalLines } from './total-lines.ts'

const order: ItemisedTotals = {
  subtotal: pence(62_49),
  discount: pence(6_25),
  vouchers: [{ code: 'SAVE10', summary: '10% off', amount: pence(6_25) }],
  deliveryCost: pence(8_00),
  vat: pence(12_85),
  vatRateBp: 2000,
  total: pence(77_09),
}

const format = (totals: ItemisedTotals, options = {}) =>
  listTotalLines(totals, options).map(line => `${formatTotalLineName(line)}: ${line.text}`)

test('goods, vouchers, delivery, VAT and total are always in the same order', () => {
  expect(format(order)).toEqual([
    'Subtotal ex VAT: £62.49',
    'Voucher SAVE10, 10% off: −£6.25',
    'Delivery: £8.00',
    'VAT 20%: £12.85',
    'Total inc VAT: £77.09',
  ])
})

test('each line adds up to the next, with or without the total ex VAT', () => {
  const amount = fc.integer({ min: 0, max: 9_999_99 }).map(pence)
  fc.assert(
    fc.property(amount, fc.array(amount, { maxLength: 3 }), fc.option(amount), (goods, amounts, delivery) => {
      const discount = sum(amounts)
      const subtotal = sum([goods, discount])
      const net = pence(goods + (delivery ?? 0))
      const vat = calculateShare(net, standardVat)
      const vouchers = amounts.map((taken, nth) => ({ code: `V${nth}`, summary: 'off', amount: taken }))
      const totals = { subtotal, discount, vouchers, deliveryCost: delivery, vat, vatRateBp: 2000 }
      for (const withNet of [false, true]) {
        const lines = listTotalLines({ ...totals, total: sum([net, vat]) }, { withNet })
        let running = 0
        for (const { kind, amount: lineAmount } of lines) {
          if (kind === 'net' || kind === 'total') expect(lineAmount).toBe(running)
          else running += lineAmount ?? 0
        }
      }
    }),
  )
})

test('a delivery without a price says so, and the total is before it', () => {
  expect(format({ ...order, deliveryCost: null }).slice(2)).toEqual([
    'Delivery: We will quote',
    'VAT 20%: £12.85',
    'Total before delivery, inc VAT: £77.09',
  ])
  expect(format({ ...order, deliveryCost: null }, { unknownDelivery: 'Priced at checkout' })[2]).toBe(
    'Delivery: Priced at checkout',
  )
})

test('free delivery by a voucher, and an export without VAT', () => {
  const vouchers = [{ code: 'FREEDEL', summary: 'Free delivery', amount: pence(0) }]
  const totals = {
    ...order,
    discount: pence(0),
    vouchers,
    deliveryCost: pence(0),
    vat: pence(0),
    vatRateBp: 0,
  }
  expect(format({ ...totals, total: pence(62_49) })).toEqual([
    'Subtotal ex VAT: £62.49',
    'Voucher FREEDEL: Free delivery',
    'Delivery: FREE',
    'VAT 0%: £0.00',
    'Total: £62.49',
  ])
})

test('an invoice has the total ex VAT before the VAT, and on what it is charged', () => {
  expect(format(order, { withNet: true }).slice(3)).toEqual([
    'Total ex VAT: £64.24',
    'VAT 20% on £64.24: £12.85',
    'Total inc VAT: £77.09',
  ])
})

test('facts that were stored before vouchers were listed show their discount in one line', () => {
  expect(format({ ...order, vouchers: [], vatRateBp: null }).slice(1)).toEqual([
    'Vouchers: −£6.25',
    'Delivery: £8.00',
    'VAT: £12.85',
    'Total inc VAT: £77.09',
  ])
})

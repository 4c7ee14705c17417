import { expect, test } from 'vitest'
import { formatInterval, limitLabelsToWidth, toQrCodePath } from './chart.ts'

const widthOf = (text: string) => [...text].length

test('fleet numbers that do not fit are counted', () => {
  expect(limitLabelsToWidth(['A1', 'A2', 'A3'], 5, widthOf)).toEqual({
    fitting: ['A1', 'A2'],
    hiddenCount: 1,
  })
  expect(limitLabelsToWidth([], 5, widthOf)).toEqual({ fitting: [], hiddenCount: 0 })
})

test('an interval is shown in hours, and an unknown one not at all', () => {
  expect(formatInterval(1000)).toBe('every 1,000 h')
  expect(formatInterval(null)).toBe('')
})

test('each dark square of a QR code is drawn where it is', () => {
  expect(
    toQrCodePath([
      [true, false],
      [false, true],
    ]),
  ).toBe('M0 0h1v1h-1zM1 1h1v1h-1z')
})

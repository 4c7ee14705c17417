import { expect, test } from 'vitest'
import { findClearOffset, toastMargin } from './Toasts.tsx'

test('a toast stands at the bottom of the window when nothing is there', () => {
  expect(findClearOffset(60, 800, [])).toBe(toastMargin)
  expect(findClearOffset(60, 800, [{ top: 100, bottom: 144 }])).toBe(toastMargin)
})

test('a toast stands above a button that it would cover', () => {
  expect(findClearOffset(60, 800, [{ top: 740, bottom: 784 }])).toBe(60 + toastMargin)
})

test('a toast goes into the first gap between rows that is high enough', () => {
  const rows = [600, 650, 740].map(top => ({ top, bottom: top + 44 }))
  const offset = findClearOffset(90, 800, rows)
  expect(offset).toBe(200 + toastMargin)
})

test('a toast without any free place stands at the bottom', () => {
  expect(findClearOffset(60, 300, [{ top: 0, bottom: 300 }])).toBe(toastMargin)
})

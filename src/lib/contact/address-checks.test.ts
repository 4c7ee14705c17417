import { describe, expect, test } from 'vitest'
import { isLatin } from './address-checks.ts'

describe('a carrier reads (R-CHECKOUT-33)', () => {
  test.each([
    'Zoë Łukasiewicz',
    'Nguyễn Thị Hồng',
    'Þórður Æ. Ørsted-O’Neill',
    'Zoe\u0308',
    'Kaʻiulani',
    'İlker Ağaoğlu',
    'Unit 3½, № 4 “Mill”',
    'Ｕｎｉｔ ４',
    'Unit 4 😀',
    '',
  ])('%j', text => {
    expect(isLatin(text)).toBe(true)
  })
})

describe('no carrier reads (R-CHECKOUT-33)', () => {
  test.each([
    '王小明',
    'たなか',
    '김철수',
    'محمد',
    'שלום',
    'สมชาย',
    'राजेन्द्र',
    'Юрій',
    'Νίκος',
    'ქართული',
    'Unit ٣',
    'Unit ३',
    'Mill Lаne',
  ])('%j', text => {
    expect(isLatin(text)).toBe(false)
  })
})

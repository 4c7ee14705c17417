import { describe, expect, test } from 'vitest'
import { type ComparablePart, findEvidence, type MakerNumber } from './evidence.ts'

const donaldson: MakerNumber = { maker: 'Donaldson', code: 'P 551-712' }
const canister: ComparablePart = {
  brand: 'Filterhouse',
  code: 'FH-OIL-1',
  type: 'Oil filter, spin-on',
  details: '⌀ 93 mm · 142 mm · 1-12 UNF · 25 µm',
  numbers: [donaldson],
}
const other: ComparablePart = {
  ...canister,
  brand: 'Fleetguard',
  code: 'LF9009',
  details: '⌀ 93 mm · 150 mm',
  numbers: [],
}

describe('a part can replace another one', () => {
  test('directly, when it lists the searched number in any spelling', () => {
    const candidate = { ...other, numbers: [{ maker: 'Filterhouse', code: 'fh oil 1' }] }
    expect(findEvidence(canister, candidate)).toEqual({ kind: 'direct', number: candidate.numbers[0] })
  })
  test('in reverse, when only the searched part lists its number', () => {
    const searched = { ...canister, numbers: [{ maker: 'Fleetguard', code: 'LF 9009' }] }
    expect(findEvidence(searched, other)).toEqual({ kind: 'listed', number: searched.numbers[0] })
  })
  test('through a third number, which is not direct', () => {
    const candidate = { ...other, numbers: [{ maker: 'Donaldson', code: 'P551712' }] }
    expect(findEvidence(canister, candidate)).toEqual({ kind: 'via', number: candidate.numbers[0] })
  })
  test('by its dimensions alone', () => {
    expect(findEvidence({ ...canister, numbers: [] }, { ...other, details: canister.details })).toEqual({
      kind: 'dimensions',
    })
  })
  test('not without a common number or the same dimensions', () =>
    expect(findEvidence(canister, other)).toBeNull())
})

test('the strongest reason wins', () => {
  const candidate: ComparablePart = {
    ...other,
    details: canister.details,
    numbers: [donaldson, { maker: 'Filterhouse', code: 'FH-OIL-1' }],
  }
  expect(findEvidence(canister, candidate)?.kind).toBe('direct')
  expect(findEvidence(canister, { ...candidate, numbers: [donaldson] })?.kind).toBe('via')
})

test('the same number of another maker is another number', () => {
  expect(findEvidence(canister, { ...other, numbers: [{ maker: 'Fram', code: 'P551712' }] })).toBeNull()
  expect(
    findEvidence({ ...canister, numbers: [] }, { ...other, numbers: [{ maker: 'Fram', code: 'FH-OIL-1' }] }),
  ).toBeNull()
})

test('a chain of two references is not evidence: A and B share a number, B and C another', () => {
  const between = { ...other, numbers: [donaldson, { maker: 'Wix', code: '51748' }] }
  const far: ComparablePart = {
    ...other,
    brand: 'Wix',
    code: '51748X',
    numbers: [{ maker: 'Wix', code: '51748' }],
  }
  expect(findEvidence(canister, between)?.kind).toBe('via')
  expect(findEvidence(between, far)?.kind).toBe('via')
  expect(findEvidence(canister, far)).toBeNull()
})

describe('the same dimensions', () => {
  const alike = (details: string, type = canister.type) =>
    findEvidence({ ...canister, details, numbers: [] }, { ...other, details, type })?.kind ?? null
  test('are a diameter and a length, or the sides of a panel', () => {
    expect(alike('⌀ 93 mm · 142 mm')).toBe('dimensions')
    expect(alike('⌀ 281 / 149 mm')).toBe('dimensions')
    expect(alike('300 × 204 × 48 mm · Particle')).toBe('dimensions')
  })
  test('are not a diameter alone or details without measures', () => {
    expect(alike('⌀ 93 mm')).toBeNull()
    expect(alike('250 h · 4')).toBeNull()
    expect(alike('')).toBeNull()
  })
  test('count only within one type', () => expect(alike('⌀ 93 mm · 142 mm', 'Fuel filter')).toBeNull())
})

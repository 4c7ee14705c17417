import { describe, expect, test } from 'vitest'
import { evidenceFor, type Listed, type Part } from './evidence.ts'

const donaldson: Listed = { maker: 'Donaldson', code: 'P 551-712' }
const canister: Part = {
  brand: 'Filterhouse',
  code: 'FH-OIL-1',
  type: 'Oil filter, spin-on',
  details: '⌀ 93 mm · 142 mm · 1-12 UNF · 25 µm',
  numbers: [donaldson],
}
const other: Part = {
  ...canister,
  brand: 'Fleetguard',
  code: 'LF9009',
  details: '⌀ 93 mm · 150 mm',
  numbers: [],
}

describe('a part speaks for itself', () => {
  test('directly, when it lists the very number that is sought, however it is spelt', () => {
    const offered = { ...other, numbers: [{ maker: 'Filterhouse', code: 'fh oil 1' }] }
    expect(evidenceFor(canister, offered)).toEqual({ kind: 'direct', number: offered.numbers[0] })
  })
  test('the other way round, when only the sought part lists its number', () => {
    const sought = { ...canister, numbers: [{ maker: 'Fleetguard', code: 'LF 9009' }] }
    expect(evidenceFor(sought, other)).toEqual({ kind: 'listed', number: sought.numbers[0] })
  })
  test('through a third number, and that is never called direct', () => {
    const offered = { ...other, numbers: [{ maker: 'Donaldson', code: 'P551712' }] }
    expect(evidenceFor(canister, offered)).toEqual({ kind: 'via', number: offered.numbers[0] })
  })
  test('by its dimensions alone', () => {
    expect(evidenceFor({ ...canister, numbers: [] }, { ...other, details: canister.details })).toEqual({
      kind: 'dimensions',
    })
  })
  test('not at all', () => expect(evidenceFor(canister, other)).toBeNull())
})

test('the strongest reason is told', () => {
  const offered: Part = {
    ...other,
    details: canister.details,
    numbers: [donaldson, { maker: 'Filterhouse', code: 'FH-OIL-1' }],
  }
  expect(evidenceFor(canister, offered)?.kind).toBe('direct')
  expect(evidenceFor(canister, { ...offered, numbers: [donaldson] })?.kind).toBe('via')
})

test('the same number of another maker is another number', () => {
  expect(evidenceFor(canister, { ...other, numbers: [{ maker: 'Fram', code: 'P551712' }] })).toBeNull()
  expect(
    evidenceFor({ ...canister, numbers: [] }, { ...other, numbers: [{ maker: 'Fram', code: 'FH-OIL-1' }] }),
  ).toBeNull()
})

test('a chain of two references is no reason: A and B share a number, B and C another', () => {
  const between = { ...other, numbers: [donaldson, { maker: 'Wix', code: '51748' }] }
  const far: Part = { ...other, brand: 'Wix', code: '51748X', numbers: [{ maker: 'Wix', code: '51748' }] }
  expect(evidenceFor(canister, between)?.kind).toBe('via')
  expect(evidenceFor(between, far)?.kind).toBe('via')
  expect(evidenceFor(canister, far)).toBeNull()
})

describe('the same dimensions', () => {
  const alike = (details: string, type = canister.type) =>
    evidenceFor({ ...canister, details, numbers: [] }, { ...other, details, type })?.kind ?? null
  test('are a diameter and a length, or the sides of a panel', () => {
    expect(alike('⌀ 93 mm · 142 mm')).toBe('dimensions')
    expect(alike('⌀ 281 / 149 mm')).toBe('dimensions')
    expect(alike('300 × 204 × 48 mm · Particle')).toBe('dimensions')
  })
  test('are not a diameter alone, nor what has no measures', () => {
    expect(alike('⌀ 93 mm')).toBeNull()
    expect(alike('250 h · 4')).toBeNull()
    expect(alike('')).toBeNull()
  })
  test('count only within one type', () => expect(alike('⌀ 93 mm · 142 mm', 'Fuel filter')).toBeNull())
})

import { describe, expect, test } from 'vitest'
import { KeptAnswers } from './kept-answers.ts'

describe('an answer that is kept', () => {
  test('is asked for once, also by those who come while it is on its way', async () => {
    const kept = new KeptAnswers<number>()
    let asked = 0
    const ask = async () => ++asked
    expect(await Promise.all([kept.get('a', 0, ask), kept.get('a', 0, ask)])).toEqual([1, 1])
    expect(await kept.get('a', 1000, ask)).toBe(1)
    expect(await kept.get('b', 1000, ask)).toBe(2)
  })

  test('is asked for anew once it is forgotten, or five minutes old', async () => {
    const kept = new KeptAnswers<number>()
    let asked = 0
    const ask = async () => ++asked
    await kept.get('a', 0, ask)
    kept.forget()
    expect(await kept.get('a', 1, ask)).toBe(2)
    expect(await kept.get('a', 5 * 60_000, ask)).toBe(2)
    expect(await kept.get('a', 5 * 60_000 + 1, ask)).toBe(3)
  })

  test('that was on its way when all was forgotten is not taken for the new one', async () => {
    const kept = new KeptAnswers<string>()
    const old = kept.get('a', 0, async () => 'old')
    kept.forget()
    const fresh = kept.get('a', 0, async () => 'new')
    expect(await Promise.all([old, fresh])).toEqual(['old', 'new'])
    expect(await kept.get('a', 0, async () => 'newer')).toBe('new')
  })

  test('is no failure: the next one asks again', async () => {
    const kept = new KeptAnswers<string>()
    await expect(kept.get('a', 0, () => Promise.reject(new Error('away')))).rejects.toThrow('away')
    expect(await kept.get('a', 0, async () => 'there')).toBe('there')
  })
})

import { expect, test } from 'vitest'
import { z } from 'zod'
import { mergeChanged, parseOriginal } from './original-form.ts'

const schema = z.object({ price: z.string(), note: z.string() })

test('what staff changed on their page is theirs, and the rest is as a colleague has left it', () => {
  const original = { price: '11.00', note: 'Net' }
  const typed = { price: '10.50', note: 'Net' }
  const current = { price: '12.00', note: 'Net, by Friday', id: 7 }
  expect(mergeChanged(['price', 'note'], typed, original, current)).toEqual({
    price: '10.50',
    note: 'Net, by Friday',
    id: 7,
  })
  expect(current.price).toBe('12.00')
})

test('a form that does not say what its page displayed, or says something else, says nothing', () => {
  expect(parseOriginal(schema, '{"price":"11.00","note":"Net"}')).toEqual({ price: '11.00', note: 'Net' })
  for (const text of ['', 'no JSON', 'null', '{"price":1,"note":""}'])
    expect(parseOriginal(schema, text)).toBeNull()
})

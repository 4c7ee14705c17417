import { expect, test } from 'vitest'
import { toPageMakes, toPanelMakes } from './make-choice.ts'

const makes = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ name: `Make ${at}`, slug: `make-${at}` }))

test('a page carries all makes of a small catalogue, and the first 300 of a large one', () => {
  expect(toPageMakes(makes(300))).toEqual({ makes: makes(300), isComplete: true })
  expect(toPageMakes(makes(2000))).toEqual({ makes: makes(300), isComplete: false })
})

test('the panel of a large catalogue offers its busiest makes', () => {
  const busiest = [{ url: '/filters/make-1999' }, { url: '/filters/make-7' }]
  expect(toPanelMakes(makes(300), busiest).isComplete).toBe(true)
  const few = toPanelMakes(makes(2000), busiest)
  expect(few).toEqual({ makes: [makes(2000)[7], makes(2000)[1999]], isComplete: false })
})

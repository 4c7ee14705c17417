import { expect, test } from 'vitest'
import { listObstacles, listPersonalWords } from './privacy.ts'

const nothing = {
  orders: [],
  quotes: [],
  returns: [],
  applications: [],
  unpaidInvoices: [],
  lastHeadBuyerOf: null,
}

test('nothing open is no obstacle', () => {
  expect(listObstacles(nothing)).toEqual([])
})

test('what is open is named, with what to do', () => {
  const open = { ...nothing, orders: ['FHAAAAAAAA', 'FHBBBBBBBB'], returns: ['RMA-000012'] }
  expect(listObstacles(open)).toEqual([
    'FHAAAAAAAA and FHBBBBBBBB are open: send, cancel or decide them first.',
    'RMA-000012 is an open return: finish them first.',
  ])
  expect(listObstacles({ ...nothing, applications: ['Dale Drains'] })).toEqual([
    'Dale Drains has applied for a trade account: approve or refuse that first.',
  ])
  expect(listObstacles({ ...nothing, lastHeadBuyerOf: 'Dale Aggregates' })[0]).toContain(
    'the last head buyer of Dale Aggregates',
  )
})

test('full names and long words are taken out of texts, short ones stay', () => {
  const words = listPersonalWords({
    names: ['Ann', 'Ann "Nan" Quill'],
    emails: ['Ann@Example.com'],
    telephones: ['0113 496 0101', ''],
    places: ['LS1', 'LS12 4AB'],
  })
  expect(words).toEqual([
    'Ann \\"Nan\\" Quill',
    'Ann "Nan" Quill',
    'Ann@Example.com',
    '0113 496 0101',
    'LS12 4AB',
  ])
})

import { expect, test } from 'vitest'
import { contactSentence, fillInContact, joinDetails } from './shop-contact.ts'

test('R-EMPTY-1: a sentence offers to call only where the shop has a telephone', () => {
  const sentence = contactSentence('Stuck? Call {phone}.', 'Stuck? Look at our terms.')
  expect(fillInContact(sentence, { phone: '01482 496 111' })).toBe('Stuck? Call 01482 496 111.')
  expect(fillInContact(sentence, { phone: null })).toBe('Stuck? Look at our terms.')
  expect(fillInContact('Please try again.', { phone: null })).toBe('Please try again.')
})

test('R-EMPTY-1: contact details on one line leave out what is not set', () => {
  expect(joinDetails(['Humber Filters', null, '', 'parts@humberfilters.co.uk'])).toBe(
    'Humber Filters · parts@humberfilters.co.uk',
  )
  expect(joinDetails([null, null])).toBe('')
})

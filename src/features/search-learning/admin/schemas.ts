import { z } from 'zod'
import { declareCalls } from '../../../lib/calls/call.ts'
import { line, wholeNumber } from '../../../lib/calls/validate.ts'
import { staffReply } from '../../back-office/schemas.ts'

const params = z.object({ id: wholeNumber(1, 999_999_999) })
const synonymBody = z.object({ word: line(1000), means: line(1000), language: line(10) })
const version = wholeNumber(1, 999_999_999)

/** Staff only: to everybody else these calls do not exist (404). Errors: 'word', 'means', 'language'. */
const call = declareCalls('Back office', { reply: staffReply })

export const addSynonymCall = call('POST /admin/synonyms', {
  summary: 'Adds a synonym of the search',
  body: synonymBody,
})

export const changeSynonymCall = call('POST /admin/synonyms/:id', {
  summary: 'Changes a synonym of the search',
  params,
  body: synonymBody.extend({ version }),
})

export const deleteSynonymCall = call('POST /admin/synonyms/:id/delete', {
  summary: 'Deletes a synonym of the search',
  params,
  body: z.object({ version }),
})

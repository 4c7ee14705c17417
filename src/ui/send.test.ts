import { expect, test } from 'vitest'
import { RequestError } from './send.ts'

const problem = { type: 'about:blank', title: 'Not allowed', status: 403, detail: 'This is not yours to do.' }

test('the message of a refused request says why, and after a server error also the reference', () => {
  expect(new RequestError(problem).message).toBe('This is not yours to do.')
  const failed = { ...problem, status: 500, detail: 'That went wrong on our side.', instance: 'req-7' }
  expect(new RequestError(failed).message).toBe('That went wrong on our side. Reference: req-7.')
})

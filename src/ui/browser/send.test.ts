import { expect, test } from 'vitest'
import { RequestError } from './send.ts'

const problem = {
  type: 'about:blank',
  title: 'Not allowed',
  status: 403,
  detail: 'You don’t have permission to do this.',
}

test('the message of a refused request says why, and after a server error also the reference', () => {
  expect(new RequestError(problem).message).toBe('You don’t have permission to do this.')
  const failed = { ...problem, status: 500, detail: 'A fault on our side stopped that.', instance: 'req-7' }
  expect(new RequestError(failed).message).toBe('A fault on our side stopped that. Reference: req-7.')
})

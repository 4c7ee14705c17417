import { z } from 'zod'
import { declareCalls } from '../../lib/calls/call.ts'
import { line, wholeNumber } from '../../lib/calls/validate.ts'
import { staffReply } from '../back-office/schemas.ts'

/** Staff only. `seen`: the version of the import that the page showed. Errors: 'count'. */
const importCall = declareCalls('Back office', {
  params: z.object({ id: wholeNumber(1, 999_999_999) }),
  reply: staffReply,
})
const seen = line(20)

/** `count`: the number that the page asks for when the import is unusual; '': it asks for none. */
export const applyImport = importCall('POST /admin/imports/:id/apply', {
  summary: 'Starts an import whose files were checked',
  body: z.object({ seen, count: line(20) }),
})

export const dropImport = importCall('POST /admin/imports/:id/drop', {
  summary: 'Drops an import that was not started',
  body: z.object({ seen }),
})

export const undoImport = importCall('POST /admin/imports/:id/undo', {
  summary: 'Undoes an import while nothing that it changed was changed since',
  body: z.object({ seen }),
})
